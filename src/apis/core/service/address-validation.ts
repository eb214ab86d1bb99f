import { type FieldError, fieldErrors, path } from '#meta';
import { ipFamilyOf, validateAddressText } from '../../field-validation.ts';
import { isHeadless, NO_ADDRESS, needsClusterIp, type ServiceSpec } from './service.ts';

const addresses = path('spec', 'clusterIPs');
const families = path('spec', 'ipFamilies');
const policy = path('spec', 'ipFamilyPolicy');

/** clusterIP, clusterIPs, ipFamilies and ipFamilyPolicy must tell one story. Also asked before addresses are given out. */
export function validateAddressFields(spec: ServiceSpec, before?: ServiceSpec): FieldError[] {
  if (!needsClusterIp(spec)) return [];
  const own = validateAddresses(spec, before);
  const faults = [...validateFirstAddress(spec), ...validateFamilies(spec), ...own];
  const { clusterIPs = [] } = spec;
  if (clusterIPs.length > 2) faults.push(fieldErrors.invalid(addresses, clusterIPs, 'may only hold up to 2 values'));
  // What follows would only confuse while an address cannot be read.
  return own.length > 0 ? faults : [...faults, ...validatePairing(spec)];
}

function validateFirstAddress({ clusterIP = '', clusterIPs = [] }: ServiceSpec): FieldError[] {
  if (clusterIP === '') {
    if (clusterIPs.length === 0) return [];
    return [fieldErrors.invalid(addresses, clusterIPs, 'must be empty when `clusterIP` is not specified')];
  }
  if (clusterIPs.length === 0) return [fieldErrors.required(addresses)];
  if (clusterIPs[0] === clusterIP) return [];
  return [fieldErrors.invalid(addresses, clusterIPs, 'first value must match `clusterIP`')];
}

function validateFamilies({ ipFamilies = [], ipFamilyPolicy }: ServiceSpec): FieldError[] {
  const known = ['IPv4', 'IPv6'];
  const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
  const faults = ipFamilies.flatMap((family, at) => [
    ...(known.includes(family) ? [] : [fieldErrors.notSupported(families.index(at), family, known)]),
    ...(ipFamilies.indexOf(family) < at ? [fieldErrors.duplicate(families.index(at), family)] : []),
  ]);
  if (ipFamilyPolicy !== undefined && !policies.includes(ipFamilyPolicy)) {
    faults.push(fieldErrors.notSupported(policy, ipFamilyPolicy, policies));
  }
  return faults;
}

/** Each address by itself. */
function validateAddresses({ clusterIPs = [] }: ServiceSpec, before: ServiceSpec | undefined): FieldError[] {
  return clusterIPs.flatMap((address, at) => {
    if (at > 0 || address !== NO_ADDRESS) return validateAddressText(addresses.index(at), address, before?.clusterIPs);
    if (clusterIPs.length === 1) return [];
    return [fieldErrors.invalid(addresses, clusterIPs, "'None' must be the first and only value")];
  });
}

/** The addresses together, and with the families. */
function validatePairing(spec: ServiceSpec): FieldError[] {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  const faults: FieldError[] = [];
  if (clusterIPs.length > 1 && new Set(clusterIPs.map(ipFamilyOf)).size < clusterIPs.length) {
    faults.push(fieldErrors.invalid(addresses, clusterIPs, 'may specify no more than one IP for each IP family'));
  }
  if (isHeadless(spec)) return faults;
  for (const [at, address] of clusterIPs.slice(0, ipFamilies.length).entries()) {
    const family = ipFamilies[at] ?? '';
    if (['IPv4', 'IPv6'].includes(family) && ipFamilyOf(address) !== family) {
      const why = `expected an ${family} value as indicated by \`ipFamilies[${at}]\``;
      faults.push(fieldErrors.invalid(addresses.index(at), address, why));
    }
  }
  return faults;
}

/** A service keeps its first address and family for life; the second may come and go. */
export function validateAddressChange(spec: ServiceSpec, before: ServiceSpec): FieldError[] {
  if (!needsClusterIp(spec) || !needsClusterIp(before)) return [];
  if (isHeadless(spec) && isHeadless(before)) return [];
  const faults = validateAddressChanges(spec, before);
  return isHeadless(spec) === isHeadless(before) ? [...faults, ...validateFamilyChange(spec, before)] : faults;
}

function validateAddressChanges(spec: ServiceSpec, before: ServiceSpec): FieldError[] {
  const now = spec.clusterIPs ?? [];
  const was = before.clusterIPs ?? [];
  const changed = (at: number): FieldError => fieldErrors.invalid(addresses.index(at), now, 'may not change once set');
  if (was.length === now.length) return was.flatMap((address, at) => (address === now[at] ? [] : [changed(at)]));
  const faults: FieldError[] = [];
  if (now.length === 0) {
    faults.push(fieldErrors.invalid(addresses.index(0), now, 'primary clusterIP can not be unset'));
  } else if (was.length > 0 && now[0] !== was[0]) faults.push(changed(0));
  if (was.length > now.length && now.length === 1 && spec.ipFamilyPolicy !== 'SingleStack') {
    const why = "must be set to 'SingleStack' when releasing the secondary clusterIP";
    faults.push(fieldErrors.invalid(policy, spec.ipFamilyPolicy ?? null, why));
  }
  return faults;
}

function validateFamilyChange(spec: ServiceSpec, before: ServiceSpec): FieldError[] {
  const now = spec.ipFamilies ?? [];
  const was = before.ipFamilies ?? [];
  const changed = (shown: readonly string[]): FieldError =>
    fieldErrors.invalid(families.index(0), shown, 'may not change once set');
  if (was.length === now.length) return was.flatMap((family, at) => (family === now[at] ? [] : [changed(now)]));
  const faults: FieldError[] = [];
  if (was.length > now.length && (spec.clusterIPs ?? []).length === 0) {
    faults.push(fieldErrors.invalid(families.index(0), now, 'primary ipFamily can not be unset'));
  }
  if (was.length > 0 && now.length > 0 && now[0] !== was[0]) faults.push(changed(spec.clusterIPs ?? []));
  if (was.length > now.length && now.length === 1 && spec.ipFamilyPolicy !== 'SingleStack') {
    const why = "must be set to 'SingleStack' when releasing the secondary ipFamily";
    faults.push(fieldErrors.invalid(policy, spec.ipFamilyPolicy ?? null, why));
  }
  return faults;
}
