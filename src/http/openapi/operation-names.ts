import type { GroupVersion } from '#meta';

/**
 * `operationId` and tags, made as the real server makes them, since generated clients are named after them:
 * `rbac.authorization.k8s.io/v1` gives `listRbacAuthorizationV1ClusterRole` and the tag `rbacAuthorization_v1`.
 */
export function operationId(verb: string, { group, version }: GroupVersion, rest: string): string {
  return `${verb}${camel(shortGroup(group))}${camel(version)}${rest}`;
}

export function operationTag({ group, version }: GroupVersion): string {
  const name = lowerFirst(camel(shortGroup(group)));
  return version === '' ? name : `${name}_${lowerFirst(camel(version))}`;
}

export const camel = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(upperFirst)
    .join('');

const shortGroup = (group: string): string => (group === '' ? 'core' : group.replace(/\.k8s\.io$/, ''));
const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
