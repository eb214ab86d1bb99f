import type { RemoteApis, RemoteSpec } from '#http';
import type { Catalog, CatalogGroup } from '#machinery';
import { compareVersions } from '#meta';
import type { ApiService, RegisteredApis } from './registered-apis.ts';
import { noDocuments, type ServerDocuments } from './server-documents.ts';

const OWN_GROUP = 'apiregistration.k8s.io';
/** Higher than any that can be registered: this group comes first. */
const OWN_PRIORITY = 20_001;
const USUAL_GROUP_PRIORITY = 1000;
const USUAL_VERSION_PRIORITY = 15;

/** What is registered, and what the servers of others say, put together for one catalog. */
export function remoteApis(
  catalog: Catalog,
  { all, remote }: RegisteredApis,
  documents: ReadonlyMap<string, ServerDocuments>,
): RemoteApis {
  const services = new Map(all.map((service) => [service.metadata.name ?? '', service]));
  const of = (name: string): ServerDocuments => documents.get(name) ?? noDocuments;
  const openapi = new Map<string, string>();
  for (const name of remote.keys()) for (const [key, address] of of(name).openapi) openapi.set(key, address);
  return {
    registered: registeredGroups(all),
    ordered: orderedGroups(catalog, { services, remote }),
    version: (group, version) => (remote.has(`${version}.${group}`) ? of(`${version}.${group}`) : undefined),
    openapi,
    specs: [...remote.values()]
      .sort(byGroupPriority)
      .map(({ metadata }) => of(metadata.name ?? '').spec)
      .filter((spec): spec is RemoteSpec => spec !== undefined),
  };
}

const priorityOf = ({ spec }: ApiService): number => spec?.groupPriorityMinimum ?? 0;

/** k8s: apiregistration/v1/helper ByGroupPriorityMinimum */
function byGroupPriority(a: ApiService, b: ApiService): number {
  return priorityOf(b) - priorityOf(a) || ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1);
}

export function byVersionPriority(a: ApiService, b: ApiService): number {
  const difference = (b.spec?.versionPriority ?? 0) - (a.spec?.versionPriority ?? 0);
  return difference || compareVersions(a.spec?.version ?? '', b.spec?.version ?? '');
}

function registeredGroups(all: readonly ApiService[]): readonly CatalogGroup[] {
  const groups = new Map<string, ApiService[]>([[OWN_GROUP, []]]);
  for (const service of [...all].sort(byGroupPriority)) {
    const group = service.spec?.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), service]);
  }
  return [...groups].map(([group, services]) => {
    const versions = services.sort(byVersionPriority).map(({ spec }) => spec?.version ?? '');
    return { group, versions: group === OWN_GROUP && versions.length === 0 ? ['v1'] : versions };
  });
}

interface Registered {
  readonly services: ReadonlyMap<string, ApiService>;
  readonly remote: ReadonlyMap<string, ApiService>;
}

/** k8s: endpoints/discovery/aggregated calculateAPIGroupsLocked */
function orderedGroups(catalog: Catalog, { services, remote }: Registered): readonly CatalogGroup[] {
  const groups = new Map(catalog.groups.map(({ group, versions }) => [group, [...versions]]));
  for (const { spec = {} } of remote.values()) {
    const { group = '', version = '' } = spec;
    const versions = groups.get(group) ?? [];
    groups.set(group, versions.includes(version) ? versions : [...versions, version]);
  }
  const service = (group: string, version: string): ApiService | undefined => services.get(`${version}.${group}`);
  const groupPriority = (group: string, versions: readonly string[]): number => {
    if (group === OWN_GROUP) return OWN_PRIORITY;
    return Math.max(
      ...versions.map((version) => service(group, version)?.spec?.groupPriorityMinimum ?? USUAL_GROUP_PRIORITY),
    );
  };
  const versionPriority = (group: string, version: string): number =>
    service(group, version)?.spec?.versionPriority ?? USUAL_VERSION_PRIORITY;
  return [...groups]
    .map(([group, versions]) => ({ group, versions, priority: groupPriority(group, versions) }))
    .sort((a, b) => b.priority - a.priority || (a.group < b.group ? -1 : 1))
    .map(({ group, versions }) => {
      const isMixed = versions.some((version) => remote.has(`${version}.${group}`));
      const inOrder = (a: string, b: string): number =>
        versionPriority(group, b) - versionPriority(group, a) || compareVersions(a, b);
      return { group, versions: isMixed ? versions.sort(inOrder) : versions };
    });
}
