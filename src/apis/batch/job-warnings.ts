import type { FieldPath } from '#meta';
import { podTemplateWarnings } from '../core/pod/pod-warnings.ts';
import { isIndexed, type JobSpec } from './job-types.ts';

const advised = { completions: 100_000, parallelism: 10_000 };

/** About a job, or about the template of jobs at `field`. */
export function jobSpecWarnings(spec: JobSpec, field: FieldPath): string[] {
  const { completions = 0, parallelism = 0, template = {} } = spec;
  const isHuge = isIndexed(spec) && completions > advised.completions && parallelism > advised.parallelism;
  const why =
    'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail';
  return [...(isHuge ? [`${field}: ${why}`] : []), ...podTemplateWarnings(template, field.child('template'))];
}
