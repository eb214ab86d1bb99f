import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AdmissionAttributes,
  AdmissionChain,
  type AdmissionPlugin,
  type AdmissionRequest,
  type DynamicPlugin,
} from '#admission';
import type { DeleteOptions, Hub, JsonObject, KubeObject, ListOptions, ObjectMeta } from '#meta';
import type { Access } from './access.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import { editMetadata } from './edit-metadata.ts';
import { list } from './read.ts';
import { SmallRegistry } from './testing/small-registry.ts';
import { update } from './update.ts';

let small: SmallRegistry;
let gadgets: Access;
beforeEach(async () => {
  small = await SmallRegistry.open();
  gadgets = small.access('gadgets');
});
afterEach(() => small[Symbol.asyncDispose]());

const gadget = (name: string, change: Partial<KubeObject> = {}): KubeObject => ({
  apiVersion: 'small.example.com/v1',
  kind: 'Gadget',
  metadata: { name, namespace: 'default' },
  spec: { size: 1 },
  ...change,
});
const replace = (access: Access, object: KubeObject) =>
  update(access, { name: object.metadata.name as string, wanted: async () => structuredClone(object) });
const plainly: DeleteOptions = { dryRun: [] };
const everything: ListOptions = {
  labelSelector: '',
  fieldSelector: '',
  watch: false,
  allowWatchBookmarks: false,
  resourceVersion: '',
  resourceVersionMatch: '',
  limit: 0,
  continue: '',
};
const anything = { labels: undefined, fields: undefined };
const names = async (access: Access): Promise<readonly string[]> =>
  (await list(access, everything, anything)).entries.map(({ key }) => key);

describe('creating', () => {
  it('gives an object its identity and a version of the store', async () => {
    await create(gadgets, gadget('a'));
    const { metadata } = await small.stored(gadgets, 'a');
    expect(metadata).toMatchObject({ name: 'a', generation: 1, creationTimestamp: '2024-01-01T00:00:00Z' });
    expect(metadata.uid).toMatch(/^uid-/);
    expect(Number(metadata.resourceVersion)).toBeGreaterThan(0);
  });

  it('takes a name once', async () => {
    await create(gadgets, gadget('a'));
    await expect(create(gadgets, gadget('a'))).rejects.toMatchObject({ status: { reason: 'AlreadyExists' } });
  });

  it('makes up names that begin as asked for', async () => {
    for (let nth = 0; nth < 3; nth++) {
      await create(gadgets, gadget('', { metadata: { generateName: 'g-', namespace: 'default' } }));
    }
    const found = await names(gadgets);
    expect(found).toHaveLength(3);
    expect(found.every((key) => key.startsWith('default/g-'))).toBe(true);
  });

  it('refuses names that are none', async () => {
    await expect(create(gadgets, gadget('a/b'))).rejects.toMatchObject({ code: 422 });
    await expect(create(gadgets, gadget(''))).rejects.toMatchObject({ code: 422 });
  });

  it('changes nothing in a dry run', async () => {
    await create(small.access('gadgets', { dryRun: true }), gadget('a'));
    expect(await names(gadgets)).toEqual([]);
  });
});

describe('replacing', () => {
  it('happens on the version that the client names, or not at all', async () => {
    await create(gadgets, gadget('a'));
    const seen = await small.stored(gadgets, 'a');
    await replace(gadgets, { ...seen, spec: { size: 2 } });
    await expect(replace(gadgets, { ...seen, spec: { size: 3 } })).rejects.toMatchObject({
      code: 409,
      status: { reason: 'Conflict' },
    });
    expect((await small.stored(gadgets, 'a')).spec).toEqual({ size: 2 });
  });

  it('happens on whatever is there when the client names no version', async () => {
    await create(gadgets, gadget('a'));
    await replace(gadgets, gadget('a', { spec: { size: 2 } }));
    await replace(gadgets, gadget('a', { spec: { size: 3 } }));
    expect((await small.stored(gadgets, 'a')).spec).toEqual({ size: 3 });
  });

  it('keeps what belongs to the server', async () => {
    await create(gadgets, gadget('a'));
    const { metadata } = await small.stored(gadgets, 'a');
    await replace(gadgets, gadget('a', { spec: { size: 2 } }));
    const after = await small.stored(gadgets, 'a');
    expect(after.metadata).toMatchObject({ uid: metadata.uid, creationTimestamp: metadata.creationTimestamp });
    expect(after.metadata.generation).toBe(2);
  });

  it('does not touch another object of the same name', async () => {
    await create(gadgets, gadget('a'));
    const other = update(gadgets, { name: 'a', uid: 'another', wanted: async () => gadget('a') });
    await expect(other).rejects.toMatchObject({ code: 409 });
  });

  it('is not found where nothing is', async () => {
    await expect(replace(gadgets, gadget('a'))).rejects.toMatchObject({ code: 404 });
  });

  it('decides again when somebody else was faster', async () => {
    await create(gadgets, gadget('a', { spec: { size: 0 } }));
    const size = (object: KubeObject | null): number => (object?.spec as { size?: number } | undefined)?.size ?? 0;
    const wanted = async (live: KubeObject | null): Promise<KubeObject> =>
      gadget('a', { spec: { size: size(live) + 1 } });
    const grow = () => update(gadgets, { name: 'a', wanted });
    await Promise.all(Array.from({ length: 20 }, grow));
    expect((await small.stored(gadgets, 'a')).spec).toEqual({ size: 20 });
  });
});

