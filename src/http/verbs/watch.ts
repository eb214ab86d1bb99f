import { apiErrors, type ListOptions, nextTurn } from '#meta';
import {
  type Access,
  endOfWatch,
  planWatch,
  selectionOf,
  type Watch,
  type WatchBatch,
  type WatchPlan,
  watch as watchEntries,
} from '#registry';
import type { HttpCall, Reply } from '../call.ts';
import { MOST_WORK, workOf } from '../encode/shown-list.ts';
import { EventEncoder } from '../encode/watch.ts';
import type { House } from '../house.ts';
import type { Representation } from '../negotiate.ts';
import { queryFlag } from '../query.ts';
import { frame, OPCODES } from '../websocket/frames.ts';
import { webSocketHandshake } from '../websocket/handshake.ts';
import { accessOf, type VerbCall, viewOf } from './context.ts';
import { listOptionsOf } from './request-options.ts';

/** A watch: what changes, as it changes, until its time is up or the client goes. */
export async function watch(request: VerbCall): Promise<Reply> {
  const view = viewOf(request, { watch: true });
  // A watch that only the path asks for takes the options of a list.
  const options = listOptionsOf(request, { watch: queryFlag(request.call.query, 'watch') });
  const access = accessOf(request);
  const plan = await planWatch(access, options, selectionOf(request.resource, options, request.info.name));
  const { call, house } = request;
  const parts = { access, plan, options, encoder: new EventEncoder(view), house };
  if (call.upgrade !== undefined) return overWebSocket(call, parts, view.representation);
  const type =
    view.representation.media === 'protobuf' ? 'application/vnd.kubernetes.protobuf;stream=watch' : 'application/json';
  return { status: 200, headers: { 'content-type': type }, body: new WatchStream(parts).events(call.signal) };
}

/** Each event is a message. */
function overWebSocket(call: HttpCall, parts: Omit<WatchParts, 'framed'>, { media }: Representation): Reply {
  if (call.upgrade !== 'websocket') {
    throw apiErrors.badRequest(`a watch can go on over WebSocket, not as ${JSON.stringify(call.upgrade)}`);
  }
  const handshake = webSocketHandshake(call);
  if ('refused' in handshake) return handshake.refused;
  const framed =
    media === 'protobuf'
      ? // Messages have a length of their own.
        (event: Uint8Array) => frame(OPCODES.binary, event.subarray(PROTOBUF_LENGTH))
      : (event: Uint8Array) => frame(OPCODES.text, event);
  const body = new WatchStream({ ...parts, framed }).events(call.signal);
  return { status: 101, headers: handshake.accepted, body };
}

/** What stands before each event of a stream. */
const PROTOBUF_LENGTH = 4;

interface WatchParts {
  readonly access: Access;
  readonly plan: WatchPlan;
  readonly options: ListOptions;
  readonly encoder: EventEncoder;
  readonly house: House;
  /** How an event goes out, where streams have frames of their own. */
  readonly framed?: (event: Uint8Array) => Uint8Array;
}

class WatchStream {
  readonly #parts: WatchParts;
  #watch: Watch | undefined;
  /** The initial state is out: from here on a bookmark is true. */
  #begun = false;
  #bookmarkDue: () => void = () => {};

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#begun = 'revision' in parts.plan.query.since;
  }

  async *events(client: AbortSignal): AsyncGenerator<Uint8Array> {
    const { access, plan, encoder, options, house } = this.#parts;
    const timer = this.#timer(client);
    const waiting = house.definitionWaiters.wait(access.resource, () => void endSoon(timer));
    try {
      this.#watch = watchEntries(access, plan, timer.signal);
      const source = this.#watch[Symbol.asyncIterator]();
      if (options.allowWatchBookmarks) void this.#ring(timer.signal);
      for (let next = source.next(); ; ) {
        const turn = await this.#turn(next);
        if (turn === 'bookmark') {
          const bytes = this.#idleBookmark();
          if (bytes !== undefined) yield this.#framed(bytes);
          continue;
        }
        if (turn.done) return;
        yield* this.#encode(turn.value);
        // Asked for only now: nobody would handle a rejection while the client is reading slowly.
        next = source.next();
      }
    } catch (error) {
      const refusal = endOfWatch(error, options.resourceVersion);
      if (refusal !== undefined) yield this.#framed(encoder.error(refusal.status));
    } finally {
      waiting.stop();
      timer.abort();
    }
  }

  #framed(event: Uint8Array): Uint8Array {
    return this.#parts.framed?.(event) ?? event;
  }

  /** The next batch, or that a bookmark is due before it. */
  #turn(next: Promise<IteratorResult<WatchBatch>>): Promise<IteratorResult<WatchBatch> | 'bookmark'> {
    if (!this.#parts.options.allowWatchBookmarks) return next;
    return new Promise((resolve, reject) => {
      this.#bookmarkDue = () => resolve('bookmark');
      next.then(resolve, reject);
    });
  }

  async #ring(signal: AbortSignal): Promise<void> {
    const { world, settings } = this.#parts.house;
    while (!signal.aborted) {
      await world.clock.sleep(settings.bookmarkIntervalMs, signal);
      if (!signal.aborted) this.#bookmarkDue();
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

  async *#encode(batch: WatchBatch): AsyncGenerator<Uint8Array> {
    const { encoder, plan, house, access } = this.#parts;
    if (batch.kind === 'initial-end') {
      this.#begun = true;
      if (plan.marksInitialEnd) yield this.#framed(encoder.bookmark(batch.revision, { initialEnd: true }));
      return;
    }
    const shared = { isShared: batch.isInitial !== true };
    let encoded: Uint8Array[] = [];
    let work = 0;
    for (const item of batch.items) {
      const change = encoder.change(item, shared);
      const bytes = change instanceof Promise ? await change : change;
      house.watchEvent(access.resource, bytes.length);
      encoded.push(this.#framed(bytes));
      work += workOf(item.entry);
      if (work < MOST_WORK) continue;
      yield joined(encoded);
      encoded = [];
      work = 0;
      await nextTurn();
    }
    if (encoded.length > 0) yield joined(encoded);
  }

  /** A bookmark with the newest revision for an idle watch, so that the client can resume from it. */
  #idleBookmark(): Uint8Array | undefined {
    const revision = this.#watch?.revision() ?? 0;
    if (!this.#begun || revision === 0) return undefined;
    return this.#parts.encoder.bookmark(revision, { initialEnd: false });
  }
}

/** One turn later, so that events that happened before are sent first. */
async function endSoon(timer: AbortController): Promise<void> {
  await nextTurn();
  timer.abort();
}

const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
