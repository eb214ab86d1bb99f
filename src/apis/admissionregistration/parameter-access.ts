import type { Permission, Permissions, UserInfo } from '#machinery';
import { type FieldError, fieldErrors, parseApiVersion, path, sameJson } from '#meta';
import type { ParamKind, Policy } from './policy-validation.ts';

/** Parameters come into what a policy answers, so whoever writes it must be allowed to read them. */

interface ParamResource extends Pick<Permission, 'group' | 'resource'> {
  /** What kept it from being found. */
  readonly unknown?: 'version' | 'kind';
}

const everything: ParamResource = { group: '*', resource: '*' };

/** The resource of a kind of parameters, or as much as is known of one that is not served. */
function resourceOf({ apiVersion = '', kind = '' }: ParamKind, permissions: Permissions): ParamResource {
  const version = parseApiVersion(apiVersion);
  if (version === undefined) return { ...everything, unknown: 'version' };
  const { group } = version;
  const resource = permissions.resourceOf({ ...version, kind });
  return resource === undefined ? { group, resource: '*', unknown: 'kind' } : { group, resource };
}

async function mayRead(
  permissions: Permissions,
  { group, resource }: ParamResource,
  which: Pick<Permission, 'verb' | 'namespace' | 'name'>,
): Promise<boolean> {
  return (await permissions.refusal({ group, resource, subresource: '', ...which })) === undefined;
}

/** The kind of parameters that a policy wants. k8s: registry/admissionregistration/validatingadmissionpolicy/authz.go */
export async function paramKindAccess(
  { spec }: Policy,
  live: Policy | undefined,
  permissions: Permissions,
): Promise<FieldError[]> {
  const paramKind = spec?.paramKind;
  if (paramKind === undefined || (live?.spec?.paramKind && sameJson(live.spec.paramKind, paramKind))) return [];
  const resource = resourceOf(paramKind, permissions);
  if (await mayRead(permissions, resource, { verb: 'get', namespace: '*', name: '*' })) return [];
  const { kind = '', apiVersion = '' } = paramKind;
  const all = `all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`;
  const why = `user ${userText(permissions.user)} must have "get" permission on ${all}`;
  return [fieldErrors.forbidden(path('spec', 'paramKind'), why)];
}

interface BoundParameters {
  readonly policyName: string;
  readonly name: string;
  readonly namespace: string;
}

export interface PolicyKind {
  readonly resource: string;
  /** The real server confuses user and verb where it refuses parameters of mutating policies. */
  readonly swapsWords: boolean;
}

/** The parameters that a binding gives a policy. k8s: registry/admissionregistration/validatingadmissionpolicybinding/authz.go */
export async function paramRefAccess(
  { policyName, name, namespace }: BoundParameters,
  { resource: policies, swapsWords }: PolicyKind,
  permissions: Permissions,
): Promise<FieldError[]> {
  const group = 'admissionregistration.k8s.io';
  const policy: Policy | null = await permissions.find({ group, resource: policies }, policyName);
  const paramKind = policy?.spec?.paramKind;
  const resource = paramKind === undefined ? everything : resourceOf(paramKind, permissions);
  const verb = name === '' ? 'list' : 'get';
  if (await mayRead(permissions, resource, { verb, namespace, name })) return [];
  const { unknown } = resource;
  const user = userText(permissions.user);
  const lacks = `to determine minimum required permissions and user ${user} does not have "${verb}" permission for all groups, versions and resources`;
  const shown = `&{${paramKind?.apiVersion ?? ''} ${paramKind?.kind ?? ''}}`;
  const [who, what] = swapsWords ? [verb, user] : [user, verb];
  const why =
    policy === null
      ? `unable to get policy ${policyName} ${lacks}`
      : unknown === undefined
        ? `user ${who} does not have "${what}" permission on the object referenced by paramRef`
        : `unable to ${unknown === 'version' ? 'parse' : 'resolve'} paramKind ${shown} ${lacks}`;
  return [fieldErrors.forbidden(path('spec', 'paramRef'), why)];
}

/** A user as Go's `%v` shows it. */
function userText({ name, uid, groups, extra }: UserInfo): string {
  const keys = Object.keys(extra).sort();
  const pairs = keys.map((key) => `${key}:[${(extra[key] ?? []).join(' ')}]`);
  return `&{${name} ${uid} [${groups.join(' ')}] map[${pairs.join(' ')}]}`;
}
