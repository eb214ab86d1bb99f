import type { ObservedRequest } from '#http';
import type { Catalog } from '#machinery';
import type { RequestObservation } from './metrics.ts';

const verbNames: { readonly [verb: string]: string } = {
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETECOLLECTION',
  post: 'POST',
  put: 'PUT',
  head: 'HEAD',
};

/**
 * A request in the labels of its metrics. What the server does not serve gets no label of its own: anybody could
 * invent names without end.
 */
export function requestObservation(
  { info, status, milliseconds }: ObservedRequest,
  catalog: Catalog,
): RequestObservation {
  const what = { verb: verbNames[info.verb] ?? 'other', dryRun: false, code: status, seconds: milliseconds / 1000 };
  const nothing = { group: '', version: '', resource: '', subresource: '', scope: '' } as const;
  if (!info.isResource) return { ...what, ...nothing };
  const { group, version, resource, subresource, name, namespace } = info;
  const served = catalog.find(group, version, resource);
  if (served === undefined) return { ...what, ...nothing };
  const known = served.definition.subresources.has(subresource) ? subresource : '';
  const scope = name !== '' ? 'resource' : namespace !== '' ? 'namespace' : 'cluster';
  return { ...what, group, version, resource, subresource: known, scope };
}
