import type { BatchV1 } from '#apis';

export type JobCondition = BatchV1['JobCondition'];

export type PodFailureRule = BatchV1['PodFailurePolicyRule'];

export type Job = BatchV1['Job'];

export type JobStatus = BatchV1['JobStatus'];
