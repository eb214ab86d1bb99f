import type { Catalog, CatalogGroup } from '#machinery';
import { apiVersionOf } from '#meta';
import type { RemoteApis } from '../remote-apis.ts';

/** `/api`. `serverAddress` is where the client reached us: there is one address for everybody. */
export function apiVersions(catalog: Catalog, serverAddress: string) {
  const core = catalog.group('');
  return {
    kind: 'APIVersions',
    versions: core?.versions ?? [],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  };
}

/** `/apis` */
export function apiGroupList(catalog: Catalog) {
  const groups = catalog.announced.filter((known) => known.group !== '');
  const builtins = groups.filter(({ group }) => catalog.isBuiltIn(group));
  const customs = groups.filter(({ group }) => !catalog.isBuiltIn(group)).sort(byFirstService);
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: [...builtins, ...customs].map(groupBody) };
}

/** The same where other servers serve some of them: as they are registered. */
export function registeredGroupList({ registered }: Pick<RemoteApis, 'registered'>) {
  const groups = registered.filter(({ group }) => group !== '');
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupBody) };
}

/** Groups of definitions are in the order in which APIServices, `VERSION.GROUP`, would be: the first of each counts. */
function byFirstService(a: CatalogGroup, b: CatalogGroup): number {
  return firstService(a) < firstService(b) ? -1 : 1;
}

const firstService = ({ group, versions }: CatalogGroup): string =>
  versions.map((version) => `${version}.${group}`).sort()[0] ?? group;

/** `/apis/GROUP` */
export function apiGroup(known: CatalogGroup) {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupBody(known) };
}

function groupBody({ group, versions }: CatalogGroup) {
  const described = versions.map((version) => ({ groupVersion: apiVersionOf({ group, version }), version }));
  return { name: group, versions: described, preferredVersion: described[0] ?? { groupVersion: '', version: '' } };
}
