import { isMapped, parseStrictAddress, type StrictAddress } from './strict-address.ts';

/** The first bits of an address of its family. */
export function leadingBits({ family, value }: StrictAddress, bits: number): bigint {
  return value >> BigInt((family === 4 ? 32 : 128) - bits);
}

export const isLoopback = (address: StrictAddress): boolean =>
  address.family === 4 ? leadingBits(address, 8) === 127n : address.value === 1n;
export const isUnspecified = (address: StrictAddress): boolean => address.value === 0n;
export const isLinkLocalUnicast = (address: StrictAddress): boolean =>
  address.family === 4 ? leadingBits(address, 16) === 0xa9fen : leadingBits(address, 10) === 0x3fan;
export const isLinkLocalMulticast = (address: StrictAddress): boolean =>
  address.family === 4 ? leadingBits(address, 24) === 0xe00000n : (leadingBits(address, 16) & 0xff0fn) === 0xff02n;
const isMulticast = (address: StrictAddress): boolean =>
  address.family === 4 ? leadingBits(address, 4) === 0xen : leadingBits(address, 8) === 0xffn;
const isBroadcast = ({ family, value }: StrictAddress): boolean => family === 4 && value === 0xffffffffn;

export function isGlobalUnicast(address: StrictAddress): boolean {
  const special = [isUnspecified, isBroadcast, isLoopback, isMulticast, isLinkLocalUnicast];
  return !special.some((is) => is(address));
}

/** Whether a text is an address that leads beyond this machine and its links, as Go's `IsGlobalUnicast` has it. */
export function isGlobalAddress(text: string): boolean {
  const address = parseStrictAddress(text);
  if (typeof address === 'string') return false;
  const plain: StrictAddress = isMapped(address)
    ? { family: 4, value: address.value & 0xffffffffn, zone: '' }
    : address;
  return isGlobalUnicast(plain);
}
