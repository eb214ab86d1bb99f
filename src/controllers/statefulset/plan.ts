import { isDeleting, isEnded, isReady, type Pod, untilAvailable } from '../pods/pod.ts';
import { shareOf } from '../pods/share.ts';
import { REVISION_LABEL } from '../revisions/revision.ts';
import type { StatefulSet, StatefulSetStatus } from './types.ts';

interface SetView {
  readonly set: StatefulSet;
  readonly pods: readonly Pod[];
  /** Names of revisions: the one that is being left, and the one that is wanted. */
  readonly current: string;
  readonly update: string;
  readonly collisionCount: number;
  readonly nowMs: number;
}

interface SetPlan {
  /** By ordinal, with the name of the revision that each is made from. */
  readonly create: readonly { readonly ordinal: number; readonly revision: string }[];
  readonly remove: readonly Pod[];
  readonly status: StatefulSetStatus;
  readonly againMs?: number;
}

/** One step at a time unless the set says that order does not matter. k8s: statefulset/stateful_set_control.go */
export function planStatefulSet(view: SetView): SetPlan {
  const steps = isDeleting(view.set) ? { create: [], remove: [] } : stepsOf(view);
  const wait = nextAvailability(view);
  return { ...steps, status: statusOf(view), ...(wait !== undefined && { againMs: wait }) };
}

/** At most so many pods are made in one go. */
const BURST = 500;

type Steps = Pick<SetPlan, 'create' | 'remove'>;
const nothing: Steps = { create: [], remove: [] };

function stepsOf(view: SetView): Steps {
  const isOrdered = view.set.spec?.podManagementPolicy !== 'Parallel';
  const living = isOrdered ? nextLiving(view) : allLiving(view);
  if (living !== undefined) return living;
  const leaving = isOrdered
    ? nextLeaving(view)
    : { create: [], remove: condemned(view).filter((pod) => !isDeleting(pod)) };
  if (leaving !== undefined && leaving.remove.length > 0) return leaving;
  return leaving === undefined ? nothing : { create: [], remove: outOfDate(view, isOrdered) };
}

/** Undefined when all are there and available. */
function nextLiving(view: SetView): Steps | undefined {
  const pods = podsByOrdinal(view);
  for (const ordinal of ordinalsOf(view.set)) {
    const pod = pods.get(ordinal);
    if (pod === undefined) return { create: [{ ordinal, revision: revisionFor(view, ordinal) }], remove: [] };
    if (isEnded(pod)) return { create: [], remove: isDeleting(pod) ? [] : [pod] };
    if (isDeleting(pod) || !isAvailable(view, pod)) return nothing;
  }
  return undefined;
}

function allLiving(view: SetView): Steps | undefined {
  const pods = podsByOrdinal(view);
  const create: SetPlan['create'][number][] = [];
  for (const ordinal of ordinalsOf(view.set)) {
    if (create.length === BURST) break;
    if (!pods.has(ordinal)) create.push({ ordinal, revision: revisionFor(view, ordinal) });
  }
  const remove = living(view).filter((pod) => isEnded(pod) && !isDeleting(pod));
  return create.length + remove.length > 0 ? { create, remove } : undefined;
}

/** The pod with the highest ordinal is deleted first, and only when the others are healthy. Undefined: wait. */
function nextLeaving(view: SetView): Steps | undefined {
  const [last, ...others] = condemned(view);
  if (last === undefined) return nothing;
  if (isDeleting(last)) return undefined;
  const isOnlyIll = others.every((pod) => isAvailable(view, pod));
  if (!isRunning(last) && !isOnlyIll) return undefined;
  return { create: [], remove: [last] };
}

function outOfDate(view: SetView, isOrdered: boolean): Pod[] {
  const { set, update } = view;
  const { type, rollingUpdate } = set.spec?.updateStrategy ?? {};
  if (type !== undefined && type !== 'RollingUpdate') return [];
  const pods = living(view);
  const limit = Math.max(1, shareOf(rollingUpdate?.maxUnavailable ?? 1, pods.length, 'down'));
  const old = pods
    .slice(rollingUpdate?.partition ?? 0)
    .filter((pod) => revisionOf(pod) !== update && !isDeleting(pod))
    .reverse();
  const budget = Math.max(0, limit - pods.filter((pod) => !isAvailable(view, pod)).length);
  if (isOrdered) return old.slice(0, budget);
  const ill = old.filter((pod) => !isAvailable(view, pod));
  const well = old.filter((pod) => isAvailable(view, pod));
  return [...ill, ...well.slice(0, budget)];
}

