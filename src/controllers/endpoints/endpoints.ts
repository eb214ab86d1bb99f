import type { CoreV1 } from '#apis';
import type { CachedClient } from '#in-process-client';
import { storedEqual } from '#meta';
import { isTerminatingNamespace } from '../pods/pod.ts';
import { labelsFor, podsOf, type Service, selectsPods, TRIGGER_TIME, triggerTime } from './service.ts';
import { type EndpointSubset, subsetsOf, withinCapacity } from './subsets.ts';

export type Endpoints = CoreV1['Endpoints'];

const MANAGED_BY = 'endpoints.kubernetes.io/managed-by';
const OVER_CAPACITY = 'endpoints.kubernetes.io/over-capacity';

/** Keeps the list of addresses behind a service. k8s: controller/endpoint */
export async function reconcileEndpoints(client: CachedClient, key: string): Promise<undefined> {
  const service = client.get<Service>('Service', key);
  const there = client.get<Endpoints>('Endpoints', key);
  if (service === undefined) {
    if (there !== undefined) await client.remove(there);
    return;
  }
  if (!selectsPods(service)) return;
  const pods = podsOf(client, service, { leaving: service.spec?.publishNotReadyAddresses === true });
  const { subsets, truncated } = withinCapacity(subsetsOf(service, pods));
  const labels = labelsFor(service, { [MANAGED_BY]: 'endpoint-controller' });
  const isMarked = there?.metadata.annotations?.[OVER_CAPACITY] !== undefined;
  const isSame = storedEqual(subsets, there?.subsets) && storedEqual(labels, there?.metadata.labels);
  if (there !== undefined && isSame && isMarked === truncated) return;
  const time = triggerTime(service, pods);
  const annotations = { ...(time && { [TRIGGER_TIME]: time }), ...(truncated && { [OVER_CAPACITY]: 'truncated' }) };
  await write(client, service, { there, wanted: { labels, annotations, subsets } });
}

interface WantedEndpoints {
  readonly labels: { [key: string]: string };
  readonly annotations: { [key: string]: string };
  readonly subsets: EndpointSubset[];
}

async function write(
  client: CachedClient,
  { metadata: { name = '', namespace = '' } }: Service,
  { there, wanted }: { there: Endpoints | undefined; wanted: WantedEndpoints },
): Promise<void> {
  const { labels, annotations, subsets } = wanted;
  if (there !== undefined) {
    await client.edit<Endpoints>(there, (live) => {
      const { [TRIGGER_TIME]: _, [OVER_CAPACITY]: __, ...others } = live.metadata.annotations ?? {};
      live.metadata.labels = labels;
      live.metadata.annotations = { ...others, ...annotations };
      live.subsets = subsets;
    });
    return;
  }
  const object: Endpoints = {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name, namespace, labels, annotations },
    subsets,
  };
  try {
    await client.create(object);
  } catch (error) {
    if (!isTerminatingNamespace(error)) throw error;
  }
}
