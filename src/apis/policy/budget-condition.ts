import type { Condition } from '../condition-validation.ts';
import type { BudgetStatus } from './budget-types.ts';

export const DISRUPTION_ALLOWED = 'DisruptionAllowed';
export const SYNC_FAILED = 'SyncFailed';

type Finding = Required<Pick<Condition, 'status' | 'reason' | 'message'>>;

/** Whether pods may go, as a condition says it. */
export function disruptionFinding({ disruptionsAllowed = 0 }: BudgetStatus): Finding {
  return disruptionsAllowed > 0
    ? { status: 'True', reason: 'SufficientPods', message: '' }
    : { status: 'False', reason: 'InsufficientPods', message: '' };
}

/** The conditions with this finding. The time is that of the last change of status. */
export function withDisruptionFinding(
  { conditions = [], observedGeneration = 0 }: BudgetStatus,
  finding: Finding,
  now: string,
): Condition[] {
  const old = conditions.find(({ type }) => type === DISRUPTION_ALLOWED);
  const lastTransitionTime = old?.status === finding.status ? (old.lastTransitionTime ?? now) : now;
  const condition: Condition = {
    type: DISRUPTION_ALLOWED,
    ...finding,
    ...(observedGeneration === 0 ? {} : { observedGeneration }),
    lastTransitionTime,
  };
  if (old === undefined) return [...conditions, condition];
  return conditions.map((other) => (other === old ? condition : other));
}