/** The wanted ordinals in order. There may be a great many: not to be collected into a list. */
function* ordinalsOf({ spec }: StatefulSet): Iterable<number> {
  const start = spec?.ordinals?.start ?? 0;
  for (let ordinal = start; ordinal < start + (spec?.replicas ?? 1); ordinal++) yield ordinal;
}

export function isWanted({ spec }: StatefulSet, ordinal: number): boolean {
  const start = spec?.ordinals?.start ?? 0;
  return ordinal >= start && ordinal < start + (spec?.replicas ?? 1);
}

export function ordinalOf({ metadata }: Pod, { metadata: { name: set } }: StatefulSet): number | undefined {
  const { name = '' } = metadata;
  const rest = name.startsWith(`${set}-`) ? name.slice(`${set}-`.length) : '';
  return /^(?:0|[1-9][0-9]{0,9})$/.test(rest) ? Number(rest) : undefined;
}

function podsByOrdinal({ set, pods }: SetView): Map<number, Pod> {
  return new Map(pods.map((pod) => [ordinalOf(pod, set) ?? -1, pod]));
}

/** Those that are wanted, in order. */
function living(view: SetView): Pod[] {
  const numbered = [...podsByOrdinal(view)].filter(([ordinal]) => isWanted(view.set, ordinal));
  return numbered.sort(([a], [b]) => a - b).map(([, pod]) => pod);
}

/** Pods beyond the wanted number, the highest first. */
function condemned(view: SetView): Pod[] {
  const numbered = [...podsByOrdinal(view)].filter(([ordinal]) => ordinal >= 0 && !isWanted(view.set, ordinal));
  return numbered.sort(([a], [b]) => b - a).map(([, pod]) => pod);
}

function revisionFor({ set, current, update }: SetView, ordinal: number): string {
  const { type = 'RollingUpdate', rollingUpdate } = set.spec?.updateStrategy ?? {};
  const start = set.spec?.ordinals?.start ?? 0;
  const isOld =
    rollingUpdate === undefined
      ? type === 'RollingUpdate' && ordinal < start + (set.status?.currentReplicas ?? 0)
      : ordinal < start + (rollingUpdate.partition ?? 0);
  return isOld ? current : update;
}

const revisionOf = ({ metadata }: Pod): string | undefined => metadata.labels?.[REVISION_LABEL];
const isRunning = (pod: Pod): boolean => pod.status?.phase === 'Running' && isReady(pod);

function isAvailable({ set, nowMs }: SetView, pod: Pod): boolean {
  return isRunning(pod) && !isDeleting(pod) && untilAvailable(pod, set.spec?.minReadySeconds ?? 0, nowMs) === 0;
}

function nextAvailability({ set, pods, nowMs }: SetView): number | undefined {
  const waits = pods.map((pod) => untilAvailable(pod, set.spec?.minReadySeconds ?? 0, nowMs) ?? 0);
  const later = waits.filter((wait) => wait > 0);
  return later.length === 0 ? undefined : Math.min(...later);
}

function statusOf(view: SetView): StatefulSetStatus {
  const { set, pods, current, update, collisionCount } = view;
  const staying = pods.filter((pod) => !isDeleting(pod));
  const of = (revision: string): number => staying.filter((pod) => revisionOf(pod) === revision).length;
  const ready = pods.filter(isRunning).length;
  const updated = of(update);
  const { conditions } = set.status ?? {};
  const wanted = set.spec?.replicas ?? 1;
  const isRolled =
    (set.spec?.updateStrategy?.type ?? 'RollingUpdate') === 'RollingUpdate' &&
    [updated, ready, pods.length].every((count) => count === wanted);
  return {
    observedGeneration: Number(set.metadata.generation ?? 0),
    replicas: pods.length,
    readyReplicas: ready,
    availableReplicas: pods.filter((pod) => isAvailable(view, pod)).length,
    currentReplicas: isRolled ? updated : of(current),
    updatedReplicas: updated,
    currentRevision: isRolled ? update : current,
    updateRevision: update,
    collisionCount,
    ...(conditions && { conditions }),
  };
}
