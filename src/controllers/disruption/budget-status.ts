import { type BudgetStatus, disruptionFinding, type PodDisruptionBudget, withDisruptionFinding } from '#apis';
import { getOwn } from '#meta';
import type { PodView } from './pod-view.ts';

/** After this time a pod whose eviction was granted and that still exists is no longer expected to go. */
export const DELETION_TIMEOUT_MS = 120_000;

interface Finding {
  readonly pods: readonly PodView[];
  readonly expected: number;
  /** In milliseconds. */
  readonly now: number;
  /** The same, as clients read it. */
  readonly time: string;
}

/** How many pods must be healthy. */
function desiredHealthy({ spec = {} }: PodDisruptionBudget, expected: number): number {
  const { minAvailable, maxUnavailable } = spec;
  if (maxUnavailable !== undefined) return Math.max(0, expected - shareOf(maxUnavailable, expected));
  return minAvailable === undefined ? 0 : shareOf(minAvailable, expected);
}

/** Whether what is expected depends on what the pods' controllers are scaled to. */
export const countsControllers = ({ spec = {} }: PodDisruptionBudget): boolean =>
  spec.maxUnavailable !== undefined || typeof spec.minAvailable === 'string';

function shareOf(amount: number | string, total: number): number {
  return typeof amount === 'number' ? amount : Math.ceil((Number.parseInt(amount, 10) * total) / 100);
}

/** k8s: controller/disruption/disruption.go updatePdbStatus */
export function statusFor(budget: PodDisruptionBudget, { pods, expected, now, time }: Finding): BudgetStatus {
  const disrupted = stillExpectedToGo(budget, pods, now);
  const currentHealthy = pods.filter(
    ({ name, ready, deleting }) => ready && !deleting && !Object.hasOwn(disrupted, name),
  ).length;
  const desired = desiredHealthy(budget, expected);
  const { conditions } = budget.status ?? {};
  const status: BudgetStatus = {
    observedGeneration: Number(budget.metadata.generation ?? 0),
    ...(Object.keys(disrupted).length === 0 ? {} : { disruptedPods: disrupted }),
    disruptionsAllowed: expected <= 0 ? 0 : Math.max(0, currentHealthy - desired),
    currentHealthy,
    desiredHealthy: desired,
    expectedPods: expected,
    ...(conditions === undefined ? {} : { conditions }),
  };
  return { ...status, conditions: withDisruptionFinding(status, disruptionFinding(status), time) };
}

/** Of the pods that evictions were granted for, those that are there and may still go. */
function stillExpectedToGo(
  { status }: PodDisruptionBudget,
  pods: readonly PodView[],
  now: number,
): { [pod: string]: string } {
  const since = status?.disruptedPods ?? {};
  const waiting = pods.flatMap(({ name, deleting }) => {
    const time = deleting ? undefined : getOwn(since, name);
    return time === undefined || Date.parse(time) + DELETION_TIMEOUT_MS < now ? [] : [[name, time] as const];
  });
  return Object.fromEntries(waiting);
}
