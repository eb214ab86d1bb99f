import { type CachedClient, timeMs } from '#in-process-client';
import type { Lease } from '../node/keep-nodes.ts';
import { isKeptAlive } from '../node/simulated-node.ts';
import { LEASE_NAMESPACE, LEASES } from '../node/well-known.ts';
import type { Node, Pod } from './evict.ts';

/** k8s: --node-monitor-grace-period */
const GRACE_MS = 50_000;
/** What only a kubelet can know of its node. */
const kubeletConditions = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

type NodeCondition = NonNullable<NonNullable<Node['status']>['conditions']>[number];

interface Heard {
  readonly sign: string;
  readonly atMs: number;
}

/**
 * Says of a node that nothing is known of it when its lease is not renewed any more. What counts is when a renewal was seen:
 * clocks of others may be wrong. Nodes without a lease are nobody's, and left alone. k8s: controller/nodelifecycle monitorNodeHealth
 */
export function watchHealth() {
  const heard = new Map<string, Heard>();
  return async (client: CachedClient, key: string): Promise<number | undefined> => {
    const node = client.get<Node>('Node', key);
    const lease = client.get<Lease>(LEASES, `${LEASE_NAMESPACE}/${key}`);
    if (node === undefined || lease === undefined || isKeptAlive(node)) return void heard.delete(key);
    const sign = signOf(node, lease);
    const known = heard.get(key);
    const last = known?.sign === sign ? known : { sign, atMs: client.nowMs };
    heard.set(key, last);
    const left = last.atMs + GRACE_MS - client.nowMs;
    if (left > 0) return left;
    await giveUp(client, node);
    return undefined;
  };
}

/** Another one whenever the node has been heard of. */
function signOf({ status }: Node, { spec }: Lease): string {
  const beats = (status?.conditions ?? []).map(({ lastHeartbeatTime }) => timeMs(lastHeartbeatTime) ?? 0);
  return `${spec?.renewTime} ${Math.max(0, ...beats)}`;
}

async function giveUp(client: CachedClient, node: Node): Promise<void> {
  if (readyOf(node)?.status === 'Unknown') return;
  const { now } = client;
  const { name = '' } = node.metadata;
  const wasReady = readyOf(node)?.status === 'True';
  await client.writeStatus<Node>(node, (live) => {
    live.status = { ...live.status, conditions: unknownConditions(live, now) };
  });
  if (!wasReady) return;
  const reason = 'NodeNotReady';
  await client.tell(node, { type: 'Normal', reason, message: `Node ${name} status is now: ${reason}` });
  for (const pod of client.all<Pod>('Pod', () => true)) {
    if (pod.spec?.nodeName === name) await markUnready(client, pod);
  }
}

const readyOf = ({ status }: Pick<Node, 'status'>): NodeCondition | undefined =>
  status?.conditions?.find(({ type }) => type === 'Ready');

/** All that the kubelet has told, as what nobody knows any more. */
function unknownConditions({ metadata, status }: Node, now: string): NodeCondition[] {
  const before = status?.conditions ?? [];
  const changed = before.map((condition): NodeCondition => {
    if (!kubeletConditions.includes(condition.type ?? '') || condition.status === 'Unknown') return condition;
    const message = 'Kubelet stopped posting node status.';
    return { ...condition, status: 'Unknown', reason: 'NodeStatusUnknown', message, lastTransitionTime: now };
  });
  const missing = kubeletConditions.filter((wanted) => !before.some(({ type }) => type === wanted));
  const never = missing.map(
    (type): NodeCondition => ({
      type,
      status: 'Unknown',
      reason: 'NodeStatusNeverUpdated',
      message: 'Kubelet never posted node status.',
      lastHeartbeatTime: metadata.creationTimestamp ?? now,
      lastTransitionTime: now,
    }),
  );
  return [...changed, ...never];
}

/** Services must not lead there. k8s: controller/util/node MarkPodsNotReady */
async function markUnready(client: CachedClient, pod: Pod): Promise<void> {
  const isReady = pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
  if (!isReady) return;
  const { now } = client;
  await client.writeStatus<Pod>(pod, (live) => {
    const conditions = (live.status?.conditions ?? []).map((condition) =>
      condition.type === 'Ready' ? { ...condition, status: 'False', lastTransitionTime: now } : condition,
    );
    live.status = { ...live.status, conditions };
  });
  await client.tell(pod, { type: 'Warning', reason: 'NodeNotReady', message: 'Node is not ready' });
}
