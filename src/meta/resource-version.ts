import { goNumError } from './go-text.ts';

/** A resourceVersion that is no number. The message is Go's, without the value's own context. */
export class ResourceVersionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ResourceVersionError';
  }
}

const LARGEST = 2n ** 64n - 1n;

/** A resourceVersion as a number; nothing and "0" are 0. */
export function parseResourceVersion(text: string): bigint {
  if (text === '') return 0n;
  if (!/^[0-9]+$/.test(text)) throw new ResourceVersionError(goNumError('ParseUint', text, 'syntax'));
  const value = BigInt(text);
  if (value > LARGEST) throw new ResourceVersionError(goNumError('ParseUint', text, 'range'));
  return value;
}
