import type { Permission, Permissions } from '#machinery';
import { type FieldError, type FieldPath, fieldErrors, parseServiceAccountUser, path, sameJson } from '#meta';
import { type ClaimStatus, deviceIdentity } from './claim-status-validation.ts';
import type { ClaimSpec } from './claim-validation.ts';

/** Who may take devices that others use, and who may say what was given. k8s: registry/resource/utils.go */

const ADMIN_LABEL = 'resource.kubernetes.io/admin-access';
const NODE_NAME = 'authentication.kubernetes.io/node-name';

/** Access to devices that are in use is for namespaces that an administrator has marked. */
export function adminRequestAccess({ devices }: ClaimSpec, permissions: Permissions): Promise<FieldError[]> {
  const at = (devices?.requests ?? []).findIndex(({ exactly }) => exactly?.adminAccess === true);
  return adminAccess(path('spec', 'devices', 'requests'), at, permissions);
}

async function adminAccess(list: FieldPath, at: number, permissions: Permissions): Promise<FieldError[]> {
  if (at < 0) return [];
  const namespace = await permissions.find({ group: '', resource: 'namespaces' }, permissions.namespace);
  if (namespace?.metadata.labels?.[ADMIN_LABEL] === 'true') return [];
  const why = `admin access to devices requires the \`${ADMIN_LABEL}: true\` label on the containing namespace`;
  return [fieldErrors.forbidden(list.index(at).child('adminAccess'), why)];
}

const adminResult = ({ allocation }: ClaimStatus): number =>
  (allocation?.devices?.results ?? []).findIndex((result) => result.adminAccess === true);

export async function claimStatusAccess(
  status: ClaimStatus,
  live: ClaimStatus,
  permissions: Permissions,
): Promise<FieldError[]> {
  const results = path('status', 'allocation', 'devices', 'results');
  return [
    ...(adminResult(live) >= 0 ? [] : await adminAccess(results, adminResult(status), permissions)),
    ...(await bindingAccess(status, live, permissions)),
    ...(status.allocation === undefined ? [] : await deviceAccess(status, live, permissions)),
  ];
}

const claims = { group: 'resource.k8s.io', resource: 'resourceclaims' };

/** Giving devices to a claim, and the claim to pods, is the scheduler's. */
async function bindingAccess(status: ClaimStatus, live: ClaimStatus, permissions: Permissions): Promise<FieldError[]> {
  if (sameJson(status.allocation, live.allocation) && sameJson(status.reservedFor, live.reservedFor)) return [];
  const { verb } = permissions;
  const refusal = await permissions.refusal({ ...claims, verb, subresource: 'binding', namespace: '', name: '' });
  if (refusal === undefined) return [];
  const needed = `requires resource="resourceclaims/binding", verb="${verb}" permission`;
  const why = `changing status.allocation or status.reservedFor ${needed}: ${refusal}`;
  return [fieldErrors.forbidden(path('status', 'allocation'), why)];
}

/** What a device is like is for its driver to say: one on the node of the device, or one for all nodes. */
async function deviceAccess(status: ClaimStatus, live: ClaimStatus, permissions: Permissions): Promise<FieldError[]> {
  const prefixes = isOnNode(status, permissions) ? ['associated-node:', 'arbitrary-node:'] : ['arbitrary-node:'];
  const verbs = prefixes.map((prefix) => prefix + permissions.verb);
  const faults: FieldError[] = [];
  for (const driver of changedDrivers(status, live)) {
    const { namespace } = permissions;
    const refusal = await refusalOfAll(permissions, verbs, {
      ...claims,
      subresource: 'driver',
      namespace,
      name: driver,
    });
    if (refusal === undefined) continue;
    const needed = `requires resource="resourceclaims/driver", verb="[${verbs.join(' ')}]" permission`;
    faults.push(fieldErrors.forbidden(path('status', 'devices'), `changing status.devices ${needed}: ${refusal}`));
  }
  return faults;
}

/** Undefined when one of the verbs is allowed; otherwise the refusal of the first. */
async function refusalOfAll(
  permissions: Permissions,
  verbs: readonly string[],
  wanted: Omit<Permission, 'verb'>,
): Promise<string | undefined> {
  let first: string | undefined;
  for (const verb of verbs) {
    const refusal = await permissions.refusal({ ...wanted, verb });
    if (refusal === undefined) return undefined;
    first ??= refusal;
  }
  return first;
}

/** Drivers of devices of which something else is said than before, by name. */
function changedDrivers({ devices = [] }: ClaimStatus, live: ClaimStatus): readonly string[] {
  const before = new Map((live.devices ?? []).map((device) => [deviceIdentity(device), device]));
  const changed = new Set<string>();
  for (const device of devices) {
    const there = before.get(deviceIdentity(device));
    before.delete(deviceIdentity(device));
    if (there === undefined || !sameJson(there, device)) changed.add(device.driver ?? '');
  }
  for (const gone of before.values()) changed.add(gone.driver ?? '');
  return [...changed].sort();
}

/** The user is a service account whose token was made for a pod on the node that the claim was given. */
function isOnNode({ allocation }: ClaimStatus, { user }: Permissions): boolean {
  const node = nodeOf(allocation);
  const told = Object.hasOwn(user.extra, NODE_NAME) ? user.extra[NODE_NAME] : undefined;
  return (
    node !== undefined && parseServiceAccountUser(user.name) !== undefined && told?.length === 1 && told[0] === node
  );
}

function nodeOf(allocation: ClaimStatus['allocation']): string | undefined {
  const [term, ...others] = allocation?.nodeSelector?.nodeSelectorTerms ?? [];
  if (term === undefined || others.length > 0 || (term.matchExpressions ?? []).length > 0) return undefined;
  const [field, ...more] = term.matchFields ?? [];
  const isName = field?.key === 'metadata.name' && field.operator === 'In' && field.values?.length === 1;
  return isName && more.length === 0 ? field.values?.[0] : undefined;
}
