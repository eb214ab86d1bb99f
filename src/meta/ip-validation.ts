import type { FieldPath } from './field-error.ts';
import { goQuote } from './go-text.ts';
import { type Address, type AddressRange, formatAddress, formatRange, parseAddress, parseRange } from './ip-address.ts';

/** Rules of fields that hold IP addresses and ranges. k8s: apimachinery/pkg/util/validation/ip.go */
interface IpRuleOptions {
  /** Also refuse leading zeros, IPv4-mapped IPv6 addresses and, in ranges, bits beyond the prefix. */
  readonly strict: boolean;
}

const NOT_AN_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const NOT_ARANGE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
const NOT_AN_INTERFACE = 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)';
const notCanonical = (canonical: string): string => `must be in canonical form (${goQuote(canonical)})`;

/** For fields that have always taken more than canonical addresses. */
export function legacyIpFaults(value: string, { strict }: IpRuleOptions): string[] {
  const address = parseAddress(value);
  if (address === undefined) return [NOT_AN_ADDRESS];
  if (!strict) return [];
  return [
    ...(address.leadingZeros ? ['must not have leading 0s'] : []),
    ...(address.mapped && !address.leadingZeros ? ['must not be an IPv4-mapped IPv6 address'] : []),
  ];
}

/** For fields that want an address in its one canonical form. */
export function ipFaults(value: string): string[] {
  const faults = legacyIpFaults(value, { strict: true });
  if (faults.length > 0) return faults;
  const canonical = formatAddress(parseAddress(value) as Address);
  return value === canonical ? [] : [notCanonical(canonical)];
}

export function legacyCidrFaults(value: string, { strict }: IpRuleOptions): string[] {
  const range = parseRange(value);
  if (range === undefined) return [NOT_ARANGE];
  if (!strict) return [];
  if (range.leadingZeros) return ['must not have leading 0s in IP or prefix length'];
  if (range.address.mapped) return ['must not have an IPv4-mapped IPv6 address'];
  return range.address.value === range.network ? [] : ['must not have bits set beyond the prefix length'];
}

export function cidrFaults(value: string): string[] {
  const faults = legacyCidrFaults(value, { strict: true });
  if (faults.length > 0) return faults;
  const canonical = formatRange(parseRange(value) as AddressRange);
  return value === canonical ? [] : [notCanonical(canonical)];
}

/** An address together with the size of its network: `192.168.1.5/24`. */
export function interfaceAddressFaults(value: string): string[] {
  const range = parseRange(value);
  if (range === undefined) return [NOT_AN_INTERFACE];
  const bits = range.address.mapped && range.bits > 32 ? range.bits - 96 : range.bits;
  const canonical = `${formatAddress(range.address)}/${bits}`;
  return value === canonical ? [] : [notCanonical(canonical)];
}

/** Texts for the `Warning` header about a value that `legacyIpFaults` let pass. */
export function ipWarnings(value: string, field: FieldPath): string[] {
  const address = parseAddress(value);
  if (address === undefined) return [];
  const canonical = formatAddress(address);
  if (address.leadingZeros || address.mapped) {
    return [`${field}: non-standard IP address ${goQuote(value)} is invalid: use ${goQuote(canonical)}`];
  }
  if (address.family === 4 || canonical === value) return [];
  return [`${field}: IPv6 address ${goQuote(value)} should be in RFC 5952 canonical format (${goQuote(canonical)})`];
}

/** Texts for the `Warning` header about a value that `legacyCidrFaults` let pass. */
export function cidrWarnings(value: string, field: FieldPath): string[] {
  const range = parseRange(value);
  if (range === undefined) return [];
  const canonical = formatRange(range);
  const warnings: string[] = [];
  if (range.address.value !== range.network) {
    const single = `${formatAddress(range.address)}/${range.address.family === 4 ? 32 : 128}`;
    warnings.push(
      `${field}: CIDR value ${goQuote(value)} is ambiguous in this context (should be ${goQuote(canonical)} or ${goQuote(single)}?)`,
    );
  }
  if (range.leadingZeros || range.address.mapped) {
    warnings.push(`${field}: non-standard CIDR value ${goQuote(value)} is invalid: use ${goQuote(canonical)}`);
  }
  if (warnings.length === 0 && range.address.family === 6 && canonical !== value) {
    warnings.push(
      `${field}: IPv6 CIDR value ${goQuote(value)} should be in RFC 5952 canonical format (${goQuote(canonical)})`,
    );
  }
  return warnings;
}
