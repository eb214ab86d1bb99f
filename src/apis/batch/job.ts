import type { JsonObject, KubeObject, ObjectMeta } from '#meta';
import type { PodTemplateSpec } from '../core/v1/types.gen.ts';
import type { SelectorField } from '../label-selector-rules.ts';

export interface Job extends KubeObject {
  spec?: JobSpec;
  status?: JobStatus;
}
export interface JobSpec extends JsonObject {
  parallelism?: number;
  completions?: number;
  activeDeadlineSeconds?: number;
  podFailurePolicy?: { rules?: FailureRule[] | null };
  successPolicy?: { rules?: SuccessRule[] | null };
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  maxFailedIndexes?: number;
  selector?: SelectorField;
  manualSelector?: boolean;
  template?: PodTemplateSpec;
  ttlSecondsAfterFinished?: number;
  completionMode?: string;
  suspend?: boolean;
  podReplacementPolicy?: string;
  managedBy?: string;
}
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
export interface JobCondition extends JsonObject {
  type?: string;
  status?: string;
}
export interface JobStatus extends JsonObject {
  conditions?: JobCondition[];
  startTime?: string;
  completionTime?: string;
  active?: number;
  succeeded?: number;
  failed?: number;
  ready?: number;
  terminating?: number;
  completedIndexes?: string;
  failedIndexes?: string;
  uncountedTerminatedPods?: { succeeded?: string[]; failed?: string[] };
}
export interface CronJobSpec extends JsonObject {
  schedule?: string;
  timeZone?: string;
  startingDeadlineSeconds?: number;
  concurrencyPolicy?: string;
  suspend?: boolean;
  jobTemplate?: { metadata?: ObjectMeta; spec?: JobSpec };
  successfulJobsHistoryLimit?: number;
  failedJobsHistoryLimit?: number;
}
export interface CronJob extends KubeObject {
  spec?: CronJobSpec;
  status?: { active?: JsonObject[]; lastScheduleTime?: string };
}

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
