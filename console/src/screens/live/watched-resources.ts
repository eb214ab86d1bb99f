import type { ServedResource } from '../../api/discovery.ts';

/** What people change most, where nobody has chosen. */
const usual = [
  'pods.',
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'jobs.batch',
  'services.',
  'configmaps.',
  'secrets.',
  'namespaces.',
  'customresourcedefinitions.apiextensions.k8s.io',
];
const MOST = 24;

export const resourceKey = ({ resource, group }: Pick<ServedResource, 'resource' | 'group'>): string =>
  `${resource}.${group}`;

export const canWatch = ({ verbs }: ServedResource): boolean => verbs.includes('watch') && verbs.includes('list');

/** The chosen ones; without a choice the usual ones, and those that somebody has defined. */
export function watchedResources(all: readonly ServedResource[], chosen: readonly string[]): readonly ServedResource[] {
  const possible = all.filter(canWatch);
  if (chosen.length > 0) return possible.filter((one) => chosen.includes(resourceKey(one)));
  const defined = possible.filter(({ group }) => group.includes('.') && !group.endsWith('.k8s.io'));
  return [...possible.filter((one) => usual.includes(resourceKey(one))), ...defined].slice(0, MOST);
}
