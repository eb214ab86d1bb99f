import type { JsonObject, KubeObject } from '#meta';
import type { Condition, PodTemplate } from '../pods/pod.ts';

export type JobCondition = Condition & { lastProbeTime?: string };

export type PodFailureRule = {
  action: string;
  onExitCodes?: { containerName?: string; operator: string; values?: number[] };
  onPodConditions?: { type: string; status?: string }[];
};

export type SuccessRule = { succeededIndexes?: string; succeededCount?: number };

export type JobSpec = {
  parallelism?: number;
  completions?: number;
  activeDeadlineSeconds?: number;
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  maxFailedIndexes?: number;
  completionMode?: string;
  suspend?: boolean;
  selector?: JsonObject;
  template?: PodTemplate;
  ttlSecondsAfterFinished?: number;
  podReplacementPolicy?: string;
  managedBy?: string;
  podFailurePolicy?: { rules?: PodFailureRule[] };
  successPolicy?: { rules?: SuccessRule[] };
};

export interface Job extends KubeObject {
  spec?: JobSpec;
  status?: JobStatus;
}

export type JobStatus = {
  conditions?: JobCondition[];
  startTime?: string;
  completionTime?: string;
  active?: number;
  succeeded?: number;
  failed?: number;
  terminating?: number;
  ready?: number;
  completedIndexes?: string;
  failedIndexes?: string;
  uncountedTerminatedPods?: { succeeded?: string[]; failed?: string[] };
};
