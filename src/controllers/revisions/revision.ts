import type { AppsV1 } from '#apis';
import { isJsonObject, type Json, type JsonObject, semanticEqual, setOwn } from '#meta';
import { controllerReference, type PodTemplate } from '../pods/pod.ts';
import { inNameLetters, sortedJson } from '../pods/template-hash.ts';

/** A template that a workload had, kept so that it can be restored. */
export type ControllerRevision = AppsV1['ControllerRevision'];

/** A kind that keeps revisions of its template. */
export type Revised = AppsV1['DaemonSet'] | AppsV1['StatefulSet'];

export const REVISION_LABEL = 'controller-revision-hash';

/** What a revision holds: a patch that puts the template back. Others compare its text, so its keys have one order. */
export function patchOf({ spec }: Revised): JsonObject {
  return membersInOrder({ spec: { template: { ...spec?.template, $patch: 'replace' } } });
}

function inOrder(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? value.map(inOrder) : membersInOrder(value);
}

function membersInOrder(object: JsonObject): JsonObject {
  const ordered: JsonObject = {};
  for (const key of Object.keys(object).sort()) {
    const member = object[key];
    if (member !== undefined) setOwn(ordered, key, inOrder(member));
  }
  return ordered;
}

export function templateIn({ data }: ControllerRevision): PodTemplate {
  const { spec }: Partial<Revised> = isJsonObject(data) ? data : {};
  const { $patch: _, ...template }: PodTemplate & { $patch?: string } = spec?.template ?? {};
  return template;
}

/** FNV-1 over the patch, its digits in the letters of generated names. k8s: history HashControllerRevision */
export function revisionHash(patch: JsonObject, collisionCount: number): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(sortedJson(patch) + String(collisionCount))) {
    hash = (Math.imul(hash, 0x01000193) ^ byte) >>> 0;
  }
  return inNameLetters(hash);
}

interface NewRevision {
  readonly revision: number;
  readonly hash: string;
  /** The label that tells the hash. */
  readonly label: string;
}

export function newRevision(owner: Revised, { revision, hash, label }: NewRevision): ControllerRevision {
  const { name = '', namespace = '', annotations } = owner.metadata;
  return {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name: `${name.slice(0, 223)}-${hash}`,
      namespace,
      labels: { ...owner.spec?.template?.metadata?.labels, [label]: hash },
      ...(annotations && { annotations: { ...annotations } }),
      ownerReferences: [controllerReference(owner)],
    },
    data: patchOf(owner),
    revision,
  };
}

function byRevision(a: ControllerRevision, b: ControllerRevision): number {
  const difference = Number(a.revision ?? 0) - Number(b.revision ?? 0);
  if (difference !== 0) return difference;
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}

type RevisionStep =
  | { readonly do: 'keep'; readonly revision: ControllerRevision }
  /** An old revision is current again: it gets a new number. */
  | { readonly do: 'renumber'; readonly revision: ControllerRevision; readonly to: number }
  | { readonly do: 'create'; readonly number: number };

/** Which revision stands for the present template. */
export function currentStep(owner: Revised, revisions: readonly ControllerRevision[]): RevisionStep {
  const sorted = [...revisions].sort(byRevision);
  const number = Number(sorted.at(-1)?.revision ?? 0) + 1;
  const same = sorted.filter((revision) => semanticEqual(templateIn(revision), owner.spec?.template ?? {})).at(-1);
  if (same === undefined) return { do: 'create', number };
  return same === sorted.at(-1) ? { do: 'keep', revision: same } : { do: 'renumber', revision: same, to: number };
}

/** Revisions that no pod has and that are not needed to go back. */
export function outdatedRevisions(
  revisions: readonly ControllerRevision[],
  { live, limit }: { live: ReadonlySet<string | undefined>; limit: number | undefined },
): ControllerRevision[] {
  const old = [...revisions].sort(byRevision).filter(({ metadata }) => !live.has(metadata.name));
  return limit === undefined ? [] : old.slice(0, Math.max(0, old.length - limit));
}
