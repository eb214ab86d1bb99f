import type { Clock, Log } from '#meta';
import { type Change, type ChangeBatch, Compacted, type Revision, type Row, StorageFailure } from '../../engine.ts';
import { type EtcdEvent, EVENT, type KeyValue, type WatchResponse, watchRequest, watchResponse } from './etcd-api.ts';
import type { EtcdClient, WatchStream } from './etcd-client.ts';
import { storageFailure } from './etcd-failure.ts';
import { tellsProgress } from './etcd-version.ts';
import { GRPC, GrpcError } from './grpc-error.ts';
import { everyKey, isWithin, type KeyRange, type Keys } from './key-space.ts';

interface WatchOptions {
  readonly client: EtcdClient;
  readonly keys: Keys;
  readonly range: KeyRange;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Throws `Compacted` when a watch from here on could miss something. */
  assertKept(since: Revision): Promise<void>;
}

const RETRY_MS = 250;
/** An event that is on its way usually comes within this time: then nobody needs to ask. */
const GRACE_MS = 5;
/** A member whose watchers are behind does not answer a request for progress. */
const ASK_AGAIN_MS = 50;

/**
 * Follows the changes of a range, at one member after the other, without a gap.
 *
 * Whoever waits for a revision that something else made, elsewhere in the store, gets a progress mark: from a member that
 * can be trusted with it by asking. From an older one by following every key that there is, which makes each revision an
 * event, and dropping what is not asked for.
 */
export class EtcdWatch {
  readonly #options: WatchOptions;
  #seen: Revision;
  /** Somebody waits for this revision. */
  #wanted: Revision = 0;
  #asking = false;
  #stream: WatchStream | undefined;

  constructor(options: WatchOptions, since: Revision) {
    this.#options = options;
    this.#seen = since;
  }
  get range(): KeyRange {
    return this.#options.range;
  }

  /** The store has come so far: a mark must come, whether or not anything in the range has changed. */
  expect(revision: Revision): void {
    if (revision <= this.#wanted) return;
    this.#wanted = revision;
    if (!this.#asking && revision > this.#seen) void this.#ask();
  }

  /** Throws when who asks may not follow what has to be followed here. What passes is left to whoever follows it later. */
  async assertPermitted(): Promise<void> {
    let stream: WatchStream | undefined;
    try {
      stream = await this.#begin();
      for await (const bytes of stream.messages) return this.#assertGoesOn(watchResponse.decode(bytes), stream);
    } catch (error) {
      if (!(error instanceof GrpcError) || !isPassing(error)) throw error;
    } finally {
      stream?.close();
    }
  }

  async *batches(): AsyncGenerator<ChangeBatch> {
    const { signal, clock, log } = this.#options;
    let isBroken = false;
    while (!signal.aborted) {
      try {
        for await (const batch of this.#followOnce()) {
          isBroken = false;
          this.#seen = batch.revision;
          yield batch;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof GrpcError) || !isPassing(error)) throw storageFailure(error);
        if (!isBroken) log.warn('the watch of etcd broke off; it is taken up again', { error });
        isBroken = true;
      }
      await clock.sleep(RETRY_MS, signal);
    }
  }

  async *#followOnce(): AsyncGenerator<ChangeBatch> {
    const { signal } = this.#options;
    const stream = await this.#begin();
    const stop = (): void => stream.close();
    signal.addEventListener('abort', stop);
    try {
      this.#stream = tellsProgress(stream.version) ? stream : undefined;
      if (signal.aborted) stop();
      yield* this.#batchesOf(stream);
    } finally {
      this.#stream = undefined;
      signal.removeEventListener('abort', stop);
      stream.close();
    }
  }

  async #begin(): Promise<WatchStream> {
    const { client, range } = this.#options;
    const stream = await client.watch();
    const watched = tellsProgress(stream.version) ? range : everyKey;
    const create = {
      ...watched,
      startRevision: this.#seen + 1,
      progressNotify: true,
      previous: true,
      fragment: true,
    };
    stream.send(watchRequest.encode({ create }));
    return stream;
  }

  async *#batchesOf(stream: WatchStream): AsyncGenerator<ChangeBatch> {
    let parts: readonly EtcdEvent[] = [];
    for await (const bytes of stream.messages) {
      const response = watchResponse.decode(bytes);
      this.#assertGoesOn(response, stream);
      if (response.created) {
        await this.#options.assertKept(this.#seen);
        this.expect(response.header?.revision ?? 0);
        continue;
      }
      parts = parts.length === 0 ? response.events : [...parts, ...response.events];
      if (response.fragment) continue;
      const batch = this.#batchOf(parts, response);
      parts = [];
      if (batch !== undefined) yield batch;
    }
  }

  #assertGoesOn({ canceled, compactRevision, cancelReason }: WatchResponse, { version }: WatchStream): void {
    if (!canceled) return;
    if (compactRevision > 0) throw new Compacted(compactRevision);
    const isDenied = cancelReason.includes('permission denied');
    if (isDenied && !tellsProgress(version)) throw new StorageFailure(needsAllKeys(version));
    const code = isDenied ? GRPC.permissionDenied : GRPC.unavailable;
    const error = new GrpcError(code, cancelReason || 'the watch was ended');
    this.#options.client.refused(error);
    throw error;
  }

  #batchOf(events: readonly EtcdEvent[], { header }: WatchResponse): ChangeBatch | undefined {
    const revision = events.at(-1)?.kv?.modRevision ?? header?.revision ?? 0;
    if (revision <= this.#seen) return undefined;
    const changes = events
      .filter(({ kv }) => kv !== undefined && isWithin(this.range, kv.key))
      .map((event) => changeOf(event, this.#options.keys));
    return { revision, changes };
  }

  async #ask(): Promise<void> {
    const { clock, signal } = this.#options;
    this.#asking = true;
    await clock.sleep(GRACE_MS, signal);
    while (this.#seen < this.#wanted && !signal.aborted) {
      this.#stream?.send(watchRequest.encode({ progress: {} }));
      await clock.sleep(ASK_AGAIN_MS, signal);
    }
    this.#asking = false;
  }
}

function needsAllKeys(version: string): string {
  return `etcd ${version} does not permit it: with a release before 3.4.31 or 3.5.13 the user of --etcd-certfile or --etcd-username needs a role that may read every key, not only those under --etcd-prefix.`;
}

/** What another member, or the same one later, does not fail with. */
function isPassing({ code }: GrpcError): boolean {
  return code === GRPC.unavailable || code === GRPC.deadlineExceeded || code === GRPC.unauthenticated;
}

function changeOf({ type, kv, previous }: EtcdEvent, keys: Keys): Change {
  const { key, modRevision, value } = kv as KeyValue;
  const ours = keys.ours(key);
  return {
    key: ours,
    revision: modRevision,
    value: type === EVENT.put ? ownBytes(value) : null,
    previous: previous === undefined ? null : rowOf(previous, keys),
  };
}

export function rowOf({ key, value, modRevision }: KeyValue, keys: Keys): Row {
  return { key: keys.ours(key), value: ownBytes(value), revision: modRevision };
}

/** A copy: what is kept must not keep the whole answer in memory that it came in. */
function ownBytes(value: Uint8Array): Uint8Array {
  return new Uint8Array(value);
}