describe('deleting', () => {
  it('removes what nothing holds', async () => {
    await create(gadgets, gadget('a'));
    expect((await remove(gadgets, 'a', plainly)).removed).toBe(true);
    expect(await names(gadgets)).toEqual([]);
    await expect(remove(gadgets, 'a', plainly)).rejects.toMatchObject({ code: 404 });
  });

  it.each([{ uid: 'another' }, { resourceVersion: '999' }])(
    'does not happen to another object than meant: %j',
    async (meant) => {
      await create(gadgets, gadget('a'));
      await expect(remove(gadgets, 'a', { ...plainly, preconditions: meant })).rejects.toMatchObject({ code: 409 });
      expect(await names(gadgets)).toEqual(['default/a']);
      const { metadata } = await small.stored(gadgets, 'a');
      const { uid, resourceVersion } = metadata as { uid: string; resourceVersion: string };
      expect((await remove(gadgets, 'a', { ...plainly, preconditions: { uid, resourceVersion } })).removed).toBe(true);
    },
  );

  it('waits for finalizers, and happens when the last one is taken off', async () => {
    await create(
      gadgets,
      gadget('a', { metadata: { name: 'a', namespace: 'default', finalizers: ['example.com/hold'] } }),
    );
    expect((await remove(gadgets, 'a', plainly)).removed).toBe(false);
    expect((await small.stored(gadgets, 'a')).metadata.deletionTimestamp).toBe('2024-01-01T00:00:00Z');
    await editMetadata(gadgets, { name: 'a', change: (metadata) => void delete metadata.finalizers });
    expect(await names(gadgets)).toEqual([]);
  });
});

describe('lists', () => {
  it('are of one namespace, or of all', async () => {
    const elsewhere = small.access('gadgets', { namespace: 'elsewhere' });
    await create(gadgets, gadget('a'));
    await create(elsewhere, gadget('b', { metadata: { name: 'b', namespace: 'elsewhere' } }));
    expect(await names(gadgets)).toEqual(['default/a']);
    expect(await names(elsewhere)).toEqual(['elsewhere/b']);
    expect(await names(small.access('gadgets', { namespace: '' }))).toEqual(['default/a', 'elsewhere/b']);
  });

  it('go on where a page ended, as things were then', async () => {
    for (const name of ['a', 'b', 'c']) await create(gadgets, gadget(name));
    const first = await list(gadgets, { ...everything, limit: 2 }, anything);
    expect(first.remainingItemCount).toBe(1);
    await remove(gadgets, 'c', plainly);
    const second = await list(gadgets, { ...everything, limit: 2, continue: first.continue ?? '' }, anything);
    expect(second.entries.map(({ key }) => key)).toEqual(['default/c']);
  });
});

