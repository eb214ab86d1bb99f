import type { CachedClient } from '#in-process-client';
import type { KubeObject, Labels, ObjectMeta, OwnerReference } from '#meta';
import { dropFinalizer } from '../garbage-collector/owners.ts';
import { controllerReference, isDeleting } from './pod.ts';

/** What to do with an object that the controller owns or may adopt. */
type Claim = 'keep' | 'adopt' | 'release' | 'ignore';

/** k8s: controller/controller_ref_manager.go ClaimObject */
export function claimOf(owner: KubeObject, object: KubeObject, matches: boolean): Claim {
  const controller = controllerOf(object);
  if (controller !== undefined) {
    if (controller.uid !== owner.metadata.uid) return 'ignore';
    if (matches) return 'keep';
    return isDeleting(owner) ? 'ignore' : 'release';
  }
  return matches && !isDeleting(owner) && !isDeleting(object) ? 'adopt' : 'ignore';
}

export function controllerOf({ metadata }: KubeObject): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}

interface ClaimRules<T> {
  readonly kind: string;
  readonly matches: (labels: Labels) => boolean;
  /** Objects that do not pass are left alone. */
  readonly only?: (object: T) => boolean;
  /** What its own have among their finalizers: comes with being adopted, and goes with being released. */
  readonly finalizer?: string;
}

/** Adopts matching objects without a controller, releases those that no longer match, and returns its own. */
export async function claim<T extends KubeObject>(
  client: CachedClient,
  owner: KubeObject,
  rules: ClaimRules<T>,
): Promise<T[]> {
  const { kind, matches, only = () => true, finalizer } = rules;
  const namespace = owner.metadata.namespace ?? '';
  const candidates = [
    ...client.controlledBy<T>(kind, owner),
    ...client.uncontrolled<T>(kind, namespace, matches),
  ].filter(only);
  const claimed: T[] = [];
  for (const object of candidates) {
    const decision = claimOf(owner, object, matches(object.metadata.labels ?? {}));
    if (decision === 'keep' || (decision === 'adopt' && (await adopt(client, { owner, object, finalizer }))))
      claimed.push(object);
    if (decision !== 'release') continue;
    await client.editMetadata(object, (metadata) => {
      dropOwner(metadata, owner);
      if (finalizer !== undefined) dropFinalizer(metadata, finalizer);
    });
  }
  return claimed;
}

interface Adoption {
  readonly owner: KubeObject;
  readonly object: KubeObject;
  readonly finalizer: string | undefined;
}

async function adopt(client: CachedClient, { owner, object, finalizer }: Adoption): Promise<boolean> {
  let isOurs = false;
  const there = await client.editMetadata(object, (metadata) => {
    const owners = metadata.ownerReferences ?? [];
    // Somebody else may have been faster.
    isOurs = owners.every(({ controller, uid }) => controller !== true || uid === owner.metadata.uid);
    if (!isOurs) return;
    const others = owners.filter(({ uid }) => uid !== owner.metadata.uid);
    metadata.ownerReferences = [...others, controllerReference(owner)];
    if (finalizer === undefined || metadata.deletionTimestamp !== undefined) return;
    metadata.finalizers = [...new Set([...(metadata.finalizers ?? []), finalizer])];
  });
  return there && isOurs;
}

function dropOwner(metadata: ObjectMeta, { metadata: { uid } }: KubeObject): void {
  const left = (metadata.ownerReferences ?? []).filter((reference) => reference.uid !== uid);
  if (left.length === 0) delete metadata.ownerReferences;
  else metadata.ownerReferences = left;
}
