import type { Catalog, CatalogGroup } from '#machinery';
import { apiVersionOf } from '#meta';

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
  const groups = catalog.groups.filter((known) => known.group !== '');
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupBody) };
}

/** `/apis/GROUP` */
export function apiGroup(known: CatalogGroup) {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupBody(known) };
}

function groupBody({ group, versions }: CatalogGroup) {
  const described = versions.map((version) => ({ groupVersion: apiVersionOf({ group, version }), version }));
  return { name: group, versions: described, preferredVersion: described[0] ?? { groupVersion: '', version: '' } };
}