describe('admission', () => {
  const parcel = (inside: string): KubeObject => ({
    apiVersion: 'small.example.com/v1',
    kind: 'Parcel',
    metadata: { name: 'a', namespace: 'default', finalizers: ['example.com/hold'] },
    inside,
  });
  const seen: (string | undefined)[] = [];
  const look = async ({ operation, object, oldObject }: AdmissionRequest): Promise<void> => {
    for (const shown of [object, oldObject]) if (shown !== null) seen.push(`${operation} ${shown.inside}`);
  };
  const withPlugin = (plugin: AdmissionPlugin): Access =>
    small.access('parcels', { registry: { ...small.registry, admission: new AdmissionChain([plugin]) } });
  const release = { name: 'a', change: (metadata: ObjectMeta) => void delete metadata.finalizers };
  beforeEach(() => {
    seen.length = 0;
  });

  it('sees objects of the hub in whatever is written', async () => {
    const parcels = withPlugin({ name: 'looker', check: look });
    await create(parcels, parcel('book'));
    await update(parcels, { name: 'a', wanted: async (live) => ({ ...structuredClone(live), inside: 'cup' }) as Hub });
    await remove(parcels, 'a', plainly);
    await editMetadata(parcels, release);
    expect(seen).toEqual(['CREATE book', 'UPDATE cup', 'UPDATE book', 'DELETE cup', 'UPDATE cup', 'UPDATE cup']);
    expect(await names(parcels)).toEqual([]);
  });

  it("is in nobody's way where the converter is broken, unless it looks at objects", async () => {
    await create(small.access('parcels'), parcel('inconvertible'));
    const asked: string[] = [];
    const check = async ({ operation, oldMetadata }: AdmissionAttributes): Promise<void> =>
      void asked.push(`${operation} ${oldMetadata?.name}`);
    const looking = withPlugin({ name: 'looker', check: look });
    await expect(remove(looking, 'a', plainly)).rejects.toThrow('the converter is broken');
    await expect(editMetadata(looking, release)).rejects.toThrow('the converter is broken');
    const glancing = withPlugin({ name: 'glancer', looksAt: 'metadata', check });
    await remove(glancing, 'a', plainly);
    await editMetadata(glancing, release);
    expect(asked).toEqual(['DELETE a', 'UPDATE a']);
    expect(await names(glancing)).toEqual([]);
  });

  it('changes what is stored by changing metadata, also where nothing else may change', async () => {
    const mutate = async ({ object }: AdmissionRequest): Promise<void> => {
      if (object !== null) object.metadata.labels = { seen: 'yes' };
    };
    const parcels = withPlugin({ name: 'labeller', mutate });
    await create(small.access('parcels'), parcel('book'));
    await editMetadata(parcels, {
      name: 'a',
      change: (metadata) => Object.assign(metadata, { annotations: { a: 'b' } }),
    });
    expect(await small.stored(parcels, 'a')).toMatchObject({
      metadata: { labels: { seen: 'yes' }, annotations: { a: 'b' } },
      content: 'book',
    });
  });

  it('comes between ownership and the rules, and has the last word on what is stored', async () => {
    const order: string[] = [];
    const plugin: AdmissionPlugin = {
      name: 'adder',
      async mutate({ object, operation }) {
        order.push(`${operation} mutate ${object?.metadata.generation}`);
        if (object !== null) object.metadata.labels = { sidecar: 'yes' };
      },
      async check({ object, operation }) {
        order.push(`${operation} check ${object?.metadata.generation}`);
      },
    };
    const parcels = withPlugin(plugin);
    await create(parcels, parcel('book'));
    await update(parcels, { name: 'a', wanted: async (live) => ({ ...structuredClone(live), inside: 'cup' }) as Hub });
    expect(order).toEqual(['CREATE mutate undefined', 'CREATE check 1', 'UPDATE mutate 1', 'UPDATE check 2']);
    const { metadata } = await small.stored(parcels, 'a');
    expect(metadata.labels).toEqual({ sidecar: 'yes' });
    const owned = metadata.managedFields?.map(({ fieldsV1 }) => JSON.stringify(fieldsV1)).join() ?? '';
    expect(owned).toContain('f:content');
    expect(owned).not.toContain('sidecar');
  });

  it.each<[string, (parcels: Access) => Promise<unknown>]>([
    ['created', (parcels) => create(parcels, parcel('cup'))],
    ['replaced', (parcels) => update(parcels, { name: 'b', wanted: async (live) => structuredClone(live) as Hub })],
    ['changed in its metadata', (parcels) => editMetadata(parcels, { ...release, name: 'b' })],
  ])('cannot make invalid what is %s', async (_, write) => {
    const other = parcel('book');
    await create(small.access('parcels'), { ...other, metadata: { ...other.metadata, name: 'b' } });
    const mutate = async ({ object }: AdmissionRequest): Promise<void> =>
      void Object.assign(object?.metadata ?? {}, {
        ownerReferences: [{ apiVersion: '', kind: '', name: '', uid: '' }],
      });
    await expect(write(withPlugin({ name: 'spoiler', mutate }))).rejects.toMatchObject({ code: 422 });
  });

  it('leaves a dry run without a trace', async () => {
    const parcels = small.access('parcels', { dryRun: true });
    await create(parcels, parcel('book'));
    expect(await names(parcels)).toEqual([]);
    await create(small.access('parcels'), parcel('book'));
    const before = await small.stored(parcels, 'a');
    await update(parcels, { name: 'a', wanted: async (live) => ({ ...structuredClone(live), inside: 'cup' }) as Hub });
    await remove(parcels, 'a', plainly);
    await editMetadata(parcels, release);
    expect(await small.stored(parcels, 'a')).toEqual(before);
  });
});

