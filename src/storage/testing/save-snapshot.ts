import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GrpcConnection } from '../engines/etcd/grpc-connection.ts';
import { bytes, message } from '../engines/etcd/message.ts';
import { quickClock } from './world.ts';

const LONG = 3_600_000;
const snapshotResponse = message({ blob: bytes(3) });

/** What `etcdctl snapshot save` does: the database, and behind it its checksum. */
export async function saveSnapshot(url: string, file: string): Promise<void> {
  const connection = new GrpcConnection({ url, tls: {}, clock: quickClock(LONG) });
  const stream = connection.stream('/etcdserverpb.Maintenance/Snapshot', {});
  stream.send(message({}).encode({}));
  stream.end();
  async function* blobs(): AsyncGenerator<Uint8Array> {
    for await (const one of stream.messages) yield snapshotResponse.decode(one).blob;
  }
  await pipeline(Readable.from(blobs()), createWriteStream(file));
  connection.destroy('done');
}
