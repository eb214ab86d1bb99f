import type { ServedResource } from '#machinery';
import { ApiError, type GroupResource, type KubeObject, ownHub, type World } from '#meta';
import { smallCatalog } from '../../machinery/testing/small-catalog.ts';
import { AdmissionChain } from '../chain.ts';
import type { Lookup } from '../lookup.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';

/** Time stands still, and whoever sleeps wakes at once. */
export const world: Pick<World, 'clock' | 'ids'> = {
  clock: { now: () => 0, elapsed: () => 0, sleep: async () => {} },
  ids: { uid: () => 'uid', suffix: (length) => 'x'.repeat(length) },
};

export interface Stored {
  readonly resource: GroupResource;
  readonly object: KubeObject;
}

/** A lookup over a few objects in memory. */
export function lookupIn(stored: readonly Stored[]): Lookup {
  const of = ({ group, resource }: GroupResource, namespace: string): KubeObject[] =>
    stored
      .filter((one) => one.resource.group === group && one.resource.resource === resource)
      .map(({ object }) => object)
      .filter(({ metadata }) => namespace === '' || metadata.namespace === namespace);
  const lookup = {
    get: async (resource: GroupResource, name: string, namespace = '') =>
      of(resource, namespace).find(({ metadata }) => metadata.name === name) ?? null,
    list: async (resource: GroupResource, namespace = '') => of(resource, namespace),
  };
  return lookup as Lookup;
}

/** A request by an administrator to create a pod, if nothing else is said. What replaces its object is taken as it is. */
export function requestFor(parts: Partial<AdmissionRequest> & { readonly warnings?: string[] }): AdmissionRequest {
  const { warnings = [], object = null, ...rest } = parts;
  let wanted = object;
  const request: AdmissionRequest = {
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    subresource: '',
    served,
    options: { apiVersion: 'meta.k8s.io/v1', kind: 'CreateOptions' },
    namespace: 'ns',
    name: object?.metadata.name ?? '',
    oldObject: null,
    oldMetadata: parts.oldObject?.metadata ?? null,
    load: () => request,
    objectIn: () => wanted && ownHub.fromHub(wanted),
    oldObjectIn: () => request.oldObject && ownHub.fromHub(request.oldObject),
    replace: async (replacement) => {
      wanted = replacement.object as KubeObject;
    },
    touched: () => undefined,
    dryRun: false,
    deadline: undefined,
    user: { name: 'admin', uid: '', groups: ['system:masters'], extra: {} },
    warn: (text) => {
      warnings.push(text);
    },
    ...rest,
    get object() {
      return wanted;
    },
    get metadata() {
      return wanted?.metadata ?? null;
    },
  };
  return request;
}

/** Where plugins are tried out nobody looks at how the resource is served. */
const served = smallCatalog.find('small.example.com', 'v1', 'gadgets') as ServedResource;

/** Both phases of one plugin, as far as the request concerns it. */
export async function admit(plugin: AdmissionPlugin, request: AdmissionRequest): Promise<KubeObject | null> {
  const chain = new AdmissionChain([plugin]);
  await chain.mutate(request);
  await chain.check(request);
  return request.object;
}

export function pod(spec: object = {}, metadata: object = {}): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'ns', ...metadata },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  };
}

/** An object to find, of a resource. */
export function stored(resource: GroupResource, name: string, rest: object = {}): Stored {
  const { metadata, ...parts } = rest as Partial<KubeObject>;
  return { resource, object: { apiVersion: 'v1', kind: 'Stored', metadata: { name, ...metadata }, ...parts } };
}

/** The message of the refusal; undefined when there is none. */
export async function refusal(plugin: AdmissionPlugin, request: AdmissionRequest): Promise<string | undefined> {
  try {
    await admit(plugin, request);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