describe('a step of admission that comes and goes', () => {
  const gizmo = (change: Partial<KubeObject> = {}): KubeObject => ({
    apiVersion: 'small.example.com/v1',
    kind: 'Parcel',
    metadata: { name: 'a', namespace: 'default' },
    inside: 'book',
    ...change,
  });
  const withSteps = (plugin: Omit<DynamicPlugin, 'name' | 'looksAt'>, change: Partial<Access> = {}): Access => {
    const admission = new AdmissionChain([{ name: 'steps', looksAt: 'steps', ...plugin }]);
    return small.access('parcels', { registry: { ...small.registry, admission }, ...change });
  };
  const replacing = (make: (object: KubeObject) => object): Pick<DynamicPlugin, 'mutateInRounds'> => ({
    async mutateInRounds(attributes) {
      const request = await attributes.load();
      const object = make((await request.objectIn('v1')) as KubeObject) as JsonObject;
      await request.replace({ version: 'v1', object });
    },
  });

  it('sees the version and gives back the version, which is decoded and converted again', async () => {
    const seen: unknown[] = [];
    const parcels = withSteps(
      replacing(({ inside, content, ...rest }) => {
        seen.push({ inside, content });
        return { ...rest, content: `${content} and cup`, unknown: 1 };
      }),
    );
    await create(parcels, gizmo());
    await update(parcels, { name: 'a', wanted: async (live) => structuredClone(live) as Hub });
    expect(seen).toEqual([
      { inside: undefined, content: 'book' },
      { inside: undefined, content: 'book and cup' },
    ]);
    const stored = await small.stored(parcels, 'a');
    expect(stored.content).toBe('book and cup and cup');
    expect(stored).not.toHaveProperty('unknown');
  });

  it('cannot put something in the place of an object that is none', async () => {
    const parcels = withSteps(replacing((object) => ({ ...object, content: 5 })));
    await expect(create(parcels, gizmo())).rejects.toMatchObject({ code: 500 });
    expect(await names(parcels)).toEqual([]);
  });

  it('changes metadata alone where nothing else may change', async () => {
    await create(small.access('parcels'), gizmo({ metadata: { ...gizmo().metadata, labels: { old: 'yes' } } }));
    const parcels = withSteps(
      replacing(({ metadata: { labels: _, ...metadata }, ...rest }) => ({
        ...rest,
        content: 'other',
        metadata: { ...metadata, annotations: { seen: 'yes' } },
      })),
    );
    await editMetadata(parcels, { name: 'a', change: () => undefined });
    const { metadata, content } = await small.stored(parcels, 'a');
    expect({ content, labels: metadata.labels, annotations: metadata.annotations }).toEqual({
      content: 'book',
      annotations: { seen: 'yes' },
    });
  });

  it('sees and changes what a part shows, which is of another kind', async () => {
    await create(gadgets, gadget('a'));
    const seen: unknown[] = [];
    const mutateInRounds: DynamicPlugin['mutateInRounds'] = async (attributes) => {
      const request = await attributes.load();
      const [before, wanted] = [await request.oldObjectIn('v1'), await request.objectIn('v1')];
      seen.push(request.kind, before?.spec, wanted?.spec);
      await request.replace({ version: 'v1', object: { ...wanted, spec: { replicas: 7 } } as JsonObject });
    };
    const admission = new AdmissionChain([{ name: 'steps', looksAt: 'steps', mutateInRounds }]);
    const registry = { ...small.registry, admission };
    const scaling = small.access('gadgets', { registry, subresource: 'scale' });
    await update(scaling, {
      name: 'a',
      wanted: async (live) => ({ ...structuredClone(live), spec: { size: 3 } }) as Hub,
    });
    const kind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
    expect(seen).toEqual([kind, { replicas: 1 }, { replicas: 3 }]);
    expect((await small.stored(gadgets, 'a')).spec).toEqual({ size: 7 });
  });

  it('is told what was sent, of which kind, and with which options', async () => {
    const told: unknown[] = [];
    const checkAll = async ({ operation, kind, options, served }: AdmissionAttributes): Promise<void> =>
      void told.push([operation, kind.kind, options, served.definition.resource]);
    const options = { dryRun: [], fieldManager: 'me', fieldValidation: '' };
    const parcels = withSteps({ checkAll }, { options });
    await create(parcels, gizmo());
    await update(parcels, { name: 'a', wanted: async (live) => structuredClone(live) as Hub });
    await remove(parcels, 'a', { dryRun: [], gracePeriodSeconds: 0 });
    const apiVersion = 'meta.k8s.io/v1';
    expect(told).toEqual([
      ['CREATE', 'Parcel', { apiVersion, kind: 'CreateOptions', fieldManager: 'me' }, 'parcels'],
      ['UPDATE', 'Parcel', { apiVersion, kind: 'UpdateOptions', fieldManager: 'me' }, 'parcels'],
      ['DELETE', 'Parcel', { apiVersion, kind: 'DeleteOptions', gracePeriodSeconds: 0 }, 'parcels'],
    ]);
  });
});
