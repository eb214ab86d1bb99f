import type { CachedClient } from '#in-process-client';
import type { Node, Taint } from './evict.ts';

const EFFECT = 'NoExecute';
/** By the status of the condition Ready. */
const taintKeys: { readonly [status: string]: string } = {
  False: 'node.kubernetes.io/not-ready',
  Unknown: 'node.kubernetes.io/unreachable',
};

/** Has pods evicted from nodes that are not ready. k8s: controller/nodelifecycle processTaintBaseEviction */
export async function taintUnready(client: CachedClient, key: string): Promise<undefined> {
  const node = client.get<Node>('Node', key);
  if (node === undefined || taintsAfter(node, client.now) === undefined) return;
  await client.edit<Node>(node, (live) => {
    const taints = taintsAfter(live, client.now);
    if (taints !== undefined) live.spec = { ...live.spec, taints };
  });
}

/** Undefined when they are right as they are. */
export function taintsAfter({ spec, status }: Node, now: string): Taint[] | undefined {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status ?? 'Unknown';
  const wanted = taintKeys[ready];
  const taints = spec?.taints ?? [];
  const isOurs = ({ key, effect }: Taint): boolean =>
    effect === EFFECT && Object.values(taintKeys).some((one) => one === key);
  const kept = taints.filter((taint) => !isOurs(taint) || taint.key === wanted);
  const isMissing = wanted !== undefined && !kept.some((taint) => isOurs(taint));
  if (!isMissing && kept.length === taints.length) return undefined;
  return isMissing ? [...kept, { key: wanted, effect: EFFECT, timeAdded: now }] : kept;
}
