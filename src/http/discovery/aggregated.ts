import type { Catalog } from '#machinery';
import { type ApiResource, apiResourceList } from './api-resource-list.ts';

interface ResponseKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** One document for all groups (`/apis`) or for the core group (`/api`). */
export function aggregatedDiscovery(catalog: Catalog, root: 'api' | 'apis') {
  const groups = catalog.groups.filter((known) => (known.group === '') === (root === 'api'));
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map(({ group, versions }) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versions.map((version) => ({
        version,
        resources: aggregatedResources(apiResourceList(catalog, group, version).resources),
        freshness: 'Current',
      })),
    })),
  };
}

// The legacy list is flat; here each `pods/status` stands inside `pods`.
function aggregatedResources(entries: readonly ApiResource[]) {
  return entries
    .filter((entry) => !entry.name.includes('/'))
    .map((entry) => {
      const parts = entries.filter((part) => part.name.startsWith(`${entry.name}/`));
      return {
        resource: entry.name,
        responseKind: responseKind(entry),
        scope: entry.namespaced ? 'Namespaced' : 'Cluster',
        singularResource: entry.singularName,
        verbs: entry.verbs,
        ...(entry.shortNames === undefined ? {} : { shortNames: entry.shortNames }),
        ...(entry.categories === undefined ? {} : { categories: entry.categories }),
        ...(parts.length === 0 ? {} : { subresources: parts.map(aggregatedPart) }),
      };
    });
}

const aggregatedPart = (part: ApiResource) => ({
  subresource: part.name.slice(part.name.indexOf('/') + 1),
  responseKind: responseKind(part),
  verbs: part.verbs,
});

// An empty group and version mean those of the enclosing list.
const responseKind = (entry: ApiResource): ResponseKind => ({
  group: entry.group ?? '',
  version: entry.version ?? '',
  kind: entry.kind,
});
