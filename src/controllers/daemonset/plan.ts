import { isDeleting, isEnded, isReady, type Pod, untilAvailable } from '../pods/pod.ts';
import { shareOf } from '../pods/share.ts';
import { REVISION_LABEL } from '../revisions/revision.ts';
import { type NodeFit, nodeFit } from './node-match.ts';
import type { DaemonSet, DaemonSetStatus, Node } from './types.ts';

interface DaemonView {
  readonly set: DaemonSet;
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  /** Of the present template. */
  readonly hash: string;
  readonly collisionCount: number | undefined;
  readonly nowMs: number;
}

interface DaemonPlan {
  /** Names of nodes. */
  readonly create: readonly string[];
  readonly remove: readonly Pod[];
  readonly status: DaemonSetStatus;
  readonly againMs?: number;
}

interface ObjectKey {
  readonly name: string;
  readonly fit: NodeFit;
  readonly pods: readonly Pod[];
}

/** k8s: daemon/daemon_controller.go manage, update.go rollingUpdate */
export function planDaemonSet(view: DaemonView): DaemonPlan {
  const { set, pods, nodes, nowMs } = view;
  const template = set.spec?.template ?? {};
  const objectKeys = nodes.map((node) => {
    const { name = '' } = node.metadata;
    return { name, fit: nodeFit(node, template), pods: pods.filter((pod) => targetNode(pod) === name) };
  });
  const waits = pods.map((pod) => untilAvailable(pod, set.spec?.minReadySeconds ?? 0, nowMs) ?? 0);
  const later = waits.filter((wait) => wait > 0);
  const steps = isDeleting(set) ? { create: [], remove: [] } : stepsOf(view, objectKeys);
  return { ...steps, status: statusOf(view, objectKeys), ...(later.length > 0 && { againMs: Math.min(...later) }) };
}

function stepsOf(view: DaemonView, objectKeys: readonly ObjectKey[]): Pick<DaemonPlan, 'create' | 'remove'> {
  const known = new Set(objectKeys.map(({ name }) => name));
  const lost = view.pods.filter((pod) => !pod.spec?.nodeName && !isDeleting(pod) && !known.has(targetNode(pod) ?? ''));
  const create = objectKeys.filter(({ fit, pods }) => fit.shouldRun && pods.length === 0).map(({ name }) => name);
  const remove = objectKeys.flatMap((objectKey) => surplusOn(view, objectKey));
  const isManaged = create.length + remove.length + lost.length > 0;
  if (isManaged || view.set.spec?.updateStrategy?.type === 'OnDelete') return { create, remove: [...remove, ...lost] };
  return rollingSteps(view, objectKeys);
}

function surplusOn(view: DaemonView, { fit, pods }: ObjectKey): Pod[] {
  const staying = pods.filter((pod) => !isDeleting(pod));
  if (!fit.mayStay) return staying;
  if (!fit.shouldRun) return [];
  const failed = staying.filter(isEnded);
  const running = staying.filter((pod) => !isEnded(pod)).sort(byAge);
  // During a surge update a node may have a pod of each revision.
  const perRevision =
    surgeOf(view) > 0 ? [running.filter(isNew(view)), running.filter((pod) => !isNew(view)(pod))] : [running];
  return [...failed, ...perRevision.flatMap((group) => group.slice(1))];
}

function rollingSteps(view: DaemonView, objectKeys: readonly ObjectKey[]): Pick<DaemonPlan, 'create' | 'remove'> {
  const running = objectKeys.filter(({ fit }) => fit.shouldRun);
  const surge = surgeOf(view);
  if (surge > 0) return surgeSteps(view, running, surge);
  const { rollingUpdate } = view.set.spec?.updateStrategy ?? {};
  const limit = shareOf(rollingUpdate?.maxUnavailable ?? 1, running.length, 'up');
  const isGood = (pod: Pod): boolean => isAvailable(view, pod);
  const old = running.flatMap(({ pods }) => pods.filter((pod) => !isNew(view)(pod) && !isDeleting(pod)));
  const away = running.filter(({ pods }) => !pods.some(isGood)).length;
  const good = old.filter(isGood);
  return { create: [], remove: [...old.filter((pod) => !isGood(pod)), ...good.slice(0, Math.max(0, limit - away))] };
}

function surgeSteps(
  view: DaemonView,
  objectKeys: readonly ObjectKey[],
  surge: number,
): Pick<DaemonPlan, 'create' | 'remove'> {
  const staying = objectKeys.map(({ name, pods }) => ({ name, pods: pods.filter((pod) => !isDeleting(pod)) }));
  const parts = staying.map(({ name, pods }) => ({
    name,
    fresh: pods.find(isNew(view)),
    old: pods.filter((pod) => !isNew(view)(pod)),
  }));
  const replaced = parts.filter(({ fresh }) => fresh !== undefined && isAvailable(view, fresh));
  const doubled = parts.filter(({ fresh, old }) => fresh !== undefined && old.length > 0 && !isAvailable(view, fresh));
  const waiting = parts.filter(({ fresh, old }) => fresh === undefined && old.length > 0);
  return {
    create: waiting.slice(0, Math.max(0, surge - doubled.length)).map(({ name }) => name),
    remove: replaced.flatMap(({ old }) => old),
  };
}

function surgeOf({ set, nodes }: DaemonView): number {
  return shareOf(set.spec?.updateStrategy?.rollingUpdate?.maxSurge, nodes.length, 'up');
}

const isNew =
  ({ hash }: DaemonView) =>
  ({ metadata }: Pod): boolean =>
    metadata.labels?.[REVISION_LABEL] === hash;

function isAvailable({ set, nowMs }: DaemonView, pod: Pod): boolean {
  return !isDeleting(pod) && untilAvailable(pod, set.spec?.minReadySeconds ?? 0, nowMs) === 0;
}

function byAge({ metadata: a }: Pod, { metadata: b }: Pod): number {
  const [one, other] = [`${a.creationTimestamp} ${a.name}`, `${b.creationTimestamp} ${b.name}`];
  return one < other ? -1 : 1;
}

/** The node where a pod runs, or is meant to. */
export function targetNode({ spec }: Pod): string | undefined {
  if (spec?.nodeName) return spec.nodeName;
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  for (const { matchFields = [] } of required?.nodeSelectorTerms ?? []) {
    const [only] = matchFields.filter(({ key, operator }) => key === 'metadata.name' && operator === 'In');
    if (only?.values?.length === 1) return only.values[0];
  }
  return undefined;
}

function statusOf(view: DaemonView, objectKeys: readonly ObjectKey[]): DaemonSetStatus {
  const { set, collisionCount } = view;
  const wanted = objectKeys.filter(({ fit }) => fit.shouldRun);
  const scheduled = wanted.filter(({ pods }) => pods.length > 0);
  // Of several pods on a node the oldest counts.
  const first = scheduled.flatMap(({ pods }) => [...pods].sort(byAge).slice(0, 1));
  const available = first.filter((pod) => isAvailable(view, pod)).length;
  const { conditions } = set.status ?? {};
  return {
    observedGeneration: Number(set.metadata.generation ?? 0),
    currentNumberScheduled: scheduled.length,
    numberMisscheduled: objectKeys.filter(({ fit, pods }) => !fit.shouldRun && pods.length > 0).length,
    desiredNumberScheduled: wanted.length,
    numberReady: first.filter(isReady).length,
    updatedNumberScheduled: first.filter(isNew(view)).length,
    numberAvailable: available,
    numberUnavailable: wanted.length - available,
    ...(collisionCount !== undefined && { collisionCount }),
    ...(conditions && { conditions }),
  };
}
