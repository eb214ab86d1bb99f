import { compareUtf8 } from '#meta';

/** Keys are ordered by their UTF-8 bytes, as every engine does on disk. JavaScript orders strings by UTF-16 units. */
export const compareKeys = compareUtf8;

/** Of keys without surrogates the order of JavaScript is the right one, and many times faster. */
export function isPlainKey(key: string): boolean {
  return !surrogate.test(key);
}

const surrogate = /[\ud800-\udfff]/;

const loneSurrogate = /\p{Surrogate}/u;
/** In bytes, with the prefix of its collection. */
export const LONGEST_KEY = 1024;

/** A key that some engine could not keep, or would confuse with another, is a mistake of the caller. */
export function assertKey(key: string): void {
  if (key === '' || key.length > LONGEST_KEY || Buffer.byteLength(key) > LONGEST_KEY) {
    throw new RangeError(`a key has 1 to ${LONGEST_KEY} bytes: ${JSON.stringify(key.slice(0, 80))}`);
  }
  if (loneSurrogate.test(key)) throw new RangeError(`a key is well-formed text: ${JSON.stringify(key)}`);
}
