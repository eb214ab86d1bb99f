import { expect, it } from 'vitest';
import type { ServedResource } from '../../api/discovery.ts';
import { mostWatched, watchedResources } from './watched-resources.ts';

const served = (resource: string, group: string, verbs = ['list', 'watch']): ServedResource => ({
  ...{ resource, group, verbs, kind: resource, singular: resource, namespaced: true, shortNames: [], versions: ['v1'] },
});
const all = [
  served('configmaps', ''),
  served('bindings', '', ['create']),
  served('pods', ''),
  served('leases', 'coordination.k8s.io'),
  served('widgets', 'demo.example.com'),
];
const names = (chosen: string[], most = 24) => watchedResources(all, chosen, most).map(({ resource }) => resource);

it('watches the usual resources and those that somebody has defined', () => {
  expect(names([])).toEqual(['pods', 'configmaps', 'widgets']);
});
it('watches what was chosen', () => {
  expect(names(['leases.coordination.k8s.io', 'bindings.'])).toEqual(['leases']);
});
it('leaves connections for everything else where each watch takes one', () => {
  expect(mostWatched('http:')).toBeLessThan(6);
  expect(names([], 2)).toEqual(['pods', 'configmaps']);
});
