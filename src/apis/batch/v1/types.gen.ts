// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { Types as CoreV1Types } from '../../core/v1/types.gen.ts';
import type { MetaV1Types } from '#schema';

/** Work that is done once its pods have succeeded. */
export type Job = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: JobSpec;
  /** How it stands; written by the system. */
  status?: JobStatus;
};

/** What is to be done, and how often tried. */
export type JobSpec = {
  /** How many pods may run at once. */
  parallelism?: number;
  /** How many pods must succeed. */
  completions?: number;
  /** How long the job may run in all. */
  activeDeadlineSeconds?: number | bigint;
  /** What failed pods mean for the job. */
  podFailurePolicy?: PodFailurePolicy;
  /** When an indexed job is done early. */
  successPolicy?: SuccessPolicy;
  /** How many failures the job bears. */
  backoffLimit?: number;
  /** How many failures each index bears. */
  backoffLimitPerIndex?: number;
  /** How many indexes may fail. */
  maxFailedIndexes?: number;
  /** Labels of the pods; set by the server. */
  selector?: MetaV1Types['LabelSelector'];
  /** When true, the selector is taken as given. */
  manualSelector?: boolean;
  /** The pods to be made. */
  template?: CoreV1Types['PodTemplateSpec'];
  /** How long a finished job is kept. */
  ttlSecondsAfterFinished?: number;
  /** NonIndexed or Indexed. */
  completionMode?: string;
  /** When true, no pods run. */
  suspend?: boolean;
  /** When a pod is replaced: TerminatingOrFailed or Failed. */
  podReplacementPolicy?: string;
  /** Which controller cares for the job. */
  managedBy?: string;
};

/** How far the work is. */
export type JobStatus = {
  /** The latest findings, one per type. */
  conditions?: JobCondition[];
  /** When the work began. */
  startTime?: string;
  /** When the work was done. */
  completionTime?: string;
  /** How many pods are at work. */
  active?: number;
  /** How many pods succeeded. */
  succeeded?: number;
  /** How many pods failed. */
  failed?: number;
  /** How many pods are on their way out. */
  terminating?: number;
  /** The indexes that succeeded, such as 1,3-5. */
  completedIndexes?: string;
  /** The indexes that failed, such as 1,3-5. */
  failedIndexes?: string;
  /** Pods that ended but are not counted yet. */
  uncountedTerminatedPods?: UncountedTerminatedPods;
  /** How many pods are ready. */
  ready?: number;
};

/** What failed pods mean for the job. */
export type PodFailurePolicy = {
  /** Tried in order. */
  rules?: PodFailurePolicyRule[] | null;
};

/** When an indexed job counts as done early. */
export type SuccessPolicy = {
  /** Tried in order. */
  rules?: SuccessPolicyRule[] | null;
};

/** One finding about a job. */
export type JobCondition = {
  /** The name of the finding. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When the finding was last checked. */
  lastProbeTime?: string | null;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
};

/** Pods that ended but are not counted yet. */
export type UncountedTerminatedPods = {
  /** Uids of pods that succeeded. */
  succeeded?: string[];
  /** Uids of pods that failed. */
  failed?: string[];
};

/** What one sort of failure means. */
export type PodFailurePolicyRule = {
  /** Count, FailIndex, FailJob or Ignore. */
  action?: string;
  /** Picks failures by exit code. */
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  /** Picks failures by conditions of the pod. */
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
};

/** One way to be done early. */
export type SuccessPolicyRule = {
  /** The indexes that must succeed, such as 1,3-5. */
  succeededIndexes?: string;
  /** How many indexes must succeed. */
  succeededCount?: number;
};

/** Picks failures by exit code. */
export type PodFailurePolicyOnExitCodesRequirement = {
  /** The container; any when not given. */
  containerName?: string;
  /** In or NotIn. */
  operator?: string;
  /** The exit codes. */
  values?: number[] | null;
};

/** Picks failures by a condition of the pod. */
export type PodFailurePolicyOnPodConditionsPattern = {
  /** The type of the condition. */
  type?: string;
  /** The status of the condition; True when not given. */
  status?: string;
};

/** Makes jobs at set times. */
export type CronJob = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: CronJobSpec;
  /** How it stands; written by the system. */
  status?: CronJobStatus;
};

/** When to make which jobs. */
export type CronJobSpec = {
  /** When, in the notation of cron. */
  schedule?: string;
  /** The time zone of the schedule, by name. */
  timeZone?: string;
  /** How late a job may still start. */
  startingDeadlineSeconds?: number | bigint;
  /** When a job still runs: Allow, Forbid or Replace. */
  concurrencyPolicy?: string;
  /** When true, no more jobs are made. */
  suspend?: boolean;
  /** The jobs to be made. */
  jobTemplate?: JobTemplateSpec;
  /** How many jobs that succeeded are kept. */
  successfulJobsHistoryLimit?: number;
  /** How many jobs that failed are kept. */
  failedJobsHistoryLimit?: number;
};

/** What a cron job did last. */
export type CronJobStatus = {
  /** The jobs at work. */
  active?: CoreV1Types['ObjectReference'][];
  /** When a job was last made. */
  lastScheduleTime?: string;
  /** When a job last succeeded. */
  lastSuccessfulTime?: string;
};

/** The jobs to be made. */
export type JobTemplateSpec = {
  /** Labels and annotations for the jobs. */
  metadata?: ObjectMeta;
  /** What the jobs are to do. */
  spec?: JobSpec;
};

/** All of them by name. */
export type Types = {
  Job: Job;
  JobSpec: JobSpec;
  JobStatus: JobStatus;
  PodFailurePolicy: PodFailurePolicy;
  SuccessPolicy: SuccessPolicy;
  JobCondition: JobCondition;
  UncountedTerminatedPods: UncountedTerminatedPods;
  PodFailurePolicyRule: PodFailurePolicyRule;
  SuccessPolicyRule: SuccessPolicyRule;
  PodFailurePolicyOnExitCodesRequirement: PodFailurePolicyOnExitCodesRequirement;
  PodFailurePolicyOnPodConditionsPattern: PodFailurePolicyOnPodConditionsPattern;
  CronJob: CronJob;
  CronJobSpec: CronJobSpec;
  CronJobStatus: CronJobStatus;
  JobTemplateSpec: JobTemplateSpec;
};
