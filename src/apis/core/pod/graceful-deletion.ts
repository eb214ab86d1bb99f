import type { RequestContext } from '#machinery';
import type { DeleteOptions, ObjectMeta } from '#meta';
import type { Pod } from '../v1/types.gen.ts';

/**
 * A pod on a node gets time to end; the node deletes it for good, with no time left. A pod that runs nowhere goes at
 * once. k8s: registry/rest/delete.go BeforeDelete
 */
export function beginPodDelete(pod: Pod, { now }: RequestContext, options?: DeleteOptions): boolean {
  const { metadata } = pod;
  if (metadata.deletionTimestamp !== undefined) return shortenGrace(metadata, now, options?.gracePeriodSeconds);
  const period = gracePeriodOf(pod, options?.gracePeriodSeconds);
  metadata.deletionTimestamp = later(now, period);
  metadata.deletionGracePeriodSeconds = period;
  if (metadata.generation) metadata.generation = Number(metadata.generation) + 1;
  return period > 0;
}

/** What a deletion gives a pod; undefined if it is being deleted already. */
export function podGracePeriod(pod: Pod, { gracePeriodSeconds }: DeleteOptions): number | undefined {
  return pod.metadata.deletionTimestamp === undefined ? gracePeriodOf(pod, gracePeriodSeconds) : gracePeriodSeconds;
}

function gracePeriodOf({ spec, status }: Pod, asked: number | undefined): number {
  const ended = status?.phase === 'Failed' || status?.phase === 'Succeeded';
  if (!spec?.nodeName || ended) return 0;
  const period = Number(asked ?? spec.terminationGracePeriodSeconds ?? 0);
  return period < 0 ? 1 : period;
}

/** Of the time that was given, some can be taken back but none added. Where less has to be left than has passed, it is a second. */
function shortenGrace(metadata: ObjectMeta, now: string, asked: number | undefined): boolean {
  const { deletionGracePeriodSeconds, deletionTimestamp } = metadata;
  if (deletionGracePeriodSeconds === undefined || deletionTimestamp === undefined) return false;
  const given = deletionGracePeriodSeconds < 0 ? 1 : deletionGracePeriodSeconds;
  if (given === 0 || asked === undefined || asked >= given) return given > 0;
  const end = later(deletionTimestamp, asked - given);
  const isPast = Date.parse(end) < Date.parse(now);
  metadata.deletionTimestamp = isPast ? now : end;
  metadata.deletionGracePeriodSeconds = isPast ? Math.min(asked, 1) : asked;
  return asked > 0;
}

const later = (time: string, seconds: number): string =>
  new Date(Date.parse(time) + seconds * 1000).toISOString().replace('.000Z', 'Z');
