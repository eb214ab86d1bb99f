import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestClient } from './support/client.ts';
import { CrashWriter } from './support/crash-writer.ts';
import { ServerProcess } from './support/server-process.ts';
import type { Wire } from './support/wire.ts';

const rounds = 10;
const writers = 24;
const path = '/api/v1/namespaces/default/configmaps';
const files = ['kubeconfig', 'admin.token', 'pki/ca.crt', 'pki/ca.key', 'pki/server.crt', 'pki/admin.crt'];

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pinnace-crash-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Numbers in [0, 1) that are the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Everything that was acknowledged, over all lives of the server. */
class Ledger {
  readonly #versions = new Set<bigint>();
  newest = 0n;

  add(version: bigint): void {
    expect(this.#versions.has(version), `version ${version} is given out for the first time`).toBe(false);
    this.#versions.add(version);
    if (version > this.newest) this.newest = version;
  }
  get size(): number {
    return this.#versions.size;
  }
}

/** Lets all write, kills the server after some acknowledgements, and waits until everybody has noticed. */
async function writeAndKill(server: ServerProcess, team: readonly CrashWriter[], after: number, ledger: Ledger) {
  using client = await server.client();
  let left = after;
  const acknowledged = (version: bigint): void => {
    ledger.add(version);
    if (--left === 0) void server.kill('SIGKILL');
  };
  await Promise.all(team.map((writer) => writer.run(client, path, acknowledged)));
  expect(await server.ended).toBe('SIGKILL');
}

async function checkAll(client: TestClient, team: readonly CrashWriter[], ledger: Ledger): Promise<void> {
  const { body: list } = await client.get(path);
  expect(BigInt(list.metadata.resourceVersion)).toBeGreaterThanOrEqual(ledger.newest);
  const found = new Map<string, Wire>(list.items.map((item) => [item.metadata.name, item]));
  const complaints = team.map((writer) => writer.check(found.get(writer.name)));
  expect(complaints.filter((complaint) => complaint !== undefined)).toEqual([]);
  const versions = list.items.map((item) => item.metadata.resourceVersion);
  expect(new Set(versions).size).toBe(versions.length);
  // The next write is newer than all that was ever acknowledged or seen.
  const { body: probe } = await client.post('/api/v1/namespaces/kube-public/configmaps', {
    metadata: { generateName: 'probe-' },
  });
  const newest = Math.max(Number(ledger.newest), ...versions.map(Number));
  expect(Number(probe.metadata.resourceVersion)).toBeGreaterThan(newest);
  ledger.add(BigInt(probe.metadata.resourceVersion));
}

async function identity(client: TestClient): Promise<unknown> {
  const namespaces = (await client.get('/api/v1/namespaces')).body.items.map(({ metadata }) => metadata);
  const contents = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  return { namespaces, contents };
}

it(`loses nothing that it acknowledged when it is killed ${rounds} times while ${writers} clients write`, async () => {
  const seed = Number(process.env.CRASH_SEED ?? Date.now() % 2 ** 31);
  const random = numbers(seed);
  const team = Array.from({ length: writers }, (_, index) => new CrashWriter(`w${index}`, random));
  const ledger = new Ledger();
  let port = '0';
  let who: unknown;
  try {
    for (let round = 0; round <= rounds; round++) {
      await using server = await ServerProcess.start(directory, '--port', port);
      port = new URL(server.url).port;
      {
        using client = await server.client();
        await checkAll(client, team, ledger);
        who ??= await identity(client);
        expect(await identity(client)).toEqual(who);
      }
      if (round < rounds) await writeAndKill(server, team, 20 + Math.floor(random() * 400), ledger);
    }
    expect(ledger.size).toBeGreaterThan(rounds * 20);
  } catch (error) {
    console.error(`This was CRASH_SEED=${seed}.`);
    throw error;
  }
});
