import { type CachedClient, timeMs } from '#in-process-client';
import { ApiError, formatMicroTime, instantOf, type KubeObject } from '#meta';
import type { SimulationOptions } from '../registrations.ts';
import { NodeEvents } from './node-events.ts';
import { isKeptAlive, type Node, newNode, nodeName, ownerOf, statusNow } from './simulated-node.ts';
import { LEASE_NAMESPACE, LEASES, READY_ANNOTATION } from './well-known.ts';

/** As a kubelet does: the lease says that the node is there, the status is written when it changes or grows old. */
const LEASE_SECONDS = 40;
const RENEWAL_MS = 10_000;
const STATUS_MS = 300_000;
/** The namespace of the leases is made while a server starts. */
const NO_NAMESPACE_MS = 50;

export interface Lease extends KubeObject {
  spec?: { holderIdentity?: string; leaseDurationSeconds?: number; renewTime?: string };
}

/**
 * Registers the nodes once, and keeps those that are there alive. One that somebody deletes stays away until the next
 * start, as it would with a kubelet, which registers its node only when it starts.
 */
export function keepNodes({ nodes }: Pick<SimulationOptions, 'nodes'>) {
  const registered = new Set<string>();
  const events = new NodeEvents();
  return async (client: CachedClient): Promise<number> => {
    for (let index = 0; index < nodes; index++) {
      const name = nodeName(index);
      if (registered.has(name)) continue;
      if (client.get<Node>('Node', name) === undefined) await client.create(newNode(index, client.now));
      registered.add(name);
    }
    const waits = [RENEWAL_MS];
    for (const node of client.all<Node>('Node', () => true)) {
      if (!isKeptAlive(node)) continue;
      waits.push(await keepAlive(client, node));
      await events.tell(client, node);
    }
    return Math.min(...waits);
  };
}

/** Answers with the milliseconds after which the lease must be renewed. */
async function keepAlive(client: CachedClient, node: Node): Promise<number> {
  if (isOutdated(node, client.nowMs)) {
    const { now } = client;
    await client.writeStatus<Node>(node, (live) => {
      live.status = statusNow(live, now);
    });
  }
  const lease = client.get<Lease>(LEASES, `${LEASE_NAMESPACE}/${node.metadata.name}`);
  if (lease === undefined) return newLease(client, node);
  const left = (timeMs(lease.spec?.renewTime) ?? 0) + RENEWAL_MS - client.nowMs;
  if (left > 0) return left;
  const renewTime = formatMicroTime(instantOf(client.nowMs));
  await client.edit<Lease>(lease, (live) => {
    live.spec = { ...live.spec, renewTime };
    live.metadata.ownerReferences = [ownerOf(node)];
  });
  return RENEWAL_MS;
}

function isOutdated(node: Node, nowMs: number): boolean {
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready');
  const wanted = node.metadata.annotations?.[READY_ANNOTATION] === 'false' ? 'False' : 'True';
  if (ready?.status !== wanted || node.status?.allocatable === undefined) return true;
  return (timeMs(ready.lastHeartbeatTime) ?? 0) + STATUS_MS <= nowMs;
}

async function newLease(client: CachedClient, node: Node): Promise<number> {
  const { name = '' } = node.metadata;
  const lease: Lease = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name, namespace: LEASE_NAMESPACE, ownerReferences: [ownerOf(node)] },
    spec: {
      holderIdentity: name,
      leaseDurationSeconds: LEASE_SECONDS,
      renewTime: formatMicroTime(instantOf(client.nowMs)),
    },
  };
  try {
    await client.create(lease);
    return RENEWAL_MS;
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'NotFound') return NO_NAMESPACE_MS;
    throw error;
  }
}
