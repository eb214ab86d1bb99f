import type { Pod } from '../pods/pod.ts';
import { parseIndexes } from './indexes.ts';
import { meaningOf } from './policies.ts';
import type { Job } from './types.ts';

export const FAILURES = 'batch.kubernetes.io/job-index-failure-count';

/** Whether the limit of failures holds for each index. */
export const hasLimitPerIndex = ({ spec }: Job): boolean => spec?.backoffLimitPerIndex !== undefined;

/** How often an index has failed: each pod has an annotation with the number of failures before it. */
export function failuresOf(job: Job, failed: readonly Pod[]): number {
  const counts = failed.map((pod) => {
    const before = Number(pod.metadata.annotations?.[FAILURES] ?? 0);
    return meaningOf(job, pod)?.action === 'Ignore' ? before : before + 1;
  });
  return Math.max(0, ...counts);
}

/** Indexes that failed too often. k8s: job/indexed_job_utils.go calculateFailedIndexes */
export function failedIndexes(job: Job, failed: ReadonlyMap<number, readonly Pod[]>): Set<number> {
  const { completions = 0, backoffLimitPerIndex } = job.spec ?? {};
  const given = parseIndexes(job.status?.failedIndexes, completions);
  if (backoffLimitPerIndex === undefined) return given;
  for (const [index, pods] of failed) {
    const isFatal = pods.some((pod) => meaningOf(job, pod)?.action === 'FailIndex');
    if (index < completions && (isFatal || failuresOf(job, pods) > backoffLimitPerIndex)) given.add(index);
  }
  return given;
}

/** Why a job fails by its indexes, if it does. */
export function indexVerdict({ spec }: Job, failed: number, succeeded: number) {
  const { maxFailedIndexes, completions = 0 } = spec ?? {};
  if (maxFailedIndexes !== undefined && failed > maxFailedIndexes) {
    const message = 'Job has exceeded the specified maximal number of failed indexes';
    return { type: 'Failed', reason: 'MaxFailedIndexesExceeded', message } as const;
  }
  if (failed === 0 || failed + succeeded < completions) return undefined;
  return { type: 'Failed', reason: 'FailedIndexes', message: 'Job has failed indexes' } as const;
}
