import type { Labels, OwnerReference } from '#meta';
import { type Entry, parseMetadata } from '#registry';

/** What deletion depends on, read from the stored bytes: no conversion can be in the way. */
export interface StoredMetadata {
  readonly uid: string;
  readonly owners: readonly OwnerReference[];
  readonly finalizers: readonly string[];
  readonly labels: Labels;
  readonly deleting: boolean;
}

export const ORPHAN = 'orphan';
export const FOREGROUND = 'foregroundDeletion';

const ownersMark = Buffer.from('"ownerReferences":[');
const deletionMark = Buffer.from('"deletionTimestamp":"');

/**
 * A look at the bytes, which spares most objects the parsing. May say yes without reason (a key of that name in the
 * object's data), never no: inside of a string the quotes are escaped.
 */
export function mayHaveOwners({ value }: Entry): boolean {
  return bytesOf(value).includes(ownersMark);
}
export function mayBeDeleting({ value }: Entry): boolean {
  return bytesOf(value).includes(deletionMark);
}

/** Parsed once for each state of an object. */
export function metadataOf(entry: Entry): StoredMetadata {
  return entry.memo('stored-metadata', () => {
    const { uid = '', ownerReferences, finalizers, labels, deletionTimestamp } = parseMetadata(entry);
    return {
      uid,
      owners: ownerReferences ?? [],
      finalizers: finalizers ?? [],
      labels: labels ?? {},
      deleting: deletionTimestamp !== undefined,
    };
  });
}

/** One object that cannot be read must not keep the others from being looked after. */
export function metadataIfReadable(entry: Entry): StoredMetadata | undefined {
  try {
    return metadataOf(entry);
  } catch {
    return undefined;
  }
}

/** Being deleted, and waiting for the garbage collector to see to its dependents. */
export function awaits({ deleting, finalizers }: StoredMetadata, finalizer: string): boolean {
  return deleting && finalizers.includes(finalizer);
}

function bytesOf(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
