import { describe, expect, it } from 'vitest';
import type { ServedResource } from '../../api/discovery.ts';
import { byPreference } from '../../api/version-order.ts';
import { atlasOf, chosenGroups } from './atlas.ts';
import { schemaDiff } from './schema-diff.ts';
import type { ApiClient, ResourceReport } from './version-report.ts';

const served = (resource: string, group: string, versions: string[]): ServedResource => ({
  group,
  resource,
  kind: resource,
  singular: resource,
  namespaced: true,
  shortNames: [],
  verbs: ['list'],
  versions,
});
const report: ResourceReport = {
  name: 'widgets.example.com',
  group: 'example.com',
  resource: 'widgets',
  kind: 'Widget',
  origin: 'custom',
  unreadable: 0,
  versions: [
    { version: 'v1', served: true, storage: true, objects: 2 },
    { version: 'v1beta1', served: true, deprecated: true, storage: false, objects: 3 },
    { version: 'v1alpha1', served: false, storage: false, gone: true, objects: 1 },
  ],
};
const client = (user: string, lastHour: number): ApiClient => ({
  user,
  client: 'kubectl/v1.36 (linux)',
  resource: report.name,
  version: 'v1beta1',
  lastUse: '',
  lastHour,
});
const atlas = atlasOf({
  served: [
    served('widgets', 'example.com', ['v1', 'v1beta1']),
    served('gears', 'example.com', ['v1']),
    served('pods', '', ['v1']),
  ],
  reports: [report],
  clients: [client('jane', 2), client('joe', 5), client('gone', 0)],
});

describe('the atlas', () => {
  it('has a column for each version, in the order of preference', () => {
    expect(atlas.versions).toEqual(['v1', 'v1beta1', 'v1alpha1']);
    expect(['foo', 'v1alpha1', 'v2', 'v1', 'v10', 'v1beta2', 'v1beta10', 'bar'].sort(byPreference)).toEqual([
      ...['v10', 'v2', 'v1', 'v1beta10', 'v1beta2', 'v1alpha1', 'bar', 'foo'],
    ]);
  });
  it("has one's own groups first, then the others by name, each in order", () => {
    const rows = atlas.groups.map(({ group, resources }) => [group, ...resources.map(({ resource }) => resource)]);
    expect(rows).toEqual([
      ['example.com', 'gears', 'widgets'],
      ['', 'pods'],
    ]);
  });
  it('tells of each version whether it is served, what lies in it and who used it', () => {
    const widgets = atlas.groups[0]?.resources.at(-1);
    expect(widgets).toMatchObject({ name: 'widgets.example.com', isCustom: true, waiting: 4 });
    expect(widgets?.cells.get('v1beta1')).toEqual({
      served: true,
      storing: 0,
      deprecated: 1,
      objects: 3,
      requests: 7,
      users: ['joe (kubectl)', 'jane (kubectl)'],
      resources: 1,
    });
    expect(widgets?.cells.get('v1alpha1')).toMatchObject({ served: false, objects: 1 });
  });
  it('adds up the resources of a group', () => {
    expect(atlas.groups[0]?.cells.get('v1')).toMatchObject({ resources: 2, objects: 2, storing: 1 });
  });
  it('finds resources by their words, and those with several versions', () => {
    const none = { search: '', customOnly: false, severalOnly: false };
    const names = (choice: object) =>
      chosenGroups(atlas, { ...none, ...choice }).flatMap(({ resources }) => resources.map(({ name }) => name));
    expect(names({})).toHaveLength(3);
    expect(names({ search: 'example V1BETA1' })).toEqual(['widgets.example.com']);
    expect(names({ severalOnly: true })).toEqual(['widgets.example.com']);
    expect(names({ customOnly: true })).toEqual(['widgets.example.com']);
  });
});

describe('the difference of two schemas', () => {
  const object = (properties: object, more = {}) => ({ type: 'object', properties, ...more });
  it('tells fields that came, went and changed, each once', () => {
    const before = object({
      spec: object({ size: { type: 'integer' }, old: object({ deep: { type: 'string' } }), same: { type: 'string' } }),
    });
    const after = object({
      spec: object(
        {
          size: { type: 'integer', minimum: 1 },
          same: { type: 'string', description: 'new words' },
          tags: { type: 'array', items: { type: 'string' } },
        },
        { required: ['size'] },
      ),
    });
    expect(schemaDiff(before as never, after as never)).toEqual([
      { path: 'spec.old', kind: 'removed', before: 'object' },
      { path: 'spec.size', kind: 'changed', before: 'integer', after: 'integer, required, minimum 1' },
      { path: 'spec.tags', kind: 'added', after: 'array' },
    ]);
    expect(schemaDiff(before as never, before as never)).toEqual([]);
  });
  it('tells rules by their expressions', () => {
    const rule = (text: string) => object({ a: { type: 'integer', 'x-kubernetes-validations': [{ rule: text }] } });
    expect(schemaDiff(rule('self > 1') as never, rule('self > 2') as never)).toEqual([
      {
        path: 'a',
        kind: 'changed',
        before: 'integer, x-kubernetes-validations self > 1',
        after: 'integer, x-kubernetes-validations self > 2',
      },
    ]);
  });
});
