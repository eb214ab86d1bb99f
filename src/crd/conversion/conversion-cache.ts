import { encodeJson, parseJson } from '#machinery';
import type { KubeObject } from '#meta';

/** A converted object as bytes: every reader gets an object of its own, which it may change. */
export interface PackedObject {
  readonly bytes: Uint8Array;
  /** Written and read by the native encoder: no integer in it is too large for that. */
  readonly plain: boolean;
}

export function packObject(object: KubeObject): PackedObject {
  try {
    return { bytes: Buffer.from(JSON.stringify(object), 'utf8'), plain: true };
  } catch (error) {
    // The native encoder refuses a bigint; nothing else can be in an object that came as JSON.
    if (!(error instanceof TypeError)) throw error;
    return { bytes: Buffer.from(encodeJson(object), 'utf8'), plain: false };
  }
}

export function unpackObject({ bytes, plain }: PackedObject): KubeObject {
  if (!plain) return parseJson(bytes, { duplicates: false }).value as KubeObject;
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as KubeObject;
}

/** What an entry costs besides its bytes: key, map slot, wrappers. */
const ENTRY_OVERHEAD = 400;
const DEFAULT_BYTES = 64 * 1024 * 1024;

/**
 * Converted objects of one or many definitions, bounded by bytes; the longest unused go first. One for the whole server
 * keeps its memory in one place, whatever the number of definitions.
 */
export class ConversionCache {
  readonly #entries = new Map<string, PackedObject>();
  readonly #limit: number;
  #bytes = 0;
  #scopes = 0;

  constructor({ bytes = DEFAULT_BYTES }: { readonly bytes?: number } = {}) {
    this.#limit = bytes;
  }

  /** A beginning for keys that nobody else uses. */
  newScope(): string {
    this.#scopes += 1;
    return `${this.#scopes}`;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): PackedObject | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A map keeps the order of insertion: what is used moves to the young end.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, entry: PackedObject): void {
    this.#drop(key);
    const cost = costOf(entry);
    if (cost > this.#limit) return;
    this.#entries.set(key, entry);
    this.#bytes += cost;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= costOf(entry);
  }
}

function costOf(entry: PackedObject): number {
  return entry.bytes.length + ENTRY_OVERHEAD;
}
