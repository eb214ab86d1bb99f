import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OwnerReference } from '#meta';
import { slowUnder } from '../../server/testing/builtin-registry.ts';
import { gadgets } from '../testing/gadgets.ts';
import { TestCluster } from '../testing/test-cluster.ts';

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await TestCluster.open();
  for (const name of ['a', 'b']) await cluster.create(`namespaces/${name}`);
});
afterEach(() => cluster[Symbol.asyncDispose]());

const blocking = (reference: OwnerReference): OwnerReference => ({ ...reference, blockOwnerDeletion: true });
const held = { finalizers: ['example.com/hold'] };
const release = (path: string) =>
  cluster.edit(path, ({ metadata }) => {
    delete metadata.finalizers;
  });
const metadataOf = async (path: string) => (await cluster.get(path))?.metadata;
const gone = async (path: string) => (await cluster.get(path)) === null;

describe('deletion in the background', () => {
  it('takes the dependents along, and theirs', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    const child = await cluster.create('secrets/a/child', { ownerReferences: [owner] });
    await cluster.create('secrets/a/grandchild', { ownerReferences: [child] });
    await cluster.create('secrets/a/bystander');
    await settle();
    expect(await gone('secrets/a/grandchild')).toBe(false);
    await cluster.remove('configmaps/a/owner');
    await settle();
    expect(await cluster.paths('secrets')).toEqual(['secrets/a/bystander']);
  });

  it('keeps a dependent with another owner and drops the reference to the lost one', async () => {
    const { settle } = cluster.start();
    const first = await cluster.create('configmaps/a/first');
    const second = await cluster.create('configmaps/a/second');
    await cluster.create('secrets/a/shared', { ownerReferences: [first, second] });
    await cluster.remove('configmaps/a/first');
    await settle();
    expect((await metadataOf('secrets/a/shared'))?.ownerReferences).toEqual([second]);
    await cluster.remove('configmaps/a/second');
    await settle();
    expect(await gone('secrets/a/shared')).toBe(true);
  });

  it('waits for the finalizers of a dependent, whose reference stays', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    await cluster.create('secrets/a/held', { ownerReferences: [blocking(owner)], ...held });
    await cluster.remove('configmaps/a/owner');
    await settle();
    const metadata = await metadataOf('secrets/a/held');
    expect(metadata?.deletionTimestamp).toBeDefined();
    expect(metadata?.ownerReferences).toEqual([blocking(owner)]);
    await release('secrets/a/held');
    await settle();
    expect(await gone('secrets/a/held')).toBe(true);
  });

  it('ends circles', async () => {
    const { settle } = cluster.start();
    const one = await cluster.create('configmaps/a/one');
    const two = await cluster.create('configmaps/a/two', { ownerReferences: [blocking(one)] });
    await cluster.edit('configmaps/a/one', ({ metadata }) => {
      metadata.ownerReferences = [blocking(two)];
    });
    await settle();
    expect(await cluster.paths('configmaps')).toHaveLength(2);
    await cluster.remove('configmaps/a/one');
    await settle();
    expect(await cluster.paths('configmaps')).toEqual([]);
  });
});

