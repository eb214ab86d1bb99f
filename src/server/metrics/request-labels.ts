import type { ObservedRequest, ResourceInfo } from '#http';
import type { ServedResource } from '#machinery';
import { parseQuery } from '#meta';
import type { RequestLabels } from './request-tally.ts';

/** What upstream counts of what is no resource, by how it calls it; health checks below these are not counted. */
const paths: ReadonlyMap<string, Pick<RequestLabels, 'subresource' | 'component'>> = new Map([
  ['/healthz', { subresource: '/healthz', component: '' }],
  ['/livez', { subresource: '/livez', component: '' }],
  ['/readyz', { subresource: '/readyz', component: '' }],
  ['/openapi/v3', { subresource: 'openapi/v3', component: '' }],
  ['/api', { subresource: 'api', component: 'apiserver' }],
  ['/apis', { subresource: 'apis', component: 'apiserver' }],
]);

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const connecting = new Set(['log', 'exec', 'attach', 'portforward', 'proxy']);

/** Whether a request may change something, by the method alone. */
export const isMutating = (method: string): boolean => writing.has(method);

/** The labels of a request; undefined for those that are not counted. */
export function labelsOf(request: ObservedRequest, served: ServedResource | undefined): RequestLabels | undefined {
  const { info, method } = request;
  const dryRun = dryRunOf(request.query);
  if (!info.isResource) {
    const known = paths.get(info.path);
    const nothing = { group: '', version: '', resource: '', scope: '' } as const;
    return known && { verb: pathVerb(method), dryRun, ...nothing, ...known };
  }
  if (served === undefined) return undefined;
  const { group, version, resource } = info;
  const verb = resourceVerb(request, info);
  const component = 'apiserver';
  return { verb, dryRun, group, version, resource, subresource: partOf(served, info), scope: scopeOf(info), component };
}

/** Anybody can invent names: only those that are there become labels. */
function partOf({ definition }: ServedResource, { subresource }: ResourceInfo): string {
  return definition.subresources.has(subresource) ? subresource : '';
}

function scopeOf({ name, verb, namespace }: ResourceInfo): RequestLabels['scope'] {
  if (name !== '' || verb === 'create') return 'resource';
  return namespace === '' ? 'cluster' : 'namespace';
}

function pathVerb(method: string): string {
  return method === 'GET' || writing.has(method) ? method : 'other';
}

function resourceVerb({ method, contentType }: ObservedRequest, info: ResourceInfo): string {
  if (connecting.has(info.subresource)) return 'CONNECT';
  if (info.verb === 'watch') return 'WATCH';
  if (method === 'PATCH' && contentType === 'application/apply-patch+yaml') return 'APPLY';
  if (method === 'GET' || method === 'HEAD') return scopeOf(info) === 'resource' ? 'GET' : 'LIST';
  return writing.has(method) ? method : 'other';
}

function dryRunOf(query: string): string {
  if (!query.includes('dryRun')) return '';
  const asked = parseQuery(query).get('dryRun') ?? [];
  return asked.every((one) => one === 'All') ? (asked[0] ?? '') : 'invalid';
}
