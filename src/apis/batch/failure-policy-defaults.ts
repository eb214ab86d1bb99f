import type { JobSpec } from './job-types.ts';

/** What holds for jobs and for templates of jobs. */
export function setFailurePolicyDefaults({ podFailurePolicy }: JobSpec): void {
  for (const { onPodConditions = [] } of podFailurePolicy?.rules ?? []) {
    for (const pattern of onPodConditions) pattern.status ||= 'True';
  }
}
