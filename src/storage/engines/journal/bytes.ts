import type { Revision } from '../../engine.ts';

/** Revisions stay below 2^53: the upper half has 21 bits. */
export function writeRevision(target: Buffer, revision: Revision, at: number): void {
  target.writeUInt32BE(Math.floor(revision / 2 ** 32), at);
  target.writeUInt32BE(revision % 2 ** 32, at + 4);
}
export function revisionAt(view: DataView, at: number): Revision {
  return view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4);
}

/**
 * Tries every other value of every byte until `read` understands the whole: a checksum of 32 bits leaves no doubt among
 * so few candidates. Leaves the bytes as they were when nothing fits.
 */
export function repairByte<T>(bytes: Buffer, { from, to }: ByteRange, read: () => T | undefined): T | undefined {
  for (let at = from; at < to; at++) {
    const wrong = bytes[at] as number;
    for (let flip = 1; flip < 256; flip++) {
      bytes[at] = wrong ^ flip;
      const found = read();
      if (found !== undefined) return found;
    }
    bytes[at] = wrong;
  }
  return undefined;
}

export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const someZeros = Buffer.alloc(64 * 1024);

export function isZero(bytes: Buffer, { from, to }: ByteRange): boolean {
  for (let at = from; at < to; at += someZeros.length) {
    const part = bytes.subarray(at, Math.min(to, at + someZeros.length));
    if (part.compare(someZeros, 0, part.length) !== 0) return false;
  }
  return true;
}
