import type { ObjectMeta } from '#meta';
import type { ReplicaSet } from '../replicaset/plan.ts';
import { type Deployment, replicasOf } from './types.ts';

export const REVISION = 'deployment.kubernetes.io/revision';
const HISTORY = 'deployment.kubernetes.io/revision-history';
const DESIRED = 'deployment.kubernetes.io/desired-replicas';
const MAX = 'deployment.kubernetes.io/max-replicas';

/** Annotations of a deployment that are not copied to its replica sets. */
const ownOnly = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  HISTORY,
  DESIRED,
  MAX,
  'deprecated.deployment.rollback.to',
]);

/** In characters: about a hundred revisions. */
const LONGEST_HISTORY = 2000;

export type Annotations = { [key: string]: string };

const LARGEST = 2n ** 63n - 1n;

/** A bigint, because revisions may be anything in an int64. Undefined for what is no number. */
export function revisionOf({ metadata }: { metadata: ObjectMeta }): bigint | undefined {
  const text = metadata.annotations?.[REVISION] ?? '0';
  if (!/^-?[0-9]{1,19}$/.test(text)) return undefined;
  const revision = BigInt(text);
  return revision > LARGEST || revision < -LARGEST - 1n ? undefined : revision;
}

export const maxReplicasOf = (set: ReplicaSet): number | undefined => countIn(set, MAX);
export const desiredReplicasOf = (set: ReplicaSet): number | undefined => countIn(set, DESIRED);

function countIn({ metadata }: ReplicaSet, name: string): number | undefined {
  const text = metadata.annotations?.[name] ?? '';
  return /^[0-9]{1,10}$/.test(text) ? Number(text) : undefined;
}

/** One more than the highest revision among the old sets. */
export function nextRevision(old: readonly ReplicaSet[]): bigint {
  let highest = 0n;
  for (const revision of old.map(revisionOf)) if (revision !== undefined && revision > highest) highest = revision;
  return highest + 1n;
}

/** What the replica set of the present template should carry. */
export function newSetAnnotations(deployment: Deployment, set: ReplicaSet, revision: bigint): Annotations {
  const annotations = { ...set.metadata.annotations, ...copied(deployment) };
  const before = annotations[REVISION];
  const beforeNumber = revisionOf(set);
  if (beforeNumber === undefined || beforeNumber >= revision) return annotations;
  annotations[REVISION] = String(revision);
  // It is current again: its earlier revision is added to its history.
  if (before !== undefined) annotations[HISTORY] = longerHistory(annotations[HISTORY], before);
  return annotations;
}

function copied({ metadata }: Deployment): Annotations {
  return Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([name]) => !ownOnly.has(name)));
}

function longerHistory(history: string | undefined, revision: string): string {
  const revisions = history ? [...history.split(','), revision] : [revision];
  while (revisions.join(',').length > LONGEST_HISTORY) revisions.shift();
  return revisions.join(',');
}

/** Annotations that tell a scaling from a rollout. */
export function sizeAnnotations(deployment: Deployment, surge: number): Annotations {
  const desired = replicasOf(deployment);
  return { [DESIRED]: String(desired), [MAX]: String(desired + surge) };
}
