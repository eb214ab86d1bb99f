import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '#server';
import { openEtcd } from '#storage';
import { startEtcd, type TestEtcd, whyNoEtcd } from '../src/storage/testing/etcd.ts';
import { quickClock, silentLog } from '../src/storage/testing/world.ts';
import { runCommand } from './support/command.ts';
import { define } from './support/definitions.ts';
import { startTestServer } from './support/start-test-server.ts';
import type { Wire } from './support/wire.ts';

const why = whyNoEtcd();
const maps = '/api/v1/namespaces/default/configmaps';
const things = '/apis/example.com/v1/namespaces/default/things';

const run = (...args: string[]) => runCommand({ running: { kubeconfigPath: '' } as RunningServer }, args);

/** Objects without what a store gives them. */
const plain = ({ items }: Wire) =>
  (items as Wire[]).map(({ metadata: { resourceVersion: _, ...metadata }, ...rest }) => ({ ...rest, metadata }));

describe.skipIf(why !== undefined)(`objects go from store to store${why === undefined ? '' : `: ${why}`}`, () => {
  let folder: string;
  let etcd: TestEtcd;
  let expected: readonly object[];
  const file = (name: string): string => join(folder, name);
  const flags = (name: string, more: Record<string, string> = {}) => ({
    ephemeral: 'false',
    'data-dir': file(name),
    ...more,
  });
  const shown = async (given: Record<string, string>): Promise<readonly object[]> => {
    await using server = await startTestServer(given);
    const found = [await server.client.get(maps), await server.client.get(things)];
    const made = await server.client.post(maps, { metadata: { name: 'new' } }, { dryRun: 'All' });
    expect(made.status).toBe(201);
    return found.flatMap(({ body }) => plain(body));
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinnace-transfer-'));
    etcd = await startEtcd();
    await using server = await startTestServer(flags('first'));
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    await define(server.client, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'things', kind: 'Thing', singular: 'thing', listKind: 'ThingList' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    });
    for (let i = 0; i < 30; i++) {
      await server.client.post(maps, { metadata: { name: `c-${i}` }, data: { a: 'ä\n"\\'.repeat(i) } });
    }
    const thing = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' }, z: '<&>', a: [1.5] };
    await server.client.post(things, thing);
    const all = [await server.client.get(maps), await server.client.get(things)];
    expected = all.flatMap(({ body }) => plain(body));
  });
  afterAll(async () => {
    await etcd.stop();
    await rm(folder, { recursive: true });
  });

  it('from a data directory into an etcd, and back into another directory', async () => {
    const etcdFlags = ['--etcd-servers', etcd.url];
    const exported = await run('export', file('one'), '--data-dir', file('first'));
    expect([exported.code, exported.out]).toEqual([0, expect.stringMatching(/^\d+ objects written to /)]);
    expect((await run('import', file('one'), ...etcdFlags)).code).toBe(0);
    expect(await shown(flags('second', { 'etcd-servers': etcd.url }))).toEqual(expected);
    await leavePeerLease(etcd);
    expect(await run('export', file('two'), ...etcdFlags)).toMatchObject({ code: 0, err: '' });
    expect((await run('import', file('two'), '--data-dir', file('third'))).code).toBe(0);
    expect(await shown(flags('third'))).toEqual(expected);
  });

  it('but not into a store that has some, nor out of a file that is not whole', async () => {
    await run('export', file('one'), '--data-dir', file('first'));
    const again = await run('import', file('one'), '--data-dir', file('first'));
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('objects in the store already')]);
    const text = await readFile(file('one'), 'utf8');
    await writeFile(file('half'), text.slice(0, text.lastIndexOf('{"rows"')));
    const half = await run('import', file('half'), '--data-dir', file('other'));
    expect([half.code, half.err]).toEqual([1, expect.stringContaining('not whole')]);
    await writeFile(file('odd'), 'hello\n');
    expect((await run('import', file('odd'), '--data-dir', file('another'))).err).toContain('line 1');
  });
});

/** A row that a kube-apiserver writes about itself, and that is no object of anybody. */
async function leavePeerLease({ url }: TestEtcd): Promise<void> {
  const spaces = [{ ours: '/registry', theirs: '/registry' }] as const;
  const rows = await openEtcd({ servers: [url], spaces, clock: quickClock(60_000), log: silentLog });
  await rows.commit('/registry/peerserverleases/apiserver-x', Buffer.from('k8s\0\n\u0000'), null);
  await rows[Symbol.asyncDispose]();
}
