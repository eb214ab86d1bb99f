import { isDeepStrictEqual } from 'node:util';
import type { Permission } from '#machinery';
import { type GroupResource, goQuote, type ObjectMeta, type OwnerReference, whenReady } from '#meta';
import type { IsAllowed } from '../authorization.ts';
import { forbid } from '../forbid.ts';
import type { AdmissionAttributes, MetadataPlugin } from '../plugin.ts';

/** The resources that a kind is served as. */
export type ResourcesOf = (
  apiVersion: string,
  kind: string,
) => readonly (GroupResource & { readonly namespaced: boolean })[];

/**
 * Who sets owner references, or makes them block the deletion of the owner, needs the permission to delete the object
 * or to update the owner's finalizers.
 */
export function ownerReferencesPermissionEnforcement(mayDo: IsAllowed, resourcesOf: ResourcesOf): MetadataPlugin {
  return {
    name: 'OwnerReferencesPermissionEnforcement',
    looksAt: 'metadata',
    check(request) {
      const { operation, metadata, oldMetadata } = request;
      if ((operation !== 'CREATE' && operation !== 'UPDATE') || isPodStatus(request)) return undefined;
      const [owners, before] = [ownersOf(metadata), ownersOf(oldMetadata)];
      // Most objects have none.
      if (owners.length + before.length === 0 || isDeepStrictEqual(owners, before)) return undefined;
      const allowed = operation === 'UPDATE' ? requireDeletion(request, mayDo) : undefined;
      const blocking = owners.filter(
        (owner) => blocks(owner) && !before.some((old) => old.uid === owner.uid && blocks(old)),
      );
      if (blocking.length === 0) return allowed;
      return whenReady(allowed, () => requireFinalizers(request, { mayDo, resourcesOf, blocking }));
    },
  };
}

/** Old nodes send owners that are wrong there, and they change nothing. */
function isPodStatus({ resource, subresource }: AdmissionAttributes): boolean {
  return resource.group === '' && resource.resource === 'pods' && subresource === 'status';
}

function ownersOf(metadata: ObjectMeta | null): readonly OwnerReference[] {
  return metadata?.ownerReferences ?? [];
}

function blocks({ blockOwnerDeletion }: OwnerReference): boolean {
  return blockOwnerDeletion === true;
}

async function requireDeletion(request: AdmissionAttributes, mayDo: IsAllowed): Promise<void> {
  const { resource, subresource, namespace, name, user } = request;
  const { group } = resource;
  const permission = { verb: 'delete', group, resource: resource.resource, subresource, namespace, name };
  const decision = await mayDo(user, permission);
  if (decision.allowed) return;
  throw forbid(request, `cannot set an ownerRef on a resource you can't delete: ${decision.reason}, <nil>`);
}

interface Blocking {
  readonly mayDo: IsAllowed;
  readonly resourcesOf: ResourcesOf;
  readonly blocking: readonly OwnerReference[];
}

async function requireFinalizers(
  request: AdmissionAttributes,
  { mayDo, resourcesOf, blocking }: Blocking,
): Promise<void> {
  const all = { group: '*', resource: '*', namespace: '', name: '*', verb: 'update', subresource: 'finalizers' };
  if ((await mayDo(request.user, all)).allowed) return;
  for (const owner of blocking) {
    for (const permission of permissionsFor(request, owner, resourcesOf)) {
      const decision = await mayDo(request.user, permission);
      if (decision.allowed) continue;
      const why = `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${decision.reason}, <nil>`;
      throw forbid(request, why);
    }
  }
}

function permissionsFor(
  request: AdmissionAttributes,
  { apiVersion, kind, name }: OwnerReference,
  resourcesOf: ResourcesOf,
): readonly Permission[] {
  const found = resourcesOf(apiVersion, kind);
  if (found.length === 0) {
    const why = `no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`;
    throw forbid(
      request,
      `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: ${why}`,
    );
  }
  return found.map(({ group, resource, namespaced }) => ({
    verb: 'update',
    group,
    resource,
    subresource: 'finalizers',
    namespace: namespaced ? request.namespace : '',
    name,
  }));
}
