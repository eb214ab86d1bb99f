import type { ObservedRequest } from '#http';
import type { Catalog } from '#machinery';
import type { RequestObservation } from './metrics.ts';

/** A map: over HTTP/2 a client may call its method `constructor`. */
const verbNames: ReadonlyMap<string, string> = new Map([
  ['get', 'GET'],
  ['list', 'LIST'],
  ['watch', 'WATCH'],
  ['create', 'POST'],
  ['update', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
  ['deletecollection', 'DELETECOLLECTION'],
  ['post', 'POST'],
  ['put', 'PUT'],
  ['head', 'HEAD'],
]);

const nothing = { group: '', version: '', resource: '', subresource: '', name: '', namespace: '' };

/**
 * A request in the labels of its metrics. What the server does not serve gets no label of its own: anybody could
 * invent names without end.
 */
export function requestObservation(
  { info, status, milliseconds }: ObservedRequest,
  catalog: Catalog,
): RequestObservation {
  const { group, version, resource, subresource, name, namespace } = info.isResource ? info : nothing;
  const served = info.isResource ? catalog.find(group, version, resource) : undefined;
  const verb = verbNames.get(info.verb) ?? 'other';
  // Written out, not spread: this is made for every request.
  if (served === undefined) {
    return {
      verb,
      group: '',
      version: '',
      resource: '',
      subresource: '',
      scope: '',
      dryRun: false,
      code: status,
      seconds: milliseconds / 1000,
    };
  }
  return {
    verb,
    group,
    version,
    resource,
    subresource: served.definition.subresources.has(subresource) ? subresource : '',
    scope: name !== '' ? 'resource' : namespace !== '' ? 'namespace' : 'cluster',
    dryRun: false,
    code: status,
    seconds: milliseconds / 1000,
  };
}