describe('owners that cannot be right', () => {
  it.each<[string, (owner: OwnerReference) => OwnerReference, boolean]>([
    ['is there', (owner) => owner, false],
    ['has another uid', (owner) => ({ ...owner, uid: 'other' }), true],
    ['has another name', (owner) => ({ ...owner, name: 'other' }), true],
    ['is of another kind', (owner) => ({ ...owner, kind: 'Secret' }), true],
    ['is of a kind that is not served', (owner) => ({ ...owner, kind: 'Nothing' }), false],
    ['is of a version that is not served', (owner) => ({ ...owner, apiVersion: 'v9' }), false],
  ])('an object whose owner %s', async (_, change, collected) => {
    const { settle } = cluster.start();
    const owner = change(await cluster.create('configmaps/a/owner'));
    await cluster.create('secrets/a/dependent', { ownerReferences: [owner] });
    await settle();
    expect(await gone('secrets/a/dependent')).toBe(collected);
  });

  it('a namespaced owner is looked for in the namespace of the dependent alone', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    await cluster.create('secrets/b/dependent', { ownerReferences: [owner] });
    await settle();
    expect(await gone('secrets/b/dependent')).toBe(true);
  });

  it('an owner outside of namespaces may own what is in any of them', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.reference('namespaces/b');
    await cluster.create('secrets/a/dependent', { ownerReferences: [owner] });
    await settle();
    expect(await gone('secrets/a/dependent')).toBe(false);
    await cluster.remove('namespaces/b');
    await settle();
    expect(await gone('namespaces/b')).toBe(true);
    expect(await gone('secrets/a/dependent')).toBe(true);
  });

  it('keeps what is in no namespace and names an owner in one, and says so', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    await cluster.create('namespaces/c', { ownerReferences: [{ ...owner, uid: 'lost' }] });
    await settle();
    expect(await gone('namespaces/c')).toBe(false);
    expect(cluster.warnings).toContain('an object outside of namespaces names an owner in a namespace');
  });

  it('keeps an object with one unknown owner though the others are gone, until the kind is known', async () => {
    const { settle } = cluster.start();
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'lost', uid: '1' };
    const unknown = { apiVersion: 'example.com/v1', kind: 'Gadget', name: 'lost', uid: '2' };
    await cluster.create('secrets/a/dependent', { ownerReferences: [owner, unknown] });
    await settle();
    expect((await metadataOf('secrets/a/dependent'))?.ownerReferences).toHaveLength(2);
    cluster.addKind(gadgets({ namespaced: true }));
    await settle();
    expect(await gone('secrets/a/dependent')).toBe(true);
  });

  it('an owner that was deleted and made again under its name is another one', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    await cluster.create('secrets/a/dependent', { ownerReferences: [owner] });
    await cluster.remove('configmaps/a/owner');
    await cluster.create('configmaps/a/owner');
    await settle();
    expect(await gone('secrets/a/dependent')).toBe(true);
    expect(await gone('configmaps/a/owner')).toBe(false);
  });
});

describe('deletion in the foreground', () => {
  it('waits for the dependents that block, then goes', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    await cluster.create('secrets/a/held', { ownerReferences: [blocking(owner)], ...held });
    await cluster.remove('configmaps/a/owner', 'Foreground');
    await settle();
    expect((await metadataOf('configmaps/a/owner'))?.finalizers).toEqual(['foregroundDeletion']);
    expect((await metadataOf('secrets/a/held'))?.deletionTimestamp).toBeDefined();
    await release('secrets/a/held');
    await settle();
    expect(await gone('configmaps/a/owner')).toBe(true);
  });

  it('does not wait for dependents that do not block, but deletes them', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    await cluster.create('secrets/a/held', { ownerReferences: [owner], ...held });
    await cluster.remove('configmaps/a/owner', 'Foreground');
    await settle();
    expect(await gone('configmaps/a/owner')).toBe(true);
    expect((await metadataOf('secrets/a/held'))?.deletionTimestamp).toBeDefined();
  });

  it('goes down the tree before it goes up', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    const child = await cluster.create('configmaps/a/child', { ownerReferences: [blocking(owner)] });
    await cluster.create('secrets/a/grandchild', { ownerReferences: [blocking(child)], ...held });
    await cluster.remove('configmaps/a/owner', 'Foreground');
    await settle();
    expect((await metadataOf('configmaps/a/owner'))?.finalizers).toEqual(['foregroundDeletion']);
    expect((await metadataOf('configmaps/a/child'))?.finalizers).toEqual(['foregroundDeletion']);
    await release('secrets/a/grandchild');
    await settle();
    expect(await cluster.paths('configmaps')).toEqual([]);
  });

  it('leaves a dependent with another owner, which then holds it up no longer', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    const other = await cluster.create('configmaps/a/other');
    await cluster.create('secrets/a/shared', { ownerReferences: [blocking(owner), other] });
    await cluster.remove('configmaps/a/owner', 'Foreground');
    await settle();
    expect(await gone('configmaps/a/owner')).toBe(true);
    expect((await metadataOf('secrets/a/shared'))?.ownerReferences).toEqual([other]);
  });

  it('goes on when a blocking dependent lets go of its owner', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    await cluster.create('secrets/a/held', { ownerReferences: [blocking(owner)], ...held });
    await cluster.remove('configmaps/a/owner', 'Foreground');
    await settle();
    await cluster.edit('secrets/a/held', ({ metadata }) => {
      metadata.ownerReferences = [{ ...owner, blockOwnerDeletion: false }];
    });
    await settle();
    expect(await gone('configmaps/a/owner')).toBe(true);
    expect(await gone('secrets/a/held')).toBe(false);
  });

  it.each([
    ['one after the other', ['one']],
    ['all at once', ['one', 'two', 'three']],
  ])('breaks circles of blocking owners, deleted %s', async (_, deleted) => {
    const { settle } = cluster.start();
    const one = await cluster.create('configmaps/a/one');
    const two = await cluster.create('configmaps/a/two', { ownerReferences: [blocking(one)] });
    const three = await cluster.create('configmaps/a/three', { ownerReferences: [blocking(two)] });
    await cluster.edit('configmaps/a/one', ({ metadata }) => {
      metadata.ownerReferences = [blocking(three)];
    });
    await settle();
    await Promise.all(deleted.map((name) => cluster.remove(`configmaps/a/${name}`, 'Foreground')));
    await settle();
    expect(await cluster.paths('configmaps')).toEqual([]);
  });

  it('lets go of an object that owns itself', async () => {
    const { settle } = cluster.start();
    const self = await cluster.create('configmaps/a/self');
    await cluster.edit('configmaps/a/self', ({ metadata }) => {
      metadata.ownerReferences = [blocking(self)];
    });
    await cluster.remove('configmaps/a/self', 'Foreground');
    await settle();
    expect(await gone('configmaps/a/self')).toBe(true);
  });
});

