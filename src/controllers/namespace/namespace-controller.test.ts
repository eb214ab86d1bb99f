import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manualClock, systemClockLike } from '../../client/testing/clock.ts';
import { gadgets } from '../testing/gadgets.ts';
import { TestCluster } from '../testing/test-cluster.ts';
import type { Condition } from './conditions.ts';

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await TestCluster.open({ clock: systemClockLike() });
  for (const name of ['a', 'b']) await cluster.create(`namespaces/${name}`);
});
afterEach(() => cluster[Symbol.asyncDispose]());

const gone = async (path: string) => (await cluster.get(path)) === null;
const release = (path: string) =>
  cluster.edit(path, ({ metadata }) => {
    delete metadata.finalizers;
  });
async function conditions(name: string): Promise<Record<string, string>> {
  const status = (await cluster.get(`namespaces/${name}`))?.status as { conditions?: Condition[] } | undefined;
  return Object.fromEntries(
    (status?.conditions ?? []).map((one) => [one.type, `${one.status} ${one.reason}: ${one.message}`]),
  );
}

describe('a namespace that is deleted', () => {
  it('goes with everything in it, of every kind, and nothing else', async () => {
    cluster.addKind(gadgets({ namespaced: true, broken: true }));
    const { settle } = cluster.start();
    const content = ['configmaps', 'secrets', 'serviceaccounts', 'services', 'endpoints', 'gadgets'];
    for (const resource of content) {
      const rest = resource === 'services' ? { spec: { ports: [{ port: 80 }] } } : {};
      for (const namespace of ['a', 'b']) await cluster.create(`${resource}/${namespace}/x`, {}, rest);
    }
    await cluster.remove('namespaces/a');
    await settle();
    expect(await gone('namespaces/a')).toBe(true);
    for (const resource of content) expect(await cluster.paths(resource)).toEqual([`${resource}/b/x`]);
  });

  it('goes when it is empty, after its conditions said so', async () => {
    const { settle } = cluster.start();
    const seen: string[] = [];
    const stop = new AbortController();
    const prefix = '/registry/namespaces/';
    const watch = cluster.registry
      .collection(prefix)
      .watch({ under: '', since: { initial: { need: 'newest' } } }, stop.signal);
    const watching = (async () => {
      for await (const batch of watch) {
        if (batch.kind !== 'changes') continue;
        for (const { type, entry } of batch.items) {
          const told = Buffer.from(entry.value).toString().includes('All content successfully removed');
          if (entry.key === 'a') seen.push(`${type}${told ? ' empty' : ''}`);
        }
        if (seen.at(-1)?.startsWith('DELETED')) stop.abort();
      }
    })();
    await cluster.remove('namespaces/a');
    await settle();
    await watching;
    expect(seen.slice(-2)).toEqual(['MODIFIED empty', 'DELETED empty']);
  });

  it('tells what holds it, and goes as soon as that goes', async () => {
    const { settle } = cluster.start();
    await cluster.create('configmaps/a/stay', { finalizers: ['example.com/hold'] });
    await cluster.create('secrets/a/stay', { finalizers: ['example.com/hold', 'example.com/too'] });
    await cluster.create('secrets/a/goes');
    await cluster.remove('namespaces/a');
    await settle();
    expect(await conditions('a')).toEqual({
      NamespaceDeletionDiscoveryFailure: 'False ResourcesDiscovered: All resources successfully discovered',
      NamespaceDeletionGroupVersionParsingFailure:
        'False ParsedGroupVersions: All legacy kube types successfully parsed',
      NamespaceDeletionContentFailure:
        'False ContentDeleted: All content successfully deleted, may be waiting on finalization',
      NamespaceContentRemaining:
        'True SomeResourcesRemain: Some resources are remaining: configmaps. has 1 resource instances, secrets. has 1 resource instances',
      NamespaceFinalizersRemaining:
        'True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/hold in 2 resource instances, example.com/too in 1 resource instances',
    });
    expect(await cluster.paths('secrets')).toEqual(['secrets/a/stay']);
    await release('secrets/a/stay');
    await settle();
    expect((await conditions('a')).NamespaceContentRemaining).toMatch(
      /remaining: configmaps\. has 1 resource instances$/,
    );
    await release('configmaps/a/stay');
    await settle();
    expect(await gone('namespaces/a')).toBe(true);
  });

  it('writes its status no more often than it changes', async () => {
    const { settle } = cluster.start();
    await cluster.create('configmaps/a/stay', { finalizers: ['example.com/hold'] });
    await cluster.remove('namespaces/a');
    await settle();
    const { metadata } = (await cluster.get('namespaces/a')) ?? {};
    await cluster.edit('configmaps/a/stay', (object) => {
      object.metadata.labels = { a: 'b' };
    });
    await settle();
    expect((await cluster.get('namespaces/a'))?.metadata.resourceVersion).toBe(metadata?.resourceVersion);
  });

  it('is finished by a controller that starts later', async () => {
    await cluster.create('configmaps/a/x');
    await cluster.remove('namespaces/a');
    expect(await gone('namespaces/a')).toBe(false);
    await cluster.start().settle();
    expect(await gone('namespaces/a')).toBe(true);
  });

  it('does not wait for the collector: what orphans or waits for dependents goes too', async () => {
    const owner = await cluster.create('configmaps/a/owner');
    const orphaner = await cluster.create('configmaps/a/orphaner');
    const references = [owner, orphaner].map((reference) => ({ ...reference, blockOwnerDeletion: true }));
    await cluster.create('secrets/a/dependent', { ownerReferences: references });
    await cluster.remove('configmaps/a/owner', 'Foreground');
    await cluster.remove('configmaps/a/orphaner', 'Orphan');
    await cluster.remove('namespaces/a');
    await cluster.start(['namespace']).settle();
    expect(await gone('namespaces/a')).toBe(true);
  });

  it('keeps finalizers of others on the namespace itself', async () => {
    await cluster.create('namespaces/c', {}, { spec: { finalizers: ['example.com/mine'] } });
    const { settle } = cluster.start();
    await cluster.remove('namespaces/c');
    await settle();
    expect((await cluster.get('namespaces/c'))?.spec).toEqual({ finalizers: ['example.com/mine'] });
  });

  it('goes when its owner goes', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.reference('namespaces/b');
    await cluster.create('namespaces/c', { ownerReferences: [owner] });
    await cluster.create('secrets/c/x');
    await cluster.remove('namespaces/b');
    await settle();
    expect(await cluster.paths('namespaces')).toEqual(['namespaces/a']);
    expect(await cluster.paths('secrets')).toEqual([]);
  });

  it('takes along a kind that comes while it waits', async () => {
    const { settle } = cluster.start();
    await cluster.create('configmaps/a/stay', { finalizers: ['example.com/hold'] });
    cluster.addKind(gadgets({ namespaced: true }));
    await cluster.create('gadgets/a/late');
    await cluster.remove('namespaces/a');
    await settle();
    expect(await gone('gadgets/a/late')).toBe(true);
    await release('configmaps/a/stay');
    await settle();
    expect(await gone('namespaces/a')).toBe(true);
  });

  it('says what could not be deleted', async () => {
    const { settle } = cluster.start();
    await cluster.spoil('secrets/a/broken', Buffer.from('\u0001\0\0\0{'));
    await cluster.create('configmaps/a/x');
    await cluster.remove('namespaces/a');
    await settle();
    expect((await conditions('a')).NamespaceDeletionContentFailure).toMatch(
      /^True ContentDeletionFailed: Failed to delete all resource types, 1 remaining: /,
    );
    expect(await cluster.paths('configmaps')).toEqual([]);
  });
});

