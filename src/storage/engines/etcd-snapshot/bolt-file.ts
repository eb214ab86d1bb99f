import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { StorageFailure } from '../../engine.ts';

// The file format of bbolt, as far as it has to be read: pages with a header, two of them with the root, a tree of branches and
// leaves for each bucket. k8s clusters' backups are such files. go.etcd.io/bbolt: internal/common/{page,meta,bucket}.go

const MAGIC = 0xed0cdaed;
const FORMAT = 2;
const PAGE_HEADER = 16;
const META_BYTES = 64;
const ELEMENT = 16;
const BUCKET_HEADER = 16;
const PAGE = { branch: 0x01, leaf: 0x02, meta: 0x04 } as const;
const IS_BUCKET = 0x01;
/** Page sizes are those of machines. */
const pageSizes = [4096, 16_384, 65_536, 8192, 32_768, 2048, 1024];
/** Deeper than any tree that fits into a file. */
const MAX_DEPTH = 64;

interface Meta {
  readonly pageSize: number;
  readonly root: number;
  /** How many pages there are. */
  readonly pages: number;
  readonly transaction: bigint;
}

interface BoltItem {
  readonly key: Buffer;
  /** A view of a page that was read for this: nobody else writes into it. */
  readonly value: Buffer;
}

/** A bbolt database that is only read. */
export class BoltFile implements Disposable {
  readonly #path: string;
  readonly #file: number;
  readonly #meta: Meta;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'r');
    try {
      this.#meta = this.#readMeta();
      const { pages, pageSize } = this.#meta;
      if (fstatSync(this.#file).size < pages * pageSize) throw this.#damaged('it ends too early');
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
  }
  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  /** The items of a bucket of the root, in order of their keys; undefined when there is none of this name. */
  bucket(name: string): Iterable<BoltItem> | undefined {
    for (const { key, value, isBucket } of this.#leaves(this.#meta.root, 0)) {
      if (!isBucket || key.toString() !== name) continue;
      const root = Number(value.readBigUInt64LE(0));
      // A small bucket lies in the value itself, as a page behind its header.
      return root === 0 ? this.#items(value.subarray(BUCKET_HEADER)) : this.#itemsUnder(root);
    }
    return undefined;
  }

  *#itemsUnder(root: number): Generator<BoltItem> {
    for (const { key, value, isBucket } of this.#leaves(root, 0)) if (!isBucket) yield { key, value };
  }
  *#items(page: Buffer): Generator<BoltItem> {
    for (const { key, value, isBucket } of this.#elements(page)) if (!isBucket) yield { key, value };
  }

  *#leaves(id: number, depth: number): Generator<BoltItem & { readonly isBucket: boolean }> {
    if (depth > MAX_DEPTH) throw this.#damaged(`page ${id} lies deeper than any tree`);
    const page = this.#page(id);
    const flags = page.readUInt16LE(8);
    if (flags === PAGE.leaf) {
      yield* this.#elements(page);
      return;
    }
    if (flags !== PAGE.branch) throw this.#damaged(`page ${id} is neither a branch nor a leaf`);
    const count = this.#countIn(page);
    for (let nth = 0; nth < count; nth++) {
      const at = PAGE_HEADER + nth * ELEMENT;
      yield* this.#leaves(Number(page.readBigUInt64LE(at + 8)), depth + 1);
    }
  }

  *#elements(page: Buffer): Generator<BoltItem & { readonly isBucket: boolean }> {
    const count = this.#countIn(page);
    for (let nth = 0; nth < count; nth++) {
      const at = PAGE_HEADER + nth * ELEMENT;
      const start = at + page.readUInt32LE(at + 4);
      const middle = start + page.readUInt32LE(at + 8);
      const end = middle + page.readUInt32LE(at + 12);
      if (end > page.length) throw this.#damaged('an item reaches over the end of its page');
      const isBucket = (page.readUInt32LE(at) & IS_BUCKET) !== 0;
      yield { key: page.subarray(start, middle), value: page.subarray(middle, end), isBucket };
    }
  }

  #countIn(page: Buffer): number {
    const count = page.readUInt16LE(10);
    if (PAGE_HEADER + count * ELEMENT > page.length)
      throw this.#damaged('a page says that it has more than fits into it');
    return count;
  }

  /** A page with those that belong to it. */
  #page(id: number): Buffer {
    const { pageSize, pages } = this.#meta;
    if (id >= pages) throw this.#damaged(`page ${id} is none of its ${pages}`);
    const head = this.#read(id * pageSize, PAGE_HEADER);
    if (Number(head.readBigUInt64LE(0)) !== id) throw this.#damaged(`page ${id} says that it is another one`);
    const length = head.readUInt32LE(12) + 1;
    if (id + length > pages) throw this.#damaged(`page ${id} reaches over its end`);
    return this.#read(id * pageSize, length * pageSize);
  }

  /** The newer one of two: a write that was cut short leaves the other one whole. */
  #readMeta(): Meta {
    const found = [0, ...pageSizes].map((at) => this.#metaAt(at)).filter((meta) => meta !== undefined);
    const newest = found.sort((a, b) => (a.transaction < b.transaction ? 1 : -1))[0];
    if (newest === undefined)
      throw new StorageFailure(`${this.#path} is not a database of etcd, or its beginning is damaged.`);
    return newest;
  }
  #metaAt(at: number): Meta | undefined {
    if (fstatSync(this.#file).size < at + PAGE_HEADER + META_BYTES) return undefined;
    const page = this.#read(at, PAGE_HEADER + META_BYTES);
    const meta = page.subarray(PAGE_HEADER);
    if (meta.readUInt32LE(0) !== MAGIC || meta.readUInt32LE(4) !== FORMAT) return undefined;
    if (meta.readBigUInt64LE(56) !== fnv1a(meta.subarray(0, 56))) return undefined;
    return {
      pageSize: meta.readUInt32LE(8),
      root: Number(meta.readBigUInt64LE(16)),
      pages: Number(meta.readBigUInt64LE(40)),
      transaction: meta.readBigUInt64LE(48),
    };
  }

  #read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    const read = readSync(this.#file, bytes, 0, length, at);
    if (read < length) throw this.#damaged('it ends too early');
    return bytes;
  }
  #damaged(why: string): StorageFailure {
    return new StorageFailure(`${this.#path} is damaged: ${why}.`);
  }
}

/** The checksum of the pages with the root. */
function fnv1a(bytes: Uint8Array): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}
