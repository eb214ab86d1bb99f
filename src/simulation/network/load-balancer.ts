import type { CoreV1 } from '#apis';
import type { CachedClient } from '#in-process-client';
import { addressOf, isSimulated, type Node } from '../node/simulated-node.ts';

type Service = CoreV1['Service'];
type LoadBalancer = NonNullable<NonNullable<Service['status']>['loadBalancer']>;

/** Gives Services the addresses of the simulated nodes, as balancers that run on the nodes themselves do. */
export async function balanceLoad(client: CachedClient, key: string): Promise<undefined> {
  const service = client.get<Service>('Service', key);
  if (service === undefined || service.metadata.deletionTimestamp !== undefined) return;
  const nodes = client.all<Node>('Node', () => true).filter(isSimulated);
  if (loadBalancerAfter(service, nodes) === undefined) return;
  await client.writeStatus<Service>(service, (live) => {
    const loadBalancer = loadBalancerAfter(live, nodes);
    if (loadBalancer !== undefined) live.status = { ...live.status, loadBalancer };
  });
  if (service.spec?.type !== 'LoadBalancer') return;
  await client.tell(service, { type: 'Normal', reason: 'EnsuredLoadBalancer', message: 'Ensured load balancer' });
}

/**
 * Undefined when it is right as it is: addresses that somebody has given stay, and a Service with a class waits for the
 * balancer of that class. k8s: cloud-provider/controllers/service syncLoadBalancerIfNeeded
 */
export function loadBalancerAfter({ spec, status }: Service, nodes: readonly Node[]): LoadBalancer | undefined {
  const hasAddress = (status?.loadBalancer?.ingress ?? []).length > 0;
  if (spec?.type !== 'LoadBalancer') return hasAddress ? {} : undefined;
  if (hasAddress || spec.loadBalancerClass !== undefined || nodes.length === 0) return undefined;
  const addresses = nodes.map(addressOf).toSorted();
  return { ingress: addresses.map((ip) => ({ ip, ipMode: 'VIP' })) };
}
