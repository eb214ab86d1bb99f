import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manualClock, systemClockLike } from '../../client/testing/clock.ts';
import { gadgets } from '../testing/gadgets.ts';
import { House } from '../testing/house.ts';
import type { Condition } from './conditions.ts';

let house: House;
beforeEach(async () => {
  house = await House.open({ clock: systemClockLike() });
  for (const name of ['a', 'b']) await house.create(`namespaces/${name}`);
});
afterEach(() => house[Symbol.asyncDispose]());

const gone = async (path: string) => (await house.get(path)) === null;
const release = (path: string) =>
  house.edit(path, ({ metadata }) => {
    delete metadata.finalizers;
  });
async function conditions(name: string): Promise<Record<string, string>> {
  const status = (await house.get(`namespaces/${name}`))?.status as { conditions?: Condition[] } | undefined;
  return Object.fromEntries(
    (status?.conditions ?? []).map((one) => [one.type, `${one.status} ${one.reason}: ${one.message}`]),
  );
}

describe('a namespace that is deleted', () => {
  it('goes with everything in it, of every kind, and nothing else', async () => {
    house.addKind(gadgets({ namespaced: true, broken: true }));
    const { settle } = house.start();
    const content = ['configmaps', 'secrets', 'serviceaccounts', 'services', 'endpoints', 'gadgets'];
    for (const resource of content) {
      const rest = resource === 'services' ? { spec: { ports: [{ port: 80 }] } } : {};
      for (const namespace of ['a', 'b']) await house.create(`${resource}/${namespace}/x`, {}, rest);
    }
    await house.remove('namespaces/a');
    await settle();
    expect(await gone('namespaces/a')).toBe(true);
    for (const resource of content) expect(await house.paths(resource)).toEqual([`${resource}/b/x`]);
  });

  it('goes when it is empty, after its conditions said so', async () => {
    const { settle } = house.start();
    const seen: string[] = [];
    const stop = new AbortController();
    const prefix = '/registry/namespaces/';
    const watch = house.registry
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
    await house.remove('namespaces/a');
    await settle();
    await watching;
    expect(seen.slice(-2)).toEqual(['MODIFIED empty', 'DELETED empty']);
  });

  it('tells what holds it, and goes as soon as that goes', async () => {
    const { settle } = house.start();
    await house.create('configmaps/a/stay', { finalizers: ['example.com/hold'] });
    await house.create('secrets/a/stay', { finalizers: ['example.com/hold', 'example.com/too'] });
    await house.create('secrets/a/goes');
    await house.remove('namespaces/a');
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
    expect(await house.paths('secrets')).toEqual(['secrets/a/stay']);
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
    const { settle } = house.start();
    await house.create('configmaps/a/stay', { finalizers: ['example.com/hold'] });
    await house.remove('namespaces/a');
    await settle();
    const { metadata } = (await house.get('namespaces/a')) ?? {};
    await house.edit('configmaps/a/stay', (object) => {
      object.metadata.labels = { a: 'b' };
    });
    await settle();
    expect((await house.get('namespaces/a'))?.metadata.resourceVersion).toBe(metadata?.resourceVersion);
  });

  it('is finished by a controller that starts later', async () => {
    await house.create('configmaps/a/x');
    await house.remove('namespaces/a');
    expect(await gone('namespaces/a')).toBe(false);
    await house.start().settle();
    expect(await gone('namespaces/a')).toBe(true);
  });

  it('does not wait for the collector: what orphans or waits for dependents goes too', async () => {
    const owner = await house.create('configmaps/a/owner');
    const orphaner = await house.create('configmaps/a/orphaner');
    const references = [owner, orphaner].map((reference) => ({ ...reference, blockOwnerDeletion: true }));
    await house.create('secrets/a/dependent', { ownerReferences: references });
    await house.remove('configmaps/a/owner', 'Foreground');
    await house.remove('configmaps/a/orphaner', 'Orphan');
    await house.remove('namespaces/a');
    await house.start(['namespace']).settle();
    expect(await gone('namespaces/a')).toBe(true);
  });

  it('keeps finalizers of others on the namespace itself', async () => {
    await house.create('namespaces/c', {}, { spec: { finalizers: ['example.com/mine'] } });
    const { settle } = house.start();
    await house.remove('namespaces/c');
    await settle();
    expect((await house.get('namespaces/c'))?.spec).toEqual({ finalizers: ['example.com/mine'] });
  });

  it('goes when its owner goes', async () => {
    const { settle } = house.start();
    const owner = await house.reference('namespaces/b');
    await house.create('namespaces/c', { ownerReferences: [owner] });
    await house.create('secrets/c/x');
    await house.remove('namespaces/b');
    await settle();
    expect(await house.paths('namespaces')).toEqual(['namespaces/a']);
    expect(await house.paths('secrets')).toEqual([]);
  });

  it('takes along a kind that comes while it waits', async () => {
    const { settle } = house.start();
    await house.create('configmaps/a/stay', { finalizers: ['example.com/hold'] });
    house.addKind(gadgets({ namespaced: true }));
    await house.create('gadgets/a/late');
    await house.remove('namespaces/a');
    await settle();
    expect(await gone('gadgets/a/late')).toBe(true);
    await release('configmaps/a/stay');
    await settle();
    expect(await gone('namespaces/a')).toBe(true);
  });

  it('says what could not be deleted', async () => {
    const { settle } = house.start();
    await house.spoil('secrets/a/broken', Buffer.from('\u0001\0\0\0{'));
    await house.create('configmaps/a/x');
    await house.remove('namespaces/a');
    await settle();
    expect((await conditions('a')).NamespaceDeletionContentFailure).toMatch(
      /^True ContentDeletionFailed: Failed to delete all resource types, 1 remaining: /,
    );
    expect(await house.paths('configmaps')).toEqual([]);
  });
});

describe('a namespace that clients still ask for', () => {
  const clock = manualClock({ longMs: 100 });
  let waiting: House;
  beforeEach(async () => {
    waiting = await House.open({ clock });
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
