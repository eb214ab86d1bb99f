import type { Types } from './v1/types.gen.ts';

export type Job = Types['Job'];
export type JobSpec = Types['JobSpec'];
export type FailureRule = Types['PodFailurePolicyRule'];
export type ExitCodes = Types['PodFailurePolicyOnExitCodesRequirement'];
export type ConditionPattern = Types['PodFailurePolicyOnPodConditionsPattern'];
export type SuccessRule = Types['SuccessPolicyRule'];
export type JobStatus = Types['JobStatus'];
export type CronJobSpec = Types['CronJobSpec'];
export type CronJob = Types['CronJob'];

export type JobConditionType = 'Complete' | 'Failed' | 'Suspended' | 'FailureTarget' | 'SuccessCriteriaMet';

export function hasCondition({ status }: Job, type: JobConditionType, value = 'True'): boolean {
  return (status?.conditions ?? []).some((condition) => condition.type === type && condition.status === value);
}

export const isFinished = (job: Job): boolean => hasCondition(job, 'Complete') || hasCondition(job, 'Failed');

export const isIndexed = ({ completionMode }: JobSpec): boolean => completionMode === 'Indexed';

export const jobLabels = {
  name: ['job-name', 'batch.kubernetes.io/job-name'],
  uid: ['controller-uid', 'batch.kubernetes.io/controller-uid'],
  selected: 'batch.kubernetes.io/controller-uid',
} as const;