describe('a namespace that clients still ask for', () => {
  const clock = manualClock({ longMs: 100 });
  let waiting: TestCluster;
  beforeEach(async () => {
    waiting = await TestCluster.open({ clock });
    await waiting.create('namespaces/a');
  });
  afterEach(() => waiting[Symbol.asyncDispose]());

  /** Begins to delete the namespace, with something in it. */
  async function beginDeletion() {
    const controllers = waiting.start(['namespace']);
    await controllers.settle();
    await waiting.create('configmaps/a/x');
    await waiting.remove('namespaces/a');
    return controllers;
  }
  const isThere = async () => (await waiting.get('configmaps/a/x')) !== null;
  /** Lets time pass, and everybody do what they do then. */
  async function pass(ms: number): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    clock.ahead(ms);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  it('is emptied when they have been silent for a while', async () => {
    const { onRequest } = await beginDeletion();
    for (let i = 0; i < 5; i++) {
      await pass(400);
      onRequest('a');
      onRequest('b');
    }
    expect(await isThere()).toBe(true);
    await vi.waitFor(
      async () => {
        await pass(500);
        expect(await isThere()).toBe(false);
      },
      { timeout: 600_000 },
    );
  });

  it('is emptied in the end, whatever they do', async () => {
    const { onRequest } = await beginDeletion();
    for (let i = 0; i < 12; i++) {
      await pass(400);
      onRequest('a');
    }
    expect(await isThere()).toBe(true);
    await vi.waitFor(
      async () => {
        await pass(400);
        onRequest('a');
        expect(await isThere()).toBe(false);
      },
      { timeout: 600_000 },
    );
  });

  it('is emptied at once for who waits for all to be done', async () => {
    const { settle } = await beginDeletion();
    await settle();
    expect(await waiting.get('namespaces/a')).toBe(null);
  });
});
