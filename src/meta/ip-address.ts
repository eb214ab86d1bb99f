/** An IP address as a number. Parsing is lenient about leading zeros, which old fields accept, and remembers them. */
export interface Address {
  /** How it was written: `::ffff:1.2.3.4` is family 6 and `mapped`. */
  readonly family: 4 | 6;
  readonly value: bigint;
  /** An IPv6 address that stands for an IPv4 one. */
  readonly mapped: boolean;
  readonly leadingZeros: boolean;
}

/** An address with the length of its network's prefix: `10.0.0.0/8`. */
export interface AddressRange {
  readonly address: Address;
  readonly bits: number;
  /** The address without the bits beyond the prefix. */
  readonly network: bigint;
  /** In the address or in the prefix length. */
  readonly leadingZeros: boolean;
}

export function parseAddress(text: string): Address | undefined {
  return text.includes(':') ? parseV6(text) : parseV4(text);
}

function parseV4(text: string): Address | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0n;
  let leadingZeros = false;
  for (const part of parts) {
    const octet = /^[0-9]{1,16}$/.test(part) ? Number(part) : 256;
    if (octet > 255) return undefined;
    leadingZeros ||= part.length > 1 && part.startsWith('0');
    value = (value << 8n) | BigInt(octet);
  }
  return { family: 4, value, mapped: false, leadingZeros };
}

function parseV6(text: string): Address | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = parseGroups(halves[0] as string, halves.length === 1);
  const tail = halves.length === 2 ? parseGroups(halves[1] as string, true) : { groups: [], leadingZeros: false };
  if (head === undefined || tail === undefined) return undefined;
  const count = head.groups.length + tail.groups.length;
  if (halves.length === 1 ? count !== 8 : count > 7) return undefined;
  const groups = [...head.groups, ...new Array<number>(8 - count).fill(0), ...tail.groups];
  const value = groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);
  return { family: 6, value, mapped: value >> 32n === 0xffffn, leadingZeros: head.leadingZeros || tail.leadingZeros };
}

interface Groups {
  readonly groups: readonly number[];
  readonly leadingZeros: boolean;
}

/** The 16-bit groups of one side of `::`. Only the last of all may be written as IPv4. */
function parseGroups(text: string, last: boolean): Groups | undefined {
  if (text === '') return { groups: [], leadingZeros: false };
  const parts = text.split(':');
  const groups: number[] = [];
  let leadingZeros = false;
  for (const [position, part] of parts.entries()) {
    if (last && position === parts.length - 1 && part.includes('.')) {
      const v4 = parseV4(part);
      if (v4 === undefined) return undefined;
      groups.push(Number(v4.value >> 16n), Number(v4.value & 0xffffn));
      leadingZeros ||= v4.leadingZeros;
    } else {
      if (!/^[0-9a-fA-F]{1,8}$/.test(part)) return undefined;
      const group = Number.parseInt(part, 16);
      if (group > 0xffff) return undefined;
      leadingZeros ||= part.length > 4;
      groups.push(group);
    }
  }
  return { groups, leadingZeros };
}

/** The canonical form (RFC 5952). A mapped address is shown as the IPv4 address that it stands for. */
export function formatAddress({ family, value, mapped }: Address): string {
  if (family === 4 || mapped) {
    return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');
  }
  const groups = Array.from({ length: 8 }, (_, position) => Number((value >> BigInt(112 - 16 * position)) & 0xffffn));
  const { start, length } = longestZeros(groups);
  const hex = groups.map((group) => group.toString(16));
  if (length < 2) return hex.join(':');
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`;
}

function longestZeros(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (const [position, group] of groups.entries()) {
    if (group !== 0) start = position + 1;
    else if (position + 1 - start > best.length) best = { start, length: position + 1 - start };
  }
  return best;
}

export function parseRange(text: string): AddressRange | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  const address = parseAddress(text.slice(0, slash));
  const prefix = text.slice(slash + 1);
  if (address === undefined || !/^[0-9]{1,16}$/.test(prefix)) return undefined;
  const width = address.family === 4 ? 32 : 128;
  const bits = Number(prefix);
  if (bits > width) return undefined;
  const beyond = BigInt(width - bits);
  return {
    address,
    bits,
    network: (address.value >> beyond) << beyond,
    leadingZeros: address.leadingZeros || (prefix.length > 1 && prefix.startsWith('0')),
  };
}

/** `10.0.0.0/8`: the network, in canonical form. */
export function formatRange({ address, bits, network }: AddressRange): string {
  const masked = { ...address, value: network, mapped: address.mapped && network >> 32n === 0xffffn };
  return `${formatAddress(masked)}/${masked.mapped ? bits - 96 : bits}`;
}
