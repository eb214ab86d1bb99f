import type { Catalog } from '#machinery';
import type { GroupVersion } from '#meta';
import type { RemoteApis, RemoteVersion } from '../remote-apis.ts';
import { type ApiResource, apiResourceList } from './api-resource-list.ts';

interface ResponseKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** One document for all groups (`/apis`) or for the core group (`/api`). */
export function aggregatedDiscovery(catalog: Catalog, root: 'api' | 'apis', remote?: RemoteApis) {
  const groups = (remote?.ordered ?? catalog.groups).filter((known) => (known.group === '') === (root === 'api'));
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map(({ group, versions }) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versions.map((version) => {
        const elsewhere = remote?.version(group, version);
        if (elsewhere !== undefined) return remoteVersion(version, elsewhere);
        return { version, resources: aggregatedResources(catalog, { group, version }), freshness: 'Current' };
      }),
    })),
  };
}

const remoteVersion = (version: string, { resources, isStale }: RemoteVersion) => ({
  version,
  ...(resources.length > 0 && { resources }),
  freshness: isStale ? 'Stale' : 'Current',
});

// The legacy list is flat; here each `pods/status` stands inside `pods`.
function aggregatedResources(catalog: Catalog, { group, version }: GroupVersion) {
  const entries = apiResourceList(catalog, group, version).resources;
  // Built-in kinds leave out a group and version that are those of the list they stand in; custom ones say them.
  const own = catalog.isBuiltIn(group) ? { group: '', version: '' } : { group, version };
  return entries
    .filter((entry) => !entry.name.includes('/'))
    .map((entry) => {
      const parts = entries.filter((part) => part.name.startsWith(`${entry.name}/`));
      return {
        resource: entry.name,
        responseKind: responseKind(entry, own),
        scope: entry.namespaced ? 'Namespaced' : 'Cluster',
        singularResource: entry.singularName,
        verbs: entry.verbs,
        ...(entry.shortNames === undefined ? {} : { shortNames: entry.shortNames }),
        ...(entry.categories === undefined ? {} : { categories: entry.categories }),
        ...(parts.length === 0 ? {} : { subresources: parts.map((part) => aggregatedPart(part, own)) }),
      };
    });
}

const aggregatedPart = (part: ApiResource, own: GroupVersion) => ({
  subresource: part.name.slice(part.name.indexOf('/') + 1),
  responseKind: responseKind(part, own),
  verbs: part.verbs,
});

const responseKind = ({ group, version, kind }: ApiResource, own: GroupVersion): ResponseKind =>
  group === undefined && version === undefined
    ? { ...own, kind }
    : { group: group ?? '', version: version ?? '', kind };
