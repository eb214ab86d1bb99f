import { describe, expect, it } from 'vitest';
import type { CatalogGroup } from '#machinery';
import { CustomCatalog } from './custom-catalog.ts';
import type { CustomResourceDefinition } from './definition.ts';
import { sampleDefinition, sampleSchema, sampleVersion } from './testing/sample-definition.ts';

function catalogs(
  groups: readonly CatalogGroup[] = [{ group: '', versions: ['v1'] }],
  dropped: string[] = [],
): CustomCatalog {
  return new CustomCatalog({
    builtins: [],
    groups,
    converterFor: () => ({ convert: (objects) => [...objects] }),
    dropped: ({ metadata }) => dropped.push(`${metadata.name}@${metadata.generation}`),
  });
}

const changed = (definition: CustomResourceDefinition, more: object = {}): CustomResourceDefinition => ({
  ...definition,
  metadata: { ...definition.metadata, resourceVersion: '9' },
  ...more,
});

describe('the catalog of built-in and custom resources', () => {
  it('serves each version of an established definition with the rules of that version', () => {
    const definition = sampleDefinition([
      sampleVersion('v1'),
      sampleVersion('v2'),
      sampleVersion('v3', { served: false }),
    ]);
    const catalog = catalogs().next([definition]);
    expect(catalog.find('example.com', 'v1', 'widgets')?.definition.onlyVersion).toBe('v1');
    expect(catalog.find('example.com', 'v2', 'widgets')?.definition.onlyVersion).toBe('v2');
    expect(catalog.find('example.com', 'v3', 'widgets')).toBeUndefined();
    expect(catalog.groups.at(-1)).toEqual({ group: 'example.com', versions: ['v2', 'v1'] });
  });

  it('leaves out what is not established, and announces its versions', () => {
    const custom = catalogs();
    const [one, other] = [sampleDefinition(), sampleDefinition([sampleVersion('v3')], { name: 'gadgets' })];
    const refused = changed(other, { status: { ...other.status, conditions: [] } });
    const catalog = custom.next([one, refused]);
    expect(catalog.group('example.com')?.versions).toEqual(['v1']);
    expect(catalog.announced.at(-1)).toEqual({ group: 'example.com', versions: ['v3', 'v1'] });
    expect(custom.next([one, changed(refused)])).toBe(catalog);
    const accepted = custom.next([one, other]);
    expect(accepted.group('example.com')?.versions).toEqual(['v3', 'v1']);
    expect(custom.next([one]).announced.at(-1)?.versions).toEqual(['v1']);
  });

  it('joins the versions of all definitions of a group, and puts the group behind the built-in ones', () => {
    const first = sampleDefinition([sampleVersion('v1'), sampleVersion('v10'), sampleVersion('v2beta1')]);
    const second = sampleDefinition([sampleVersion('v1', { name: 'v9' })], { name: 'gadgets' });
    expect(catalogs().next([first, second]).groups).toEqual([
      { group: '', versions: ['v1'] },
      { group: 'example.com', versions: ['v10', 'v9', 'v1', 'v2beta1'] },
    ]);
  });

  it('serves nothing that a definition adds to a built-in group', () => {
    const builtIn = { group: 'example.com', versions: ['v5'] };
    const catalog = catalogs([{ group: '', versions: ['v1'] }, builtIn]).next([sampleDefinition()]);
    expect(catalog.find('example.com', 'v1', 'widgets')).toBeUndefined();
    expect(catalog.group('example.com')).toEqual(builtIn);
  });

  it('loses no definition when reading another one fails', () => {
    const custom = catalogs();
    const [one, other] = [sampleDefinition(), sampleDefinition([sampleVersion('v7')], { name: 'gadgets' })];
    function* broken() {
      yield one;
      throw new Error('damaged');
    }
    expect(() => custom.next(broken())).toThrow('damaged');
    expect(custom.next([one]).group('example.com')?.versions).toEqual(['v1']);
    expect(custom.next([one, other]).group('example.com')?.versions).toEqual(['v7', 'v1']);
  });

  it('keeps the resources of definitions whose spec and names have not changed', () => {
    const dropped: string[] = [];
    const custom = catalogs(undefined, dropped);
    const [one, other] = [sampleDefinition(), sampleDefinition(undefined, { name: 'gadgets' })];
    const before = custom.next([one, other]);
    const newer = changed(other, {
      metadata: { ...other.metadata, generation: 2 },
      spec: { ...other.spec, scope: 'Cluster' },
    });
    const after = custom.next([changed(one), newer]);
    const found = (catalog: typeof before, name: string) => catalog.find('example.com', 'v1', name)?.definition;
    expect(found(after, 'widgets')).toBe(found(before, 'widgets'));
    expect(found(after, 'gadgets')).not.toBe(found(before, 'gadgets'));
    expect(found(after, 'gadgets')?.namespaced).toBe(false);
    expect(dropped).toEqual(['gadgets.example.com@1']);
    custom.next([]);
    expect(dropped.slice(1).sort()).toEqual(['gadgets.example.com@2', 'widgets.example.com@1']);
  });

  it('stays the same catalog while nothing changes but what definitions say about themselves', () => {
    const custom = catalogs();
    const [one, other] = [sampleDefinition(), sampleDefinition(undefined, { name: 'gadgets' })];
    const before = custom.next([one, other]);
    expect(custom.next([changed(one), changed(other)])).toBe(before);
    expect(custom.next([changed(one)])).not.toBe(before);
  });

  it('forgets a group with its last definition, and begins it again with the next', () => {
    const custom = catalogs();
    const one = sampleDefinition();
    custom.next([one]);
    const without = custom.next([]);
    expect([without.hasGroup('example.com'), without.find('example.com', 'v1', 'widgets')]).toEqual([false, undefined]);
    expect(custom.next([one]).groups.at(-1)).toEqual({ group: 'example.com', versions: ['v1'] });
  });

  it('serves new names when they are accepted', () => {
    const custom = catalogs();
    const one = sampleDefinition();
    custom.next([one]);
    const acceptedNames = { ...one.spec.names, shortNames: ['wg'] };
    const catalog = custom.next([changed(one, { status: { ...one.status, acceptedNames } })]);
    expect(catalog.find('example.com', 'v1', 'widgets')?.definition.shortNames).toEqual(['wg']);
  });

  it('lets no object be made while its definition is on its way out, though the resources stay the same', () => {
    const custom = catalogs();
    const one = sampleDefinition();
    const before = custom.next([one]).find('example.com', 'v1', 'widgets');
    const leaving = changed(one, { metadata: { ...one.metadata, deletionTimestamp: '2024-01-01T00:00:00Z' } });
    expect(custom.next([leaving]).find('example.com', 'v1', 'widgets')?.definition).toBe(before?.definition);
    const object = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' } };
    expect(() => before?.definition.strategy.prepareForCreate(object, {} as never)).toThrow('terminating');
  });

  it('does not look at a schema before it is used', () => {
    const reads: PropertyKey[] = [];
    const watched = new Proxy(sampleSchema, {
      get(target, key) {
        reads.push(key);
        return Reflect.get(target, key);
      },
    });
    const definition = sampleDefinition([sampleVersion('v1', { schema: { openAPIV3Schema: watched } })]);
    const served = catalogs().next([definition]).find('example.com', 'v1', 'widgets');
    expect(reads).toEqual([]);
    served?.versionDefinition.default({ apiVersion: '', kind: '', metadata: {} });
    expect(reads).not.toEqual([]);
  });
});
