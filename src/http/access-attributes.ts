import type { Attributes } from '#auth';
import { parseFieldSelector, pathSegmentName, SelectorError } from '#meta';
import type { RequestInfo, ResourceInfo } from './request-info.ts';

/** What a request asks for, as far as permission goes. */
export function accessAttributes(info: RequestInfo, query: string): Attributes {
  if (!info.isResource) return { kind: 'path', verb: info.verb, path: info.path };
  const { verb, group, resource, subresource, namespace } = info;
  const name = info.name || selectedName(info, query);
  return { kind: 'resource', verb, group, resource, subresource, namespace, name };
}

/** A list or watch that selects one name asks for that object: a permission for that name is enough. */
function selectedName({ verb }: ResourceInfo, query: string): string {
  if ((verb !== 'list' && verb !== 'watch') || !query.includes('fieldSelector')) return '';
  try {
    const selector = parseFieldSelector(new URLSearchParams(query).get('fieldSelector') ?? '');
    const name = selector.requiresExact('metadata.name') ?? '';
    return pathSegmentName(name, { prefix: false }).length === 0 ? name : '';
  } catch (error) {
    // The verb refuses a malformed selector with its own message; for permission it counts as none.
    if (error instanceof SelectorError) return '';
    throw error;
  }
}
