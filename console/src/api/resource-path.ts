/** Which resource, in which version. The core group is ''. */
export interface ResourceRef {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** Which object of it; `namespace` is undefined for one that lies in none. */
export interface ObjectRef extends ResourceRef {
  readonly namespace?: string | undefined;
  readonly name: string;
}

export function groupVersionPath({ group, version }: Pick<ResourceRef, 'group' | 'version'>): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

export function resourcePath(ref: ResourceRef, namespace?: string): string {
  const inside = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${groupVersionPath(ref)}${inside}/${ref.resource}`;
}

export function objectPath(ref: ObjectRef): string {
  return `${resourcePath(ref, ref.namespace)}/${encodeURIComponent(ref.name)}`;
}

/** The field selector of one object: some kinds allow names with characters that selectors have for themselves. */
export const nameSelector = (name: string): string => `metadata.name=${name.replace(/[\\,=]/g, '\\$&')}`;

/** As kubectl names it: `deployments.apps`, and `deployments.v1.apps` where the version matters. */
export function kubectlResource({ group, version, resource }: ResourceRef, withVersion = false): string {
  if (group === '') return resource;
  return withVersion ? `${resource}.${version}.${group}` : `${resource}.${group}`;
}

/** In the addresses of the console a group is never empty. */
export const CORE = 'core';
/** And so is the namespace of an object that has none. */
export const NO_NAMESPACE = '_';

/** The address of an object's page: `/object/apps/v1/deployments/default/web/versions`. */
export function objectPage(ref: ObjectRef, tab = ''): string {
  const parts = [ref.group || CORE, ref.version, ref.resource, ref.namespace ?? NO_NAMESPACE, ref.name];
  return ['/object', ...parts.map(encodeURIComponent), ...(tab === '' ? [] : [tab])].join('/');
}

export function objectOfPage(params: Readonly<Record<string, string>>): ObjectRef {
  const { group = '', version = '', resource = '', namespace = NO_NAMESPACE, name = '' } = params;
  return {
    group: group === CORE ? '' : group,
    version,
    resource,
    namespace: namespace === NO_NAMESPACE ? undefined : namespace,
    name,
  };
}

export function listPage(ref: ResourceRef): string {
  return ['/objects', ref.group || CORE, ref.version, ref.resource].map((part) => part).join('/');
}
