import type { JsonObject } from '#meta';
import type { Types } from './v1/types.gen.ts';

export type Job = Types['Job'];
export type JobSpec = Types['JobSpec'];
export interface FailureRule extends JsonObject {
  action?: string;
  onExitCodes?: ExitCodes;
  onPodConditions?: ConditionPattern[];
}
export interface ExitCodes extends JsonObject {
  containerName?: string;
  operator?: string;
  values?: number[] | null;
}
export interface ConditionPattern extends JsonObject {
  type?: string;
  status?: string;
}
export interface SuccessRule extends JsonObject {
  succeededIndexes?: string;
  succeededCount?: number;
}
export type JobCondition = Types['JobCondition'];
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
