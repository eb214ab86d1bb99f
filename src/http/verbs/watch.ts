import { ApiError, apiErrors, type ListOptions } from '#meta';
import {
  type Access,
  Compacted,
  FellBehind,
  NotYet,
  planWatch,
  tooLarge,
  type Watch,
  type WatchBatch,
  type WatchPlan,
  watch as watchEntries,
} from '#registry';
import type { Reply } from '../call.ts';
import { EventEncoder } from '../encode/watch.ts';
import type { House } from '../house.ts';
import { accessOf, selectionOf, type VerbCall, viewOf } from './context.ts';
import { listOptionsOf } from './list.ts';

/** A watch: what changes, as it changes, until its time is up or the client goes. */
export async function watch(request: VerbCall): Promise<Reply> {
  const view = viewOf(request, { watch: true });
  const options = listOptionsOf(request, { watch: true });
  const access = accessOf(request);
  const plan = await planWatch(access, options, selectionOf(request, options));
  const stream = new WatchStream({ access, plan, options, encoder: new EventEncoder(view), house: request.house });
  const type =
    view.representation.media === 'protobuf' ? 'application/vnd.kubernetes.protobuf;stream=watch' : 'application/json';
  return { status: 200, headers: { 'content-type': type }, body: stream.events(request.call.signal) };
}

interface WatchParts {
  readonly access: Access;
  readonly plan: WatchPlan;
  readonly options: ListOptions;
  readonly encoder: EventEncoder;
  readonly house: House;
}

class WatchStream {
  readonly #parts: WatchParts;
  #watch: Watch | undefined;
  /** The initial state is out: from here on a bookmark is true. */
  #begun = false;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#begun = 'revision' in parts.plan.query.since;
  }

  async *events(client: AbortSignal): AsyncGenerator<Uint8Array> {
    const { access, plan, encoder } = this.#parts;
    const timer = this.#timer(client);
    try {
      this.#watch = watchEntries(access, plan, timer.signal);
      yield* this.#changes(this.#watch, timer.signal);
    } catch (error) {
      const status = this.#explain(error);
      if (status !== undefined) yield encoder.error(status.status);
    } finally {
      timer.abort();
    }
  }

  /** Fires when the watch must end: its time is up, or the client is gone. */
  #timer(client: AbortSignal): AbortController {
    const { options, house } = this.#parts;
    const controller = new AbortController();
    const { minRequestTimeoutMs, random } = house.settings;
    const asked = (options.timeoutSeconds ?? 0) * 1000;
    const lifetime = asked > 0 ? asked : minRequestTimeoutMs * (1 + random());
    if (client.aborted) controller.abort();
    client.addEventListener('abort', () => controller.abort(), { once: true });
    void house.world.clock.sleep(lifetime, controller.signal).then(() => controller.abort());
    return controller;
  }

  async *#changes(batches: Watch, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const source = batches[Symbol.asyncIterator]();
    const bookmarks = this.#parts.options.allowWatchBookmarks ? this.#bookmarks(signal) : undefined;
    let next = source.next();
    for (;;) {
      const turn = bookmarks === undefined ? await next : await Promise.race([next, bookmarks.due()]);
      if (turn === 'bookmark') {
        yield* this.#idleBookmark();
        continue;
      }
      if (turn.done) return;
      yield* this.#batch(turn.value);
      next = source.next();
    }
  }

  async *#batch(batch: WatchBatch): AsyncGenerator<Uint8Array> {
    const { encoder, plan } = this.#parts;
    if (batch.kind === 'initial-end') {
      this.#begun = true;
      if (plan.marksInitialEnd) yield encoder.bookmark(batch.revision, { initialEnd: true });
      return;
    }
    const encoded: Uint8Array[] = [];
    for (const item of batch.items) {
      const bytes = encoder.change(item);
      encoded.push(bytes instanceof Promise ? await bytes : bytes);
    }
    if (encoded.length > 0) yield encoded.length === 1 ? (encoded[0] as Uint8Array) : Buffer.concat(encoded);
  }

  #bookmarks(signal: AbortSignal): { due(): Promise<'bookmark'> } {
    const { clock } = this.#parts.house.world;
    const { bookmarkIntervalMs } = this.#parts.house.settings;
    let timer: Promise<'bookmark'> | undefined;
    return {
      due: () => {
        timer ??= clock.sleep(bookmarkIntervalMs, signal).then(() => {
          timer = undefined;
          return signal.aborted ? new Promise<'bookmark'>(() => {}) : ('bookmark' as const);
        });
        return timer;
      },
    };
  }

  /** Tells an idle client how far the world has moved on, so that it can come back there. */
  *#idleBookmark(): Generator<Uint8Array> {
    const revision = this.#watch?.revision() ?? 0;
    if (!this.#begun || revision === 0) return;
    yield this.#parts.encoder.bookmark(revision, { initialEnd: false });
  }

  #explain(error: unknown): ApiError | undefined {
    const { options } = this.#parts;
    // A reader that cannot keep up is cut; it comes back at the last version it saw, or lists again.
    if (error instanceof FellBehind) return undefined;
    if (error instanceof Compacted) {
      return apiErrors.expired(`too old resource version: ${options.resourceVersion} (${error.oldest})`);
    }
    if (error instanceof NotYet) return tooLarge(options.resourceVersion, error.current);
    if (error instanceof ApiError) return error;
    throw error;
  }
}
