import type { Revision } from '../../engine.ts';
import { COMPARE, methods } from './etcd-api.ts';
import type { EtcdClient } from './etcd-client.ts';
import { isCompacted } from './etcd-failure.ts';

/** Where all servers of an etcd, those of Kubernetes too, say up to which revision it was compacted. */
const key = Buffer.from('compact_rev_key');

/** Compacts, unless another server has just done so: two that come at the same time are one too many. */
export async function compactTo(client: EtcdClient, revision: Revision): Promise<void> {
  const { kvs } = await client.call(methods.range, { key });
  const there = kvs[0];
  if (there !== undefined && Number(Buffer.from(there.value).toString()) >= revision) return;
  const { succeeded } = await client.call(methods.txn, {
    compare: [{ target: COMPARE.version, key, version: there?.version ?? 0 }],
    success: [{ put: { key, value: Buffer.from(String(revision)) } }],
  });
  if (!succeeded) return;
  try {
    await client.call(methods.compact, { revision });
  } catch (error) {
    if (!isCompacted(error)) throw error;
  }
}
