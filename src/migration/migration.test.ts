import { expect, it } from 'vitest';
import type { ManagedFieldsEntry } from '#meta';
import { ApiError, type Clock } from '#meta';
import { prunedManagedFields } from './managed-fields.ts';
import { Migration, type MigrationOptions } from './migration.ts';
import type { MigratedObject, ObjectSource } from './source.ts';

/** Time passes only by waiting. */
function waitingClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    elapsed: () => now,
    async sleep(ms) {
      now += ms;
    },
  };
}

const refusal = (code: number, message = 'no'): ApiError => new ApiError({ code, message });

interface Row extends MigratedObject {
  readonly version: string;
}

/** A cluster that has little but objects, and pages of two. */
class FakeCluster implements ObjectSource {
  readonly rows = new Map<string, Row>();
  revision = 100;
  /** Called before each write; what it throws is the answer. */
  before: (name: string) => void = () => undefined;
  beforePage: (from: string | undefined) => void = () => undefined;
  writes = 0;

  add(name: string, version: string, managedFields: readonly ManagedFieldsEntry[] = []): void {
    this.rows.set(name, { name, uid: name, resourceVersion: String(++this.revision), version, managedFields });
  }
  async page(from: string | undefined) {
    this.beforePage(from);
    const all = [...this.rows.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    const rest = all.filter(({ name }) => from === undefined || name > from);
    const objects = rest.slice(0, 2);
    const remaining = rest.length - objects.length;
    const next = remaining === 0 ? {} : { next: objects.at(-1)?.name as string };
    return { objects, remaining, resourceVersion: String(this.revision), ...next };
  }
  async rewrite({ name, resourceVersion }: MigratedObject, { managedFields }: Pick<Row, 'managedFields'>) {
    this.before(name);
    const row = this.rows.get(name);
    if (row?.resourceVersion !== resourceVersion) throw refusal(409);
    this.writes++;
    if (row.version === 'v2' && managedFields === undefined) return row.resourceVersion;
    this.add(name, 'v2', managedFields ?? row.managedFields);
    return String(this.revision);
  }
  async find({ name }: MigratedObject) {
    return this.rows.get(name);
  }
}

function begin(names: string, more: Partial<MigrationOptions> = {}) {
  const cluster = new FakeCluster();
  for (const name of names) cluster.add(name, 'v1');
  const options = {
    source: cluster,
    clock: waitingClock(),
    signal: new AbortController().signal,
    concurrency: 1,
    rate: 0,
    patienceMs: 60_000,
    ...more,
  };
  return {
    cluster,
    options,
    run: (again: Partial<MigrationOptions> = {}) => new Migration({ ...options, ...again }).run(),
  };
}
const versions = ({ rows }: FakeCluster): string => [...rows.values()].map(({ version }) => version).join();

it('rewrites what lies in another version, and counts what does not', async () => {
  const { cluster, run } = begin('abc');
  cluster.add('d', 'v2');
  expect(await run()).toMatchObject({ rewritten: 3, current: 1, failed: 0, total: 4, stopped: false });
  expect(versions(cluster)).toBe('v2,v2,v2,v2');
});

it('leaves alone what others write or delete meanwhile', async () => {
  const { cluster, run } = begin('abc');
  cluster.before = (name) => {
    if (name === 'a') cluster.rows.delete('a');
    if (name === 'b') cluster.add('b', 'v2');
  };
  expect(await run()).toMatchObject({ rewritten: 1, current: 2, failed: 0 });
});

it('lists the objects that fail, and goes on with the rest', async () => {
  const { cluster, run } = begin('abc');
  cluster.before = (name) => {
    if (name === 'a') throw refusal(422, 'spec.size is required');
    if (name === 'b') throw refusal(500, 'the webhook refuses it');
  };
  const { failures, rewritten } = await run({ concurrency: 3 });
  expect(rewritten).toBe(1);
  expect(failures).toEqual([
    { namespace: undefined, name: 'a', reason: 'spec.size is required' },
    { namespace: undefined, name: 'b', reason: 'the webhook refuses it' },
  ]);
});

it('waits while nothing can be written, says for what, and goes on', async () => {
  const { cluster, options } = begin('abcd');
  let down = 5;
  const said = new Set<string | undefined>();
  const migration = new Migration(options);
  cluster.before = (name) => {
    said.add(migration.progress.waitsFor);
    if (name !== 'a' && down-- > 0) throw refusal(500, 'the conversion webhook does not answer');
  };
  expect(await migration.run()).toMatchObject({ rewritten: 4, failed: 0, waitsFor: undefined });
  expect([...said]).toEqual([undefined, 'the conversion webhook does not answer']);
});

it('gives up on an object when nothing could be written for too long', async () => {
  const { cluster, run } = begin('a');
  cluster.before = () => {
    throw refusal(503, 'down');
  };
  expect(await run()).toMatchObject({ failed: 1, failures: [{ name: 'a', reason: 'down' }] });
});

it('goes on where it was stopped, with what had failed before', async () => {
  const stop = new AbortController();
  const places: NonNullable<MigrationOptions['from']>[] = [];
  const { cluster, run } = begin('abcdef');
  cluster.before = (name) => {
    if (name === 'a') throw refusal(422);
    if (name === 'd') stop.abort();
  };
  const onPage = (place: (typeof places)[number]) => void places.push(structuredClone(place));
  expect(await run({ signal: stop.signal, onPage })).toMatchObject({ stopped: true });
  const seen: string[] = [];
  cluster.before = (name) => void seen.push(name);
  const from = places.at(-1) as (typeof places)[number];
  expect(await run({ from })).toMatchObject({ stopped: false, failed: 0 });
  expect(seen).toEqual(['a', 'e', 'f']);
  expect(versions(cluster)).toBe('v2,v2,v2,v2,v2,v2');
});

it('begins the list again when its place is forgotten, and writes nothing twice', async () => {
  const { cluster, run } = begin('abcd');
  let forgotten = false;
  cluster.beforePage = (from) => {
    if (from === undefined || forgotten) return;
    forgotten = true;
    throw refusal(410);
  };
  expect(await run()).toMatchObject({ rewritten: 4, failed: 0 });
  expect(cluster.writes).toBe(4);
});

it('drops entries of managedFields in versions that are gone, also of objects that change meanwhile', async () => {
  const { cluster, run } = begin('');
  const entries = [
    { apiVersion: 'example.com/v1', manager: 'old' },
    { apiVersion: 'example.com/v2', manager: 'new' },
  ];
  cluster.add('a', 'v2', entries);
  cluster.add('b', 'v2', entries.slice(1));
  let raced = false;
  cluster.before = (name) => {
    if (!raced && name === 'a') cluster.add('a', 'v2', entries);
    raced = true;
  };
  const isGone = (apiVersion: string) => apiVersion === 'example.com/v1';
  expect(await run({ isGone })).toMatchObject({ pruned: 1, failed: 0 });
  expect(cluster.rows.get('a')?.managedFields).toEqual(entries.slice(1));
  expect(prunedManagedFields(entries.slice(0, 1), isGone)).toEqual([{}]);
});

it('keeps to its rate', async () => {
  const { options, run } = begin('abcde');
  await run({ rate: 10 });
  expect(options.clock.elapsed()).toBeGreaterThanOrEqual(400);
});
