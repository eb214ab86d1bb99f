import {
  formatAddress,
  goQuote,
  isGlobalUnicast,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isMapped,
  isUnspecified,
  leadingBits,
  parseStrictAddress,
  parseStrictPrefix,
  type StrictAddress,
  type StrictPrefix,
  widthOf,
} from '#meta';
import { declare, type Library, memberOverload, overload } from '../library/library.ts';
import { noSuchOverload } from '../values/traits.ts';
import { type CelType, opaqueType, types } from '../values/type.ts';
import { CelError, OpaqueValue, type Value } from '../values/value.ts';

const { bool, int, string } = types;
const ipType = opaqueType('net.IP');
const cidrType = opaqueType('net.CIDR');

function showAddress(address: StrictAddress): string {
  return formatAddress({ ...address, mapped: false, leadingZeros: false });
}

class IpValue extends OpaqueValue {
  readonly address: StrictAddress;
  override readonly costSize: number;

  constructor(address: StrictAddress) {
    super();
    this.address = address;
    this.costSize = widthOf(address) / 8;
  }
  get type(): CelType {
    return ipType;
  }
  equals(other: Value): Value {
    if (!(other instanceof IpValue)) return noSuchOverload();
    return this.address.family === other.address.family && this.address.value === other.address.value;
  }
  override toString(): string {
    return showAddress(this.address);
  }
}

class CidrValue extends OpaqueValue {
  readonly prefix: StrictPrefix;
  override readonly costSize: number;

  constructor(prefix: StrictPrefix) {
    super();
    this.prefix = prefix;
    this.costSize = Math.ceil(prefix.bits / 8);
  }
  get type(): CelType {
    return cidrType;
  }
  equals(other: Value): Value {
    if (!(other instanceof CidrValue)) return noSuchOverload();
    const { address, bits } = this.prefix;
    const { address: otherAddress, bits: otherBits } = other.prefix;
    return address.family === otherAddress.family && address.value === otherAddress.value && bits === otherBits;
  }
  override toString(): string {
    return `${showAddress(this.prefix.address)}/${this.prefix.bits}`;
  }
}

/** The address, or why there is none: zones and IPv4 in the form of IPv6 are not allowed. */
function readIp(text: string): StrictAddress | CelError {
  const address = parseStrictAddress(text);
  if (typeof address === 'string')
    return new CelError(`IP Address ${goQuote(text)} parse error during conversion from string: ${address}`);
  if (address.zone !== '') return new CelError(`IP address ${goQuote(text)} with zone value is not allowed`);
  if (isMapped(address)) return new CelError(`IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`);
  return address;
}

function toIp(text: string): Value {
  const address = readIp(text);
  return address instanceof CelError ? address : new IpValue(address);
}

function isCanonical(text: string): Value {
  const address = readIp(text);
  return address instanceof CelError ? address : showAddress(address) === text;
}

const test = (id: string, is: (address: StrictAddress) => boolean) =>
  memberOverload(id, [[ipType], bool], ({ address }: IpValue) => is(address));

export const kubernetesIp: Library = {
  types: [ipType],
  functions: [
    declare('ip', overload('string_to_ip', [[string], ipType], toIp)),
    declare(
      'family',
      memberOverload('ip_family', [[ipType], int], ({ address }: IpValue) => address.family),
    ),
    declare('ip.isCanonical', overload('ip_is_canonical', [[string], bool], isCanonical)),
    declare('isUnspecified', test('ip_is_unspecified', isUnspecified)),
    declare('isLoopback', test('ip_is_loopback', isLoopback)),
    declare('isLinkLocalMulticast', test('ip_is_link_local_multicast', isLinkLocalMulticast)),
    declare('isLinkLocalUnicast', test('ip_is_link_local_unicast', isLinkLocalUnicast)),
    declare('isGlobalUnicast', test('ip_is_global_unicast', isGlobalUnicast)),
    declare(
      'isIP',
      overload('is_ip', [[string], bool], (text: string) => !(readIp(text) instanceof CelError)),
    ),
    declare(
      'string',
      overload('ip_to_string', [[ipType], string], (ip: IpValue) => String(ip)),
    ),
  ],
};

function readCidr(text: string): StrictPrefix | string {
  const prefix = parseStrictPrefix(text);
  if (typeof prefix === 'string') return `network address parse error during conversion from string: ${prefix}`;
  return isMapped(prefix.address) ? `IPv4-mapped IPv6 address ${goQuote(text)} is not allowed` : prefix;
}

function toCidr(text: string): Value {
  const prefix = readCidr(text);
  if (typeof prefix !== 'string') return new CidrValue(prefix);
  return new CelError(`network address parse error during conversion from string: ${prefix}`);
}

function contains(prefix: StrictPrefix, address: StrictAddress): boolean {
  return (
    prefix.address.family === address.family &&
    leadingBits(prefix.address, prefix.bits) === leadingBits(address, prefix.bits)
  );
}

function containsIp({ prefix }: CidrValue, ip: Value): Value {
  return ip instanceof IpValue ? contains(prefix, ip.address) : noSuchOverload();
}

function containsCidr({ prefix }: CidrValue, other: Value): Value {
  if (!(other instanceof CidrValue)) return other instanceof CelError ? other : noSuchOverload();
  return prefix.bits <= other.prefix.bits && contains(prefix, other.prefix.address);
}

function masked({ prefix: { address, bits } }: CidrValue): Value {
  const beyond = BigInt(widthOf(address) - bits);
  return new CidrValue({ address: { ...address, value: (address.value >> beyond) << beyond }, bits });
}

export const kubernetesCidr: Library = {
  types: [cidrType],
  functions: [
    declare('cidr', overload('string_to_cidr', [[string], cidrType], toCidr)),
    declare(
      'containsIP',
      memberOverload('cidr_contains_ip_string', [[cidrType, string], bool], (cidr: CidrValue, text: string) =>
        containsIp(cidr, toIp(text)),
      ),
      memberOverload('cidr_contains_ip_ip', [[cidrType, ipType], bool], containsIp),
    ),
    declare(
      'containsCIDR',
      memberOverload('cidr_contains_cidr_string', [[cidrType, string], bool], (cidr: CidrValue, text: string) =>
        containsCidr(cidr, toCidr(text)),
      ),
      memberOverload('cidr_contains_cidr', [[cidrType, cidrType], bool], containsCidr),
    ),
    declare(
      'ip',
      memberOverload('cidr_ip', [[cidrType], ipType], ({ prefix }: CidrValue) => new IpValue(prefix.address)),
    ),
    declare(
      'prefixLength',
      memberOverload('cidr_prefix_length', [[cidrType], int], ({ prefix }: CidrValue) => prefix.bits),
    ),
    declare('masked', memberOverload('cidr_masked', [[cidrType], cidrType], masked)),
    declare(
      'isCIDR',
      overload('is_cidr', [[string], bool], (text: string) => typeof readCidr(text) !== 'string'),
    ),
    declare(
      'string',
      overload('cidr_to_string', [[cidrType], string], (cidr: CidrValue) => String(cidr)),
    ),
  ],
};
