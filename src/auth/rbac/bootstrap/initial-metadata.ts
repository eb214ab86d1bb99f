import type { ObjectMeta } from '#meta';

export const RBAC_API_VERSION = 'rbac.authorization.k8s.io/v1';
/** `false` keeps a start from bringing the object up to date. */
export const AUTO_UPDATE = 'rbac.authorization.kubernetes.io/autoupdate';

/** What marks the roles and bindings that every server has. */
export function initialMetadata(name: string, labels: { readonly [key: string]: string } = {}): ObjectMeta {
  return {
    name,
    labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults', ...labels },
    annotations: { [AUTO_UPDATE]: 'true' },
  };
}
