import type { CachedClient } from '#in-process-client';
import { storedEqual } from '#meta';
import { matcherOf } from '../event-mappers.ts';
import { inParallel } from '../in-parallel.ts';
import { claim } from '../pods/claim.ts';
import { isTerminatingNamespace, type NodeSelectorTerm, type Pod, podFrom } from '../pods/pod.ts';
import { createPodFor, removePodFor } from '../pods/pod-control.ts';
import { slowStart } from '../pods/slow-start.ts';
import { templateHash } from '../pods/template-hash.ts';
import { keepRevisions } from '../revisions/keep-revisions.ts';
import { outdatedRevisions, REVISION_LABEL } from '../revisions/revision.ts';
import { standardTolerations } from './node-match.ts';
import { planDaemonSet } from './plan.ts';
import type { DaemonSet, Node } from './types.ts';

const CONCURRENCY = 8;
const GENERATION = 'deprecated.daemonset.template.generation';

/** Keeps one pod for each node that fits. k8s: controller/daemon */
export async function reconcileDaemonSet(client: CachedClient, key: string): Promise<number | undefined> {
  const set = client.get<DaemonSet>('apps/DaemonSet', key);
  if (set === undefined) return undefined;
  try {
    return await reconcile(client, withGeneration(set));
  } catch (error) {
    if (isTerminatingNamespace(error)) return undefined;
    throw error;
  }
}

/** The hub has the template generation in a field; revisions and pods get the annotation that clients see. */
function withGeneration(set: DaemonSet): DaemonSet {
  const { metadata, spec } = set;
  const annotations = { ...metadata.annotations, [GENERATION]: String(spec?.templateGeneration ?? 0) };
  return { ...set, metadata: { ...metadata, annotations } };
}

async function reconcile(client: CachedClient, set: DaemonSet): Promise<number | undefined> {
  const matches = matcherOf(set.spec?.selector);
  const pods = await claim<Pod>(client, set, { kind: 'Pod', matches });
  const before = set.status?.collisionCount;
  const { all, current, collisionCount } = await keepRevisions(client, set, {
    matches,
    label: REVISION_LABEL,
    hash: ({ spec }, count) => templateHash(spec?.template, count === 0 ? undefined : count),
    collisionCount: before ?? 0,
  });
  const hash = current.metadata.labels?.[REVISION_LABEL] ?? '';
  const nodes = client.inNamespace<Node>('Node', '');
  const counted = collisionCount === 0 ? before : collisionCount;
  const plan = planDaemonSet({ set, nodes, pods, hash, collisionCount: counted, nowMs: client.nowMs });
  const failure = await slowStart(plan.create, (node) => createPodFor(client, set, newPod(set, node, hash)));
  const failures = await inParallel(plan.remove, CONCURRENCY, (pod) => removePodFor(client, set, pod));
  if (!storedEqual(plan.status, set.status ?? {})) {
    await client.writeStatus<DaemonSet>(set, (live) => {
      live.status = { ...plan.status };
    });
  }
  const hashes = new Set([hash, ...pods.map(({ metadata }) => metadata.labels?.[REVISION_LABEL])]);
  const live = new Set(
    all.filter(({ metadata }) => hashes.has(metadata.labels?.[REVISION_LABEL])).map(({ metadata }) => metadata.name),
  );
  const limit = set.spec?.revisionHistoryLimit;
  for (const revision of outdatedRevisions(all, { live, limit })) await client.remove(revision);
  const error = failure ?? failures[0];
  if (error !== undefined) throw error;
  return plan.againMs;
}

function newPod(set: DaemonSet, node: string, hash: string): Pod {
  const template = set.spec?.template ?? {};
  const pod = podFrom(template, set);
  const { metadata, spec = {} } = pod;
  const generation = set.metadata.annotations?.[GENERATION];
  metadata.labels = {
    ...metadata.labels,
    [REVISION_LABEL]: hash,
    ...(generation && { 'pod-template-generation': generation }),
  };
  const nodeAffinity = spec.affinity?.nodeAffinity;
  const required = nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const terms = required?.nodeSelectorTerms?.map((term) => ({ ...term, ...onNode(node) })) ?? [onNode(node)];
  spec.affinity = {
    ...spec.affinity,
    nodeAffinity: {
      ...nodeAffinity,
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms },
    },
  };
  spec.tolerations = [...(spec.tolerations ?? []), ...standardTolerations(template)];
  return pod;
}

const onNode = (name: string): NodeSelectorTerm => ({
  matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }],
});