describe('orphaning', () => {
  it('strips the reference from the dependents and lets the owner go', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    const other = await cluster.create('configmaps/a/other');
    await cluster.create('secrets/a/alone', { ownerReferences: [owner] });
    await cluster.create('secrets/a/shared', { ownerReferences: [owner, other] });
    await cluster.remove('configmaps/a/owner', 'Orphan');
    await settle();
    expect(await gone('configmaps/a/owner')).toBe(true);
    expect((await metadataOf('secrets/a/alone'))?.ownerReferences).toBeUndefined();
    expect((await metadataOf('secrets/a/shared'))?.ownerReferences).toEqual([other]);
  });

  it('spares dependents that were made a moment before', async () => {
    const { settle } = cluster.start();
    await settle();
    const owner = await cluster.create('configmaps/a/owner');
    const names = Array.from({ length: 40 }, (_, i) => `secrets/a/s${i}`);
    await Promise.all(names.map((name) => cluster.create(name, { ownerReferences: [owner] })));
    await cluster.remove('configmaps/a/owner', 'Orphan');
    await settle();
    expect(await cluster.paths('secrets')).toHaveLength(40);
    expect(await gone('configmaps/a/owner')).toBe(true);
  });

  it('keeps what somebody else writes to a dependent at the same time', async () => {
    const { settle } = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    await cluster.create('secrets/a/dependent', { ownerReferences: [owner] });
    await settle();
    const writes = Array.from({ length: 20 }, (_, i) =>
      cluster.edit('secrets/a/dependent', ({ metadata }) => {
        metadata.labels = { ...metadata.labels, [`l${i}`]: 'x' };
      }),
    );
    await Promise.all([cluster.remove('configmaps/a/owner', 'Orphan'), ...writes]);
    await settle();
    const metadata = await metadataOf('secrets/a/dependent');
    expect(Object.keys(metadata?.labels ?? {})).toHaveLength(20);
    expect(metadata?.ownerReferences).toBeUndefined();
  });
});

