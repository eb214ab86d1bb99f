import type { CachedClient } from '#in-process-client';
import type { KubeObject } from '#meta';
import { controllerReference, isTerminatingNamespace } from '../pods/pod.ts';
import { type EndpointGroup, type EndpointSlice, isAsWanted, type SliceLook, type SlicePlan } from './plan.ts';

const SLICE = 'discovery.k8s.io/EndpointSlice';
export const SERVICE_NAME = 'kubernetes.io/service-name';
export const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';

/** The slices of a service that a controller manages. */
export function managedSlices(client: CachedClient, key: string, manager: string): EndpointSlice[] {
  const slash = key.indexOf('/');
  const name = key.slice(slash + 1);
  return client.inNamespace<EndpointSlice>(SLICE, key.slice(0, slash), ({ labels }) => {
    return labels[SERVICE_NAME] === name && labels[MANAGED_BY] === manager;
  });
}

interface SliceWork {
  readonly owner: KubeObject;
  readonly plan: SlicePlan;
  readonly look: SliceLook;
  /** Written along with other changes; never the reason for a write. */
  readonly times?: { [key: string]: string };
}

export async function writeSlices(client: CachedClient, { owner, plan, look, times = {} }: SliceWork): Promise<void> {
  for (const { slice, group } of plan.edit) {
    if (isAsWanted(slice, group, look)) continue;
    await client.edit<EndpointSlice>(slice, (live) => {
      live.metadata.labels = { ...look.labels };
      live.metadata.annotations = { ...(look.annotations ?? live.metadata.annotations), ...times };
      live.endpoints = [...group.endpoints];
      live.ports = [...group.ports];
    });
  }
  for (const slice of plan.remove) await client.remove(slice);
  for (const group of plan.create)
    await create(client, newSlice(owner, group, { ...look, annotations: { ...look.annotations, ...times } }));
}

async function create(client: CachedClient, slice: EndpointSlice): Promise<void> {
  try {
    await client.create(slice);
  } catch (error) {
    if (!isTerminatingNamespace(error)) throw error;
  }
}

function newSlice(owner: KubeObject, { addressType, endpoints, ports }: EndpointGroup, look: SliceLook): EndpointSlice {
  const { name, namespace = '' } = owner.metadata;
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: { ...look.labels },
      ...(Object.keys(look.annotations ?? {}).length > 0 && { annotations: { ...look.annotations } }),
      ownerReferences: [controllerReference(owner)],
    },
    addressType,
    ...(endpoints.length > 0 && { endpoints: [...endpoints] }),
    ...(ports.length > 0 && { ports: [...ports] }),
  };
}
