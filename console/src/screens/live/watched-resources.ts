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
/** A browser opens six connections to a server that does not speak HTTP/2, and a watch keeps one. */
const MOST_WITHOUT_HTTP2 = 4;

/** How many can be watched at once. Browsers speak HTTP/2 over TLS alone. */
export const mostWatched = (protocol: string): number => (protocol === 'https:' ? MOST : MOST_WITHOUT_HTTP2);

export const resourceKey = ({ resource, group }: Pick<ServedResource, 'resource' | 'group'>): string =>
  `${resource}.${group}`;

export const canWatch = ({ verbs }: ServedResource): boolean => verbs.includes('watch') && verbs.includes('list');

/** The chosen ones; without a choice the usual ones, and those that somebody has defined. */
export function watchedResources(
  all: readonly ServedResource[],
  chosen: readonly string[],
  most: number,
): readonly ServedResource[] {
  const possible = all.filter(canWatch);
  if (chosen.length > 0) return possible.filter((one) => chosen.includes(resourceKey(one))).slice(-most);
  const defined = possible.filter(({ group }) => group.includes('.') && !group.endsWith('.k8s.io'));
  const first = usual.flatMap((key) => possible.filter((one) => resourceKey(one) === key));
  return [...first, ...defined].slice(0, most);
}
