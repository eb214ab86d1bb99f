import { goQuote } from './go-text.ts';

/** An address as Go's `net/netip` reads it: no zeros in front, no shorthands of old. */
export interface StrictAddress {
  readonly family: 4 | 6;
  readonly value: bigint;
  /** What follows `%` in an IPv6 address. */
  readonly zone: string;
}

/** A network: an address, which may have bits behind the prefix, and the length of the prefix. */
export interface StrictPrefix {
  readonly address: StrictAddress;
  readonly bits: number;
}

/** Why a text is no address, and where. */
class AddressFault {
  readonly message: string;

  constructor(text: string, reason: string, at = '') {
    this.message = `ParseAddr(${goQuote(text)}): ${reason}${at === '' ? '' : ` (at ${goQuote(at)})`}`;
  }
}

/** The address, or why the text is not one, in Go's words. */
export function parseStrictAddress(text: string): StrictAddress | string {
  try {
    const first = /[.:%]/.exec(text)?.[0];
    if (first === '.') return { family: 4, value: readIpv4(text, text), zone: '' };
    if (first === ':') return readIpv6(text);
    throw new AddressFault(text, first === '%' ? 'missing IPv6 address' : 'unable to parse IP');
  } catch (fault) {
    if (fault instanceof AddressFault) return fault.message;
    throw fault;
  }
}

/** `part` of `whole` is four numbers. */
function readIpv4(whole: string, part: string): bigint {
  let [value, octet, digits, dots] = [0n, 0, 0, 0];
  for (let i = 0; i < part.length; i++) {
    const character = part[i] as string;
    if (/[0-9]/.test(character)) {
      if (digits === 1 && octet === 0) throw new AddressFault(whole, 'IPv4 field has octet with leading zero');
      octet = octet * 10 + Number(character);
      digits++;
      if (octet > 255) throw new AddressFault(whole, 'IPv4 field has value >255');
    } else if (character === '.') {
      if (i === 0 || i === part.length - 1 || part[i - 1] === '.')
        throw new AddressFault(whole, 'IPv4 field must have at least one digit', part.slice(i));
      if (dots === 3) throw new AddressFault(whole, 'IPv4 address too long');
      [value, octet, digits, dots] = [(value << 8n) | BigInt(octet), 0, 0, dots + 1];
    } else throw new AddressFault(whole, 'unexpected character', part.slice(i));
  }
  if (dots < 3) throw new AddressFault(whole, 'IPv4 address too short');
  return (value << 8n) | BigInt(octet);
}

function readIpv6(text: string): StrictAddress {
  const percent = text.indexOf('%');
  const zone = percent < 0 ? '' : text.slice(percent + 1);
  if (percent >= 0 && zone === '') throw new AddressFault(text, 'zone must be a non-empty string');
  const groups = new Ipv6Reader(text, percent < 0 ? text : text.slice(0, percent)).read();
  return { family: 6, value: groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n), zone };
}

class Ipv6Reader {
  readonly #text: string;
  #rest: string;
  readonly #groups: number[] = [];
  /** How many groups stand before `::`; -1 without one. */
  #ellipsis = -1;

  constructor(text: string, rest: string) {
    this.#text = text;
    this.#rest = rest;
  }

  read(): readonly number[] {
    if (this.#rest.startsWith('::')) {
      this.#ellipsis = 0;
      this.#rest = this.#rest.slice(2);
    }
    const onlyEllipsis = this.#ellipsis === 0 && this.#rest === '';
    while (!onlyEllipsis && this.#groups.length < 8 && this.#readGroup());
    if (this.#rest !== '') throw this.#fault('trailing garbage after address', this.#rest);
    return this.#expanded();
  }

  /** Whether another one must follow. */
  #readGroup(): boolean {
    const digits = /^[0-9a-fA-F]*/.exec(this.#rest)?.[0] ?? '';
    if (digits.length > 4) throw this.#fault('each group must have 4 or less digits', this.#rest);
    if (digits === '') throw this.#fault('each colon-separated field must have at least one digit', this.#rest);
    if (this.#rest[digits.length] === '.') return this.#readEmbedded();
    this.#groups.push(Number.parseInt(digits, 16));
    this.#rest = this.#rest.slice(digits.length);
    return this.#rest !== '' && this.#readColon();
  }

  #readEmbedded(): boolean {
    const count = this.#groups.length;
    if (this.#ellipsis < 0 && count !== 6)
      throw this.#fault('embedded IPv4 address must replace the final 2 fields of the address', this.#rest);
    if (count > 6)
      throw this.#fault('too many hex fields to fit an embedded IPv4 at the end of the address', this.#rest);
    const value = Number(readIpv4(this.#text, this.#rest));
    this.#groups.push(value >>> 16, value & 0xffff);
    this.#rest = '';
    return false;
  }

  #readColon(): boolean {
    if (this.#rest[0] !== ':') throw this.#fault('unexpected character, want colon', this.#rest);
    if (this.#rest.length === 1) throw this.#fault('colon must be followed by more characters', this.#rest);
    this.#rest = this.#rest.slice(1);
    if (this.#rest[0] !== ':') return true;
    if (this.#ellipsis >= 0) throw this.#fault('multiple :: in address', this.#rest);
    this.#ellipsis = this.#groups.length;
    this.#rest = this.#rest.slice(1);
    return this.#rest !== '';
  }

  #expanded(): readonly number[] {
    const missing = 8 - this.#groups.length;
    if (missing > 0 && this.#ellipsis < 0) throw this.#fault('address string too short');
    if (missing === 0 && this.#ellipsis >= 0) throw this.#fault('the :: must expand to at least one field of zeros');
    if (missing === 0) return this.#groups;
    return this.#groups.toSpliced(this.#ellipsis, 0, ...new Array<number>(missing).fill(0));
  }

  #fault(reason: string, at = ''): AddressFault {
    return new AddressFault(this.#text, reason, at);
  }
}

/** `10.0.0.0/8`; or why the text is not a network. */
export function parseStrictPrefix(text: string): StrictPrefix | string {
  const fault = (reason: string): string => `netip.ParsePrefix(${goQuote(text)}): ${reason}`;
  const slash = text.lastIndexOf('/');
  if (slash < 0) return fault("no '/'");
  const address = parseStrictAddress(text.slice(0, slash));
  if (typeof address === 'string') return fault(address);
  if (address.zone !== '') return fault('IPv6 zones cannot be present in a prefix');
  const digits = text.slice(slash + 1);
  if (!/^(0|[1-9][0-9]*)$/.test(digits) || Number(digits) >= 2 ** 63)
    return fault(`bad bits after slash: ${goQuote(digits)}`);
  const bits = Number(digits);
  return bits > widthOf(address) ? fault('prefix length out of range') : { address, bits };
}

export function widthOf({ family }: StrictAddress): number {
  return family === 4 ? 32 : 128;
}

/** An IPv4 address in the form of an IPv6 one: `::ffff:10.0.0.1`. */
export function isMapped({ family, value }: StrictAddress): boolean {
  return family === 6 && value >> 32n === 0xffffn;
}
