import { expect, it } from 'vitest';
import type { ServedResource } from '../../api/discovery.ts';
import { matchingResources } from './matching-resources.ts';

const resource = (name: string, group = '', shortNames: string[] = []): ServedResource => ({
  group,
  resource: name,
  kind: name,
  singular: name.replace(/s$/, ''),
  namespaced: true,
  shortNames,
  verbs: ['list'],
  versions: ['v1'],
});
const all = [
  resource('deployments', 'apps', ['deploy']),
  resource('podtemplates'),
  resource('pods', '', ['po']),
  { ...resource('bindings'), verbs: ['create'] },
];
const names = (text: string): string[] => matchingResources(all, text).map(({ resource }) => resource);

it('finds by name, short name and group, the exact one first', () => {
  expect(names('pod')).toEqual(['pods', 'podtemplates']);
  expect(names('po')).toEqual(['pods', 'podtemplates']);
  expect(names('apps')).toEqual(['deployments']);
  expect(names('apps pod')).toEqual([]);
});
it('shows all that can be listed where nothing is looked for', () => {
  expect(names('')).toEqual(['deployments', 'pods', 'podtemplates']);
});
