import { describe, expect, it } from 'vitest';
import { Catalog } from './catalog.ts';
import type { ResourceDefinition, VersionDefinition } from './resource-definition.ts';

interface Sample {
  readonly served?: readonly string[];
  readonly kind?: string;
  readonly onlyVersion?: string;
}

/** As much of a definition as a catalog looks at. */
function resource(group: string, name: string, { served = ['v1'], kind = name, onlyVersion }: Sample = {}) {
  const versions = new Map(
    ['v1', 'v2'].map((version) => [version, { version, served: served.includes(version) } as VersionDefinition]),
  );
  const origin = group === '' ? 'built-in' : 'custom';
  return { group, resource: name, kind, versions, origin, onlyVersion } as unknown as ResourceDefinition;
}

const groups = [
  { group: '', versions: ['v1'] },
  { group: 'example.com', versions: ['v2', 'v1'] },
];
const pods = resource('', 'pods');
const widgets = resource('example.com', 'widgets', { served: ['v1', 'v2'] });
const gadgets = resource('example.com', 'gadgets', { served: ['v1', 'v2'], onlyVersion: 'v2' });
const catalog = new Catalog([pods, widgets, gadgets], groups);

describe('a catalog', () => {
  it('finds what is served by resource and by kind, in the versions in which it is served', () => {
    expect(catalog.find('', 'v1', 'pods')?.definition).toBe(pods);
    expect(catalog.find('', 'v2', 'pods')).toBeUndefined();
    expect(catalog.find('example.com', 'v1', 'gadgets')).toBeUndefined();
    expect(catalog.findKind({ group: 'example.com', version: 'v2', kind: 'gadgets' })?.definition).toBe(gadgets);
    expect(catalog.findKind({ group: '', version: 'v2', kind: 'gadgets' })).toBeUndefined();
    expect(catalog.definition('example.com', 'gadgets')).toBe(gadgets);
  });

  it('names the resources of a version in order', () => {
    expect(catalog.resourcesOf('example.com', 'v2').map(({ definition }) => definition.resource)).toEqual([
      'gadgets',
      'widgets',
    ]);
    expect(catalog.resourcesOf('example.com', 'v9')).toEqual([]);
    expect(catalog.resourcesOf('nowhere', 'v1')).toEqual([]);
  });

  it('gives the first of two resources of one kind', () => {
    const [one, other] = [resource('', 'b', { kind: 'Thing' }), resource('', 'a', { kind: 'Thing' })];
    const found = new Catalog([one, other], groups).findKind({ group: '', version: 'v1', kind: 'Thing' });
    expect(found?.definition).toBe(one);
  });

  it('knows groups, their versions, and which of them are built in', () => {
    expect(catalog.hasGroup('example.com')).toBe(true);
    expect(catalog.hasGroup('constructor')).toBe(false);
    expect([catalog.hasVersion('example.com', 'v2'), catalog.hasVersion('', 'v2')]).toEqual([true, false]);
    expect([catalog.isBuiltIn(''), catalog.isBuiltIn('example.com'), catalog.isBuiltIn('nowhere')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('shares with the next one the groups that stay as they are, and is not changed by it', () => {
    const next = catalog.with(new Map([['example.com', [widgets]]]));
    expect(next.resources.get('')).toBe(catalog.resources.get(''));
    expect(next.resources.get('example.com')).not.toBe(catalog.resources.get('example.com'));
    expect(next.find('example.com', 'v2', 'gadgets')).toBeUndefined();
    expect(catalog.find('example.com', 'v2', 'gadgets')?.definition).toBe(gadgets);
    expect(next.definitions).toEqual([pods, widgets]);
  });

  it('has nothing left of a group without resources', () => {
    const next = catalog.with(new Map([['example.com', []]]), { groups: groups.slice(0, 1), announced: groups });
    expect(next.resources.has('example.com')).toBe(false);
    expect(next.hasGroup('example.com')).toBe(false);
    expect(next.resourcesOf('example.com', 'v1')).toEqual([]);
  });
});
