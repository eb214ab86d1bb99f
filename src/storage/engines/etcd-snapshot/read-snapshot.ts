import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { nextTurn } from '#meta';
import { type Revision, type Row, StorageFailure } from '../../engine.ts';
import { type KeyValue, keyValue } from '../etcd/etcd-api.ts';
import { BoltFile } from './bolt-file.ts';

/** The newest state that a snapshot holds. */
interface SnapshotContent {
  /** In no order, with keys as etcd has them. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly revision: Revision;
}

/** Whoever saves a snapshot puts its checksum behind it; a file that was copied from a member has none. */
const CHECKSUM_BYTES = 32;
const SECTOR = 512;
/** A revision is two numbers with a line between them; a removal has one more byte. */
const REVISION_BYTES = 17;
const ITEMS_AT_ONCE = 5000;

/** Reads the rows whose key begins with `prefix`. Throws a `StorageFailure` that says what is wrong with the file. */
export async function readSnapshot(path: string, prefix: string): Promise<SnapshotContent> {
  await checkChecksum(path);
  using file = new BoltFile(path);
  const items = file.bucket('key');
  if (items === undefined) throw new StorageFailure(`${path} holds no keys of etcd.`);
  const rows = new Map<string, Row>();
  let revision = 1;
  let count = 0;
  for (const item of items) {
    if (++count % ITEMS_AT_ONCE === 0) await nextTurn();
    const { kv, at, isRemoval } = readItem(path, item);
    revision = at;
    const key = Buffer.from(kv.key).toString();
    if (!key.startsWith(prefix)) continue;
    if (isRemoval) rows.delete(key);
    else rows.set(key, { key, value: new Uint8Array(kv.value), revision: kv.modRevision });
  }
  return { rows, revision };
}

interface SnapshotItem {
  readonly kv: KeyValue;
  readonly at: Revision;
  readonly isRemoval: boolean;
}
/** A copied file has no checksum, but what it says twice must agree. */
function readItem(path: string, { key, value }: { key: Buffer; value: Buffer }): SnapshotItem {
  const isRemoval = key.length === REVISION_BYTES + 1;
  if (key.length !== REVISION_BYTES && !isRemoval) throw damaged(path, 'a key of it is no revision');
  const at = Number(key.readBigUInt64BE(0));
  const kv = decoded(path, at, value);
  if (!isRemoval && kv.modRevision !== at) throw damaged(path, `what lies at revision ${at} is of ${kv.modRevision}`);
  return { kv, at, isRemoval };
}
function decoded(path: string, at: Revision, value: Buffer): KeyValue {
  try {
    return keyValue.decode(value);
  } catch (error) {
    throw damaged(path, `what lies at revision ${at} makes no sense (${(error as Error).message})`);
  }
}
function damaged(path: string, why: string): StorageFailure {
  return new StorageFailure(`${path} is damaged: ${why}.`);
}

async function checkChecksum(path: string): Promise<void> {
  const { size } = await sizeOf(path);
  if (size % SECTOR !== CHECKSUM_BYTES) return;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { end: size - CHECKSUM_BYTES - 1 })) hash.update(chunk as Buffer);
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(CHECKSUM_BYTES), 0, CHECKSUM_BYTES, size - CHECKSUM_BYTES);
    if (!buffer.equals(hash.digest())) {
      throw damaged(path, 'its checksum is not that of its content');
    }
  } finally {
    await handle.close();
  }
}

async function sizeOf(path: string): Promise<{ size: number }> {
  try {
    return await stat(path);
  } catch (error) {
    throw new StorageFailure(`The snapshot cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
