import { type ApiError, apiErrors, setOwn } from '#meta';
import { DISRUPTION_ALLOWED, disruptionFinding, SYNC_FAILED, withDisruptionFinding } from './budget-condition.ts';
import type { BudgetStatus, PodDisruptionBudget } from './budget-types.ts';

/** The most pods whose eviction was granted and that the controller has not observed yet. */
const MOST_DISRUPTED = 2000;
const VIOLATION = "Cannot evict pod as it would violate the pod's disruption budget.";

function withCause(error: ApiError, message: string): ApiError {
  const cause = { reason: 'DisruptionBudget', message };
  return error.amended({ details: { ...error.status.details, causes: [cause] } });
}

/** Come back later: the controller has not caught up. */
export const stillProcessed = (name: string): ApiError =>
  withCause(
    apiErrors.tooManyRequests(VIOLATION, 10),
    `The disruption budget ${name} is still being processed by the server.`,
  );

/** Takes one eviction out of the budget, or refuses it. k8s: registry/core/pod/storage/eviction.go checkAndDecrement */
export function chargeEviction(budget: PodDisruptionBudget, by: { readonly name: string; readonly now: string }): void {
  const { metadata, status = {} } = budget;
  const { name = '', generation = 0 } = metadata;
  const { disruptionsAllowed = 0, disruptedPods = {}, observedGeneration = 0 } = status;
  if (observedGeneration < Number(generation)) throw stillProcessed(name);
  if (disruptionsAllowed < 0) {
    const why = 'pdb disruptions allowed is negative';
    throw forbidden(name, why, why);
  }
  if (Object.keys(disruptedPods).length > MOST_DISRUPTED) {
    throw forbidden(
      name,
      'DisruptedPods map too big - too many evictions not confirmed by PDB controller',
      'too many pending evictions not confirmed by PDB controller',
    );
  }
  if (disruptionsAllowed === 0) throw withCause(apiErrors.tooManyRequests(VIOLATION, 0), whyNot(name, status));
  const disrupted = { ...disruptedPods };
  setOwn(disrupted, by.name, by.now);
  const left: BudgetStatus = { ...status, disruptionsAllowed: disruptionsAllowed - 1, disruptedPods: disrupted };
  if (left.disruptionsAllowed === 0) left.conditions = withDisruptionFinding(left, disruptionFinding(left), by.now);
  budget.status = left;
}

const forbidden = (name: string, why: string, cause: string): ApiError =>
  withCause(
    apiErrors.forbidden({ group: 'policy', resource: 'poddisruptionbudget' }, name, why),
    `The disruption budget ${name} does not allow evicting pods currently: ${cause}`,
  );

function whyNot(name: string, { conditions = [], currentHealthy = 0, desiredHealthy = 0 }: BudgetStatus): string {
  const found = conditions.find(({ type, status }) => type === DISRUPTION_ALLOWED && status === 'False');
  const { reason = '', message = '' } = found ?? {};
  if (message !== '' && reason === SYNC_FAILED) {
    return `The disruption budget ${name} does not allow evicting pods currently because it failed sync: ${message}`;
  }
  if (currentHealthy <= desiredHealthy) {
    return `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  }
  const told = message === '' ? '' : ` (${reason}): ${message}`;
  return `The disruption budget ${name} does not allow evicting pods currently${told}`;
}
