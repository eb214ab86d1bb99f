import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OwnerReference } from '#meta';
import { slowUnder } from '../../server/testing/registry-house.ts';
import { gadgets } from '../testing/gadgets.ts';
import { House } from '../testing/house.ts';

let house: House;
beforeEach(async () => {
  house = await House.open();
  for (const name of ['a', 'b']) await house.create(`namespaces/${name}`);
});
afterEach(() => house[Symbol.asyncDispose]());

const blocking = (reference: OwnerReference): OwnerReference => ({ ...reference, blockOwnerDeletion: true });
const held = { finalizers: ['example.com/hold'] };
const release = (path: string) =>
  house.edit(path, ({ metadata }) => {
    delete metadata.finalizers;
  });
const metadataOf = async (path: string) => (await house.get(path))?.metadata;
const gone = async (path: string) => (await house.get(path)) === null;

describe('deletion in the background', () => {
  it('takes the dependents along, and theirs', async () => {
    const { settle } = house.start();
    const owner = await house.create('configmaps/a/owner');
    const child = await house.create('secrets/a/child', { ownerReferences: [owner] });
    await house.create('secrets/a/grandchild', { ownerReferences: [child] });
    await house.create('secrets/a/bystander');
    await settle();
    expect(await gone('secrets/a/grandchild')).toBe(false);
    await house.remove('configmaps/a/owner');
    await settle();
    expect(await house.paths('secrets')).toEqual(['secrets/a/bystander']);
  });

  it('keeps a dependent with another owner and drops the reference to the lost one', async () => {
    const { settle } = house.start();
    const first = await house.create('configmaps/a/first');
    const second = await house.create('configmaps/a/second');
    await house.create('secrets/a/shared', { ownerReferences: [first, second] });
    await house.remove('configmaps/a/first');
    await settle();
    expect((await metadataOf('secrets/a/shared'))?.ownerReferences).toEqual([second]);
    await house.remove('configmaps/a/second');
    await settle();
    expect(await gone('secrets/a/shared')).toBe(true);
  });

  it('waits for the finalizers of a dependent, whose reference stays', async () => {
    const { settle } = house.start();
    const owner = await house.create('configmaps/a/owner');
    await house.create('secrets/a/held', { ownerReferences: [blocking(owner)], ...held });
    await house.remove('configmaps/a/owner');
    await settle();
    const metadata = await metadataOf('secrets/a/held');
    expect(metadata?.deletionTimestamp).toBeDefined();
    expect(metadata?.ownerReferences).toEqual([blocking(owner)]);
    await release('secrets/a/held');
    await settle();
    expect(await gone('secrets/a/held')).toBe(true);
  });

  it('ends circles', async () => {
    const { settle } = house.start();
    const one = await house.create('configmaps/a/one');
    const two = await house.create('configmaps/a/two', { ownerReferences: [blocking(one)] });
    await house.edit('configmaps/a/one', ({ metadata }) => {
      metadata.ownerReferences = [blocking(two)];
    });
    await settle();
    expect(await house.paths('configmaps')).toHaveLength(2);
    await house.remove('configmaps/a/one');
    await settle();
    expect(await house.paths('configmaps')).toEqual([]);
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
    const { settle } = house.start();
    const owner = change(await house.create('configmaps/a/owner'));
    await house.create('secrets/a/dependent', { ownerReferences: [owner] });
    await settle();
    expect(await gone('secrets/a/dependent')).toBe(collected);
  });

  it('a namespaced owner is looked for in the namespace of the dependent alone', async () => {
    const { settle } = house.start();
    const owner = await house.create('configmaps/a/owner');
    await house.create('secrets/b/dependent', { ownerReferences: [owner] });
    await settle();
    expect(await gone('secrets/b/dependent')).toBe(true);
  });

  it('an owner outside of namespaces may own what is in any of them', async () => {
    const { settle } = house.start();
    const owner = await house.reference('namespaces/b');
    await house.create('secrets/a/dependent', { ownerReferences: [owner] });
    await settle();
    expect(await gone('secrets/a/dependent')).toBe(false);
    await house.remove('namespaces/b');
    await settle();
    expect(await gone('namespaces/b')).toBe(true);
    expect(await gone('secrets/a/dependent')).toBe(true);
  });

  it('keeps what is in no namespace and names an owner in one, and says so', async () => {
    const { settle } = house.start();
    const owner = await house.create('configmaps/a/owner');
    await house.create('namespaces/c', { ownerReferences: [{ ...owner, uid: 'lost' }] });
    await settle();
    expect(await gone('namespaces/c')).toBe(false);
    expect(house.warnings).toContain('an object outside of namespaces names an owner in a namespace');
  });

  it('keeps an object with one unknown owner though the others are gone, until the kind is known', async () => {
    const { settle } = house.start();
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'lost', uid: '1' };
    const unknown = { apiVersion: 'example.com/v1', kind: 'Gadget', name: 'lost', uid: '2' };
    await house.create('secrets/a/dependent', { ownerReferences: [owner, unknown] });
    await settle();
    expect((await metadataOf('secrets/a/dependent'))?.ownerReferences).toHaveLength(2);
    house.addKind(gadgets({ namespaced: true }));
    await settle();
    expect(await gone('secrets/a/dependent')).toBe(true);
  });

  it('an owner that was deleted and made again under its name is another one', async () => {
    const { settle } = house.start();
    const owner = await house.create('configmaps/a/owner');
    await house.create('secrets/a/dependent', { ownerReferences: [owner] });
    await house.remove('configmaps/a/owner');
    await house.create('configmaps/a/owner');
    await settle();
    expect(await gone('secrets/a/dependent')).toBe(true);
    expect(await gone('configmaps/a/owner')).toBe(false);
  });
});

