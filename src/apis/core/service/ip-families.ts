import { type FieldError, fieldErrors, path } from '#meta';
import { ipFamilyOf } from '../../field-validation.ts';
import { validateAddressFields } from './address-validation.ts';
import { type IpFamily, NO_ADDRESS, needsClusterIp, type ServiceSpec, sameList } from './service.ts';

const policyField = path('spec', 'ipFamilyPolicy');

/**
 * Fills in ipFamilyPolicy and ipFamilies from what the user wrote, what was there, and what the cluster has. Returns
 * what cannot be made sense of; the spec is then of no use.
 */
export function settleFamilies(
  spec: ServiceSpec,
  before: ServiceSpec | undefined,
  cluster: readonly IpFamily[],
): FieldError[] {
  if (!needsClusterIp(spec) || (before !== undefined && prefersAsBefore(spec, before))) return [];
  spec.ipFamilyPolicy ??= before?.ipFamilyPolicy ?? (isSelectorless(spec) ? 'RequireDualStack' : 'SingleStack');
  const unreadable = validateAddressFields(spec, before);
  if (unreadable.length > 0) return unreadable;
  const faults = [
    ...(before === undefined ? [] : settleReduction(spec, before)),
    ...validatePolicy(spec),
    ...inferFamilies(spec, cluster),
  ];
  if (faults.length > 0) return faults;
  // Such a service has no pods of ours: the cluster's own families do not bind it.
  if (isSelectorless(spec)) {
    completeFamilies(spec, cluster);
    return [];
  }
  const impossible = validateAgainstCluster(spec, cluster);
  if (impossible.length === 0) completeFamilies(spec, cluster);
  return impossible;
}

const isSelectorless = ({ clusterIP, selector }: ServiceSpec): boolean =>
  clusterIP === NO_ADDRESS && Object.keys(selector ?? {}).length === 0;

/** A service that prefers two families is not changed just because the cluster now has, or has no longer, two. */
export function prefersAsBefore(spec: ServiceSpec, before: ServiceSpec): boolean {
  return (
    spec.ipFamilyPolicy === 'PreferDualStack' &&
    (before.ipFamilyPolicy ?? 'PreferDualStack') === 'PreferDualStack' &&
    spec.type === before.type &&
    ['ClusterIP', 'NodePort', 'LoadBalancer'].includes(spec.type ?? '') &&
    sameList(spec.clusterIPs, before.clusterIPs) &&
    sameList(spec.ipFamilies, before.ipFamilies)
  );
}

function settleReduction(spec: ServiceSpec, before: ServiceSpec): FieldError[] {
  if (spec.ipFamilyPolicy === 'SingleStack') {
    // The policy SingleStack alone is enough to drop the second address and family.
    if (sameList(spec.clusterIPs, before.clusterIPs) && spec.clusterIPs) spec.clusterIPs = spec.clusterIPs.slice(0, 1);
    if (sameList(spec.ipFamilies, before.ipFamilies) && spec.ipFamilies) spec.ipFamilies = spec.ipFamilies.slice(0, 1);
    return [];
  }
  const reduced = (now: readonly string[] = [], was: readonly string[] = []): boolean =>
    now.length > 0 && now.length < was.length;
  const fault = (what: string): FieldError =>
    fieldErrors.invalid(policyField, spec.ipFamilyPolicy, `must be 'SingleStack' to release the secondary ${what}`);
  return [
    ...(reduced(spec.clusterIPs, before.clusterIPs) ? [fault('cluster IP')] : []),
    ...(reduced(spec.ipFamilies, before.ipFamilies) ? [fault('IP family')] : []),
  ];
}

function validatePolicy({ ipFamilyPolicy, clusterIPs = [], ipFamilies = [] }: ServiceSpec): FieldError[] {
  if (ipFamilyPolicy !== 'SingleStack') return [];
  const fault = (what: string): FieldError => {
    const why = `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
    return fieldErrors.invalid(policyField, ipFamilyPolicy, why);
  };
  return [
    ...(clusterIPs.length === 2 ? [fault('cluster IPs')] : []),
    ...(ipFamilies.length === 2 ? [fault('IP families')] : []),
  ];
}

/** The families of addresses that the user named. */
function inferFamilies(spec: ServiceSpec, cluster: readonly IpFamily[]): FieldError[] {
  const { clusterIPs = [] } = spec;
  const faults: FieldError[] = [];
  for (const [at, address] of clusterIPs.entries()) {
    const family = ipFamilyOf(address);
    if (family === undefined || at < (spec.ipFamilies ?? []).length) continue;
    if (cluster.includes(family)) spec.ipFamilies = [...(spec.ipFamilies ?? []), family];
    else {
      const field = path('spec', 'clusterIPs').index(at);
      faults.push(fieldErrors.invalid(field, clusterIPs, `${family} is not configured on this cluster`));
    }
  }
  return faults;
}

function validateAgainstCluster(
  { ipFamilyPolicy, ipFamilies = [] }: ServiceSpec,
  cluster: readonly string[],
): FieldError[] {
  const dual = ipFamilyPolicy === 'RequireDualStack' && cluster.length < 2;
  const why = 'this cluster is not configured for dual-stack services';
  return [
    ...(dual ? [fieldErrors.invalid(policyField, ipFamilyPolicy, why)] : []),
    ...ipFamilies.flatMap((family, at) =>
      cluster.includes(family)
        ? []
        : [fieldErrors.invalid(path('spec', 'ipFamilies').index(at), family, 'not configured on this cluster')],
    ),
  ];
}

function completeFamilies(spec: ServiceSpec, cluster: readonly IpFamily[]): void {
  const families = spec.ipFamilies?.length ? spec.ipFamilies : [cluster[0] ?? 'IPv4'];
  const canBeTwo = isSelectorless(spec) || cluster.length === 2;
  const wantsTwo = spec.ipFamilyPolicy !== 'SingleStack' && families.length === 1 && canBeTwo;
  spec.ipFamilies = wantsTwo ? [...families, families[0] === 'IPv4' ? 'IPv6' : 'IPv4'] : families;
}
