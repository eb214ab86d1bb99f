import type { DeploymentCondition, DeploymentStatus } from './types.ts';

export type Finding = Required<Pick<DeploymentCondition, 'type' | 'status'>> &
  Pick<DeploymentCondition, 'reason' | 'message'>;

export function conditionIn({ conditions }: DeploymentStatus, type: string): DeploymentCondition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

export function without(status: DeploymentStatus, type: string): DeploymentStatus {
  const { conditions = [], ...rest } = status;
  return { ...rest, conditions: conditions.filter((condition) => condition.type !== type) };
}

/** A condition with the same status and reason stays as it is; the transition time changes with the status only. */
export function withFinding(status: DeploymentStatus, finding: Finding, now: string): DeploymentStatus {
  const before = conditionIn(status, finding.type);
  if (before?.status === finding.status && before?.reason === finding.reason) return status;
  return renewed(status, finding, now);
}

/** Renews the condition even if status and reason are the same: its time says when there was progress last. */
export function renewed(status: DeploymentStatus, finding: Finding, now: string): DeploymentStatus {
  const before = conditionIn(status, finding.type);
  const kept = before?.status === finding.status ? before?.lastTransitionTime : undefined;
  const condition = { ...finding, lastUpdateTime: now, lastTransitionTime: kept ?? now };
  const rest = without(status, finding.type);
  return { ...rest, conditions: [...(rest.conditions ?? []), condition] };
}