describe('deletion in the foreground', () => {
  it('waits for the dependents that block, then goes', async () => {
    const { settle } = house.start();
    const owner = await house.create('configmaps/a/owner');
    await house.create('secrets/a/held', { ownerReferences: [blocking(owner)], ...held });
    await house.remove('configmaps/a/owner', 'Foreground');
    await settle();
    expect((await metadataOf('configmaps/a/owner'))?.finalizers).toEqual(['foregroundDeletion']);
    expect((await metadataOf('secrets/a/held'))?.deletionTimestamp).toBeDefined();
    await release('secrets/a/held');
    await settle();
    expect(await gone('configmaps/a/owner')).toBe(true);
  });

  it('does not wait for dependents that do not block, but deletes them', async () => {
    const { settle } = house.start();
    const owner = await house.create('configmaps/a/owner');
    await house.create('secrets/a/held', { ownerReferences: [owner], ...held });
    await house.remove('configmaps/a/owner', 'Foreground');
    await settle();
    expect(await gone('configmaps/a/owner')).toBe(true);
    expect((await metadataOf('secrets/a/held'))?.deletionTimestamp).toBeDefined();
  });

  it('goes down the tree before it goes up', async () => {
    const { settle } = house.start();
    const owner = await house.create('configmaps/a/owner');
    const child = await house.create('configmaps/a/child', { ownerReferences: [blocking(owner)] });
    await house.create('secrets/a/grandchild', { ownerReferences: [blocking(child)], ...held });
    await house.remove('configmaps/a/owner', 'Foreground');
    await settle();
    expect((await metadataOf('configmaps/a/owner'))?.finalizers).toEqual(['foregroundDeletion']);
    expect((await metadataOf('configmaps/a/child'))?.finalizers).toEqual(['foregroundDeletion']);
    await release('secrets/a/grandchild');
    await settle();
    expect(await house.paths('configmaps')).toEqual([]);
  });

  it('leaves a dependent with another owner, which then holds it up no longer', async () => {
    const { settle } = house.start();
    const owner = await house.create('configmaps/a/owner');
    const other = await house.create('configmaps/a/other');
    await house.create('secrets/a/shared', { ownerReferences: [blocking(owner), other] });
    await house.remove('configmaps/a/owner', 'Foreground');
    await settle();
    expect(await gone('configmaps/a/owner')).toBe(true);
    expect((await metadataOf('secrets/a/shared'))?.ownerReferences).toEqual([other]);
  });

  it('goes on when a blocking dependent lets go of its owner', async () => {
    const { settle } = house.start();
    const owner = await house.create('configmaps/a/owner');
    await house.create('secrets/a/held', { ownerReferences: [blocking(owner)], ...held });
    await house.remove('configmaps/a/owner', 'Foreground');
    await settle();
    await house.edit('secrets/a/held', ({ metadata }) => {
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
    const { settle } = house.start();
    const one = await house.create('configmaps/a/one');
    const two = await house.create('configmaps/a/two', { ownerReferences: [blocking(one)] });
    const three = await house.create('configmaps/a/three', { ownerReferences: [blocking(two)] });
    await house.edit('configmaps/a/one', ({ metadata }) => {
      metadata.ownerReferences = [blocking(three)];
    });
    await settle();
    await Promise.all(deleted.map((name) => house.remove(`configmaps/a/${name}`, 'Foreground')));
    await settle();
    expect(await house.paths('configmaps')).toEqual([]);
  });

  it('lets go of an object that owns itself', async () => {
    const { settle } = house.start();
    const self = await house.create('configmaps/a/self');
    await house.edit('configmaps/a/self', ({ metadata }) => {
      metadata.ownerReferences = [blocking(self)];
    });
    await house.remove('configmaps/a/self', 'Foreground');
    await settle();
    expect(await gone('configmaps/a/self')).toBe(true);
  });
});

describe('orphaning', () => {
  it('strips the reference from the dependents and lets the owner go', async () => {
    const { settle } = house.start();
    const owner = await house.create('configmaps/a/owner');
    const other = await house.create('configmaps/a/other');
    await house.create('secrets/a/alone', { ownerReferences: [owner] });
    await house.create('secrets/a/shared', { ownerReferences: [owner, other] });
    await house.remove('configmaps/a/owner', 'Orphan');
    await settle();
    expect(await gone('configmaps/a/owner')).toBe(true);
    expect((await metadataOf('secrets/a/alone'))?.ownerReferences).toBeUndefined();
    expect((await metadataOf('secrets/a/shared'))?.ownerReferences).toEqual([other]);
  });

  it('spares dependents that were made a moment before', async () => {
    const { settle } = house.start();
    await settle();
    const owner = await house.create('configmaps/a/owner');
    const names = Array.from({ length: 40 }, (_, i) => `secrets/a/s${i}`);
    await Promise.all(names.map((name) => house.create(name, { ownerReferences: [owner] })));
    await house.remove('configmaps/a/owner', 'Orphan');
    await settle();
    expect(await house.paths('secrets')).toHaveLength(40);
    expect(await gone('configmaps/a/owner')).toBe(true);
  });

  it('keeps what somebody else writes to a dependent at the same time', async () => {
    const { settle } = house.start();
    const owner = await house.create('configmaps/a/owner');
    await house.create('secrets/a/dependent', { ownerReferences: [owner] });
    await settle();
    const writes = Array.from({ length: 20 }, (_, i) =>
      house.edit('secrets/a/dependent', ({ metadata }) => {
        metadata.labels = { ...metadata.labels, [`l${i}`]: 'x' };
      }),
    );
    await Promise.all([house.remove('configmaps/a/owner', 'Orphan'), ...writes]);
    await settle();
    const metadata = await metadataOf('secrets/a/dependent');
    expect(Object.keys(metadata?.labels ?? {})).toHaveLength(20);
    expect(metadata?.ownerReferences).toBeUndefined();
  });
});

describe('the collector as a whole', () => {
  it('finishes what was half done when it was stopped', async () => {
    const owner = await house.create('configmaps/a/owner');
    const orphaner = await house.create('configmaps/a/orphaner');
    const gone0 = await house.create('configmaps/a/gone');
    await house.create('secrets/a/blocks', { ownerReferences: [blocking(owner)] });
    await house.create('secrets/a/orphan', { ownerReferences: [orphaner] });
    await house.create('secrets/a/lost', { ownerReferences: [gone0] });
    await house.remove('configmaps/a/owner', 'Foreground');
    await house.remove('configmaps/a/orphaner', 'Orphan');
    await house.remove('configmaps/a/gone');
    await house.start().settle();
    expect(await house.paths('configmaps')).toEqual([]);
    expect(await house.paths('secrets')).toEqual(['secrets/a/orphan']);
  });

  it('takes up with the store where another one left off', async () => {
    const { engine } = house;
    const first = house.start();
    const owner = await house.create('configmaps/a/owner');
    await house.create('secrets/a/held', { ownerReferences: [blocking(owner)], ...held });
    await house.remove('configmaps/a/owner', 'Foreground');
    await first.settle();
    await house[Symbol.asyncDispose]();
    house = await House.open({ engine });
    const { settle } = house.start();
    await release('secrets/a/held');
    await settle();
    expect(await gone('configmaps/a/owner')).toBe(true);
  });

  it.each([
    ['orphans', 'Orphan'],
    ['waits for', 'Foreground'],
  ])('%s dependents that it learns of late', async (_, policy) => {
    const owner = await house.create('configmaps/a/owner');
    await house.create('secrets/a/dependent', { ownerReferences: [blocking(owner)], ...held });
    await house.remove('configmaps/a/owner', policy);
    const engine = slowUnder('/registry/secrets/', house.engine);
    await house[Symbol.asyncDispose]();
    house = await House.open({ engine });
    await house.start().settle();
    expect((await metadataOf('secrets/a/dependent'))?.ownerReferences?.length).toBe(
      policy === 'Orphan' ? undefined : 1,
    );
    expect(await gone('configmaps/a/owner')).toBe(policy === 'Orphan');
  });

  it('survives watches that are left behind', async () => {
    await using small = await House.open({ ringEvents: 4 });
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
    const { settle } = house.start(['*', '-garbage-collector']);
    const owner = await house.create('configmaps/a/owner');
    await house.create('secrets/a/dependent', { ownerReferences: [owner] });
    await house.remove('configmaps/a/owner');
    await settle();
    expect(await gone('secrets/a/dependent')).toBe(false);
  });

  it('is not stopped by an object that cannot be read', async () => {
    const { settle } = house.start();
    await house.spoil('secrets/a/broken', Buffer.from('\u0001\0\0\0{"metadata":{"ownerReferences":[nonsense'));
    const owner = await house.create('configmaps/a/owner');
    await house.create('secrets/a/dependent', { ownerReferences: [owner] });
    await house.remove('configmaps/a/owner');
    await settle();
    expect(await house.paths('secrets')).toEqual(['secrets/a/broken']);
  });

  it('needs no conversion to delete', async () => {
    house.addKind(gadgets({ namespaced: true, broken: true }));
    const { settle } = house.start();
    const owner = await house.create('configmaps/a/owner');
    const gadget = await house.create('gadgets/a/dependent', { ownerReferences: [owner] });
    await house.create('secrets/a/below', { ownerReferences: [gadget] });
    await house.remove('configmaps/a/owner');
    await settle();
    expect(await house.paths('gadgets')).toEqual([]);
    expect(await house.paths('secrets')).toEqual([]);
  });
});
