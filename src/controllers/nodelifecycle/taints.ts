import type { CachedClient } from '#in-process-client';
import { getOwn } from '#meta';
import type { Node, Taint } from '../daemonset/types.ts';

const PREFIX = 'node.kubernetes.io/';
const EFFECT = 'NoSchedule';

/** The taint that a condition of a node brings with it, by the status of the condition. */
const taintsOfConditions: { readonly [type: string]: { readonly [status: string]: string } } = {
  Ready: { False: 'not-ready', Unknown: 'unreachable' },
  MemoryPressure: { True: 'memory-pressure' },
  DiskPressure: { True: 'disk-pressure' },
  NetworkUnavailable: { True: 'network-unavailable' },
  PIDPressure: { True: 'pid-pressure' },
};

/** Taints that this controller sets and removes; all others are left alone. */
const ours = new Set(
  ['unschedulable', ...Object.values(taintsOfConditions).flatMap((byStatus) => Object.values(byStatus))].map(
    (name) => PREFIX + name,
  ),
);

/**
 * Sets taints by the conditions of a node: the only task of Kubernetes' controller that needs nothing but the node.
 * Nodes that stopped reporting are not detected here. k8s: controller/nodelifecycle doNoScheduleTaintingPass
 */
export async function reconcileNode(client: CachedClient, key: string): Promise<undefined> {
  const node = client.get<Node>('Node', key);
  if (node === undefined || taintsAfter(node, client.now) === undefined) return;
  await client.edit<Node>(node, (live) => {
    const taints = taintsAfter(live, client.now);
    if (taints !== undefined) live.spec = { ...live.spec, taints };
  });
}

/** Undefined when they are right as they are. */
export function taintsAfter({ spec = {}, status = {} }: Node, now: string): Taint[] | undefined {
  const taints = spec.taints ?? [];
  const wanted = wantedKeys(status.conditions ?? [], spec.unschedulable ?? false);
  const isOurs = ({ key = '', effect }: Taint): boolean => effect === EFFECT && ours.has(key);
  const kept = taints.filter((taint) => !isOurs(taint) || wanted.has(taint.key ?? ''));
  const missing = [...wanted].filter((key) => !taints.some((taint) => taint.key === key && taint.effect === EFFECT));
  if (missing.length === 0 && kept.length === taints.length) return undefined;
  return [...kept, ...missing.map((key) => ({ key, effect: EFFECT, timeAdded: now }))];
}

type Conditions = NonNullable<NonNullable<Node['status']>['conditions']>;

function wantedKeys(conditions: Conditions, isUnschedulable: boolean): ReadonlySet<string> {
  const names = conditions.flatMap(({ type = '', status = '' }) => {
    const name = getOwn(getOwn(taintsOfConditions, type) ?? {}, status);
    return name === undefined ? [] : [name];
  });
  return new Set([...names, ...(isUnschedulable ? ['unschedulable'] : [])].map((name) => PREFIX + name));
}
