/** The names that Kubernetes gives to kinds and resources. The core group is the empty string. */

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}
export interface GroupVersionKind extends GroupVersion, GroupKind {}
export interface GroupVersionResource extends GroupVersion, GroupResource {}

/** `v1` for the core group, `apps/v1` for the others: what stands in an object's `apiVersion`. */
export function apiVersionOf({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The inverse of `apiVersionOf`; undefined for more than one slash. */
export function parseApiVersion(apiVersion: string): GroupVersion | undefined {
  const parts = apiVersion.split('/');
  if (parts.length === 1) return { group: '', version: apiVersion };
  if (parts.length === 2) return { group: parts[0] as string, version: parts[1] as string };
  return undefined;
}

/** `configmaps`, `deployments.apps`: how messages name a resource. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/** `ConfigMap`, `Deployment.apps`: how messages name a kind. */
export function formatGroupKind({ group, kind }: GroupKind): string {
  return group === '' ? kind : `${kind}.${group}`;
}
