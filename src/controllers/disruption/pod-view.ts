import type { CoreV1 } from '#apis';
import type { Labels, OwnerReference } from '#meta';
import { type Entry, parseEntry } from '#registry';

/** A pod as budgets see it. */
export interface PodView {
  readonly name: string;
  readonly labels: Labels;
  readonly controller: OwnerReference | undefined;
  readonly deleting: boolean;
  readonly ready: boolean;
  /** Since when it has the DisruptionTarget condition without being deleted, in milliseconds. */
  readonly staleSince: number | undefined;
}

export const DISRUPTION_TARGET = 'DisruptionTarget';

/** Searches the bytes, so that most pods need not be parsed. May be true without reason, never false without reason. */
export function mayBeDisrupted({ value }: Entry): boolean {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).includes(DISRUPTION_TARGET);
}

/** One pod that cannot be read must not keep the others from being counted. */
export function podViewIfReadable(entry: Entry): PodView | undefined {
  try {
    return podViewOf(entry);
  } catch {
    return undefined;
  }
}

/** Parsed once for each state of a pod. */
const podViewOf = (entry: Entry): PodView =>
  entry.memo('budget-view', () => {
    const { metadata, status = {} }: CoreV1['Pod'] = parseEntry(entry);
    const { conditions = [], phase = '' } = status;
    const deleting = metadata.deletionTimestamp !== undefined;
    const target = conditions.find(({ type }) => type === DISRUPTION_TARGET);
    const isStale =
      target?.status === 'True' &&
      target.reason !== 'TerminationByKubelet' &&
      !deleting &&
      phase !== 'Succeeded' &&
      phase !== 'Failed';
    return {
      name: metadata.name ?? '',
      labels: metadata.labels ?? {},
      controller: metadata.ownerReferences?.find(({ controller }) => controller === true),
      deleting,
      ready: conditions.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
      staleSince: isStale ? Date.parse(target.lastTransitionTime ?? '') || 0 : undefined,
    };
  });