describe('the collector as a whole', () => {
  it('finishes what was half done when it was stopped', async () => {
    const owner = await cluster.create('configmaps/a/owner');
    const orphaner = await cluster.create('configmaps/a/orphaner');
    const gone0 = await cluster.create('configmaps/a/gone');
    await cluster.create('secrets/a/blocks', { ownerReferences: [blocking(owner)] });
    await cluster.create('secrets/a/orphan', { ownerReferences: [orphaner] });
    await cluster.create('secrets/a/lost', { ownerReferences: [gone0] });
    await cluster.remove('configmaps/a/owner', 'Foreground');
    await cluster.remove('configmaps/a/orphaner', 'Orphan');
    await cluster.remove('configmaps/a/gone');
    await cluster.start().settle();
    expect(await cluster.paths('configmaps')).toEqual([]);
    expect(await cluster.paths('secrets')).toEqual(['secrets/a/orphan']);
  });

  it('takes up with the store where another one left off', async () => {
    const { engine } = cluster;
    const first = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    await cluster.create('secrets/a/held', { ownerReferences: [blocking(owner)], ...held });
    await cluster.remove('configmaps/a/owner', 'Foreground');
    await first.settle();
    await cluster[Symbol.asyncDispose]();
    cluster = await TestCluster.open({ engine });
    const { settle } = cluster.start();
    await release('secrets/a/held');
    await settle();
    expect(await gone('configmaps/a/owner')).toBe(true);
  });

  it.each([
    ['orphans', 'Orphan'],
    ['waits for', 'Foreground'],
  ])('%s dependents that it learns of late', async (_, policy) => {
    const owner = await cluster.create('configmaps/a/owner');
    await cluster.create('secrets/a/dependent', { ownerReferences: [blocking(owner)], ...held });
    await cluster.remove('configmaps/a/owner', policy);
    const engine = slowUnder('/registry/secrets/', cluster.engine);
    await cluster[Symbol.asyncDispose]();
    cluster = await TestCluster.open({ engine });
    await cluster.start().settle();
    expect((await metadataOf('secrets/a/dependent'))?.ownerReferences?.length).toBe(
      policy === 'Orphan' ? undefined : 1,
    );
    expect(await gone('configmaps/a/owner')).toBe(policy === 'Orphan');
  });

  it('survives watches that are left behind', async () => {
    await using small = await TestCluster.open({ ringEvents: 4 });
    const { settle } = small.start();
    await small.create('namespaces/a');
    await settle();
    const owners = await Promise.all(Array.from({ length: 30 }, (_, i) => small.create(`configmaps/a/o${i}`)));
    await Promise.all(owners.map((owner, i) => small.create(`secrets/a/d${i}`, { ownerReferences: [owner] })));
    await Promise.all(owners.map(({ name }) => small.remove(`configmaps/a/${name}`)));
    await settle();
    expect(await small.paths('secrets')).toEqual([]);
  });

  it('does nothing when it is left out', async () => {
    const { settle } = cluster.start(['*', '-garbage-collector']);
    const owner = await cluster.create('configmaps/a/owner');
    await cluster.create('secrets/a/dependent', { ownerReferences: [owner] });
    await cluster.remove('configmaps/a/owner');
    await settle();
    expect(await gone('secrets/a/dependent')).toBe(false);
  });

  it('is not stopped by an object that cannot be read', async () => {
    const { settle } = cluster.start();
    await cluster.spoil('secrets/a/broken', Buffer.from('\u0001\0\0\0{"metadata":{"ownerReferences":[nonsense'));
    const owner = await cluster.create('configmaps/a/owner');
    await cluster.create('secrets/a/dependent', { ownerReferences: [owner] });
    await cluster.remove('configmaps/a/owner');
    await settle();
    expect(await cluster.paths('secrets')).toEqual(['secrets/a/broken']);
  });

  it('needs no conversion to delete', async () => {
    cluster.addKind(gadgets({ namespaced: true, broken: true }));
    const { settle } = cluster.start();
    const owner = await cluster.create('configmaps/a/owner');
    const gadget = await cluster.create('gadgets/a/dependent', { ownerReferences: [owner] });
    await cluster.create('secrets/a/below', { ownerReferences: [gadget] });
    await cluster.remove('configmaps/a/owner');
    await settle();
    expect(await cluster.paths('gadgets')).toEqual([]);
    expect(await cluster.paths('secrets')).toEqual([]);
  });
});
