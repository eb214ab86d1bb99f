import { apiErrors, LinkedAbort, type ListOptions, nextTurn, whenReady } from '#meta';
import {
  type Access,
  endOfWatch,
  planWatch,
  selectionOf,
  type Watch,
  type WatchBatch,
  type WatchChanges,
  type WatchItem,
  type WatchPlan,
  type WatchSource,
  watch as watchEntries,
} from '#registry';
import type { BodyStream, HttpCall, PartSink, Reply } from '../call.ts';
import { MOST_WORK, workOf } from '../encode/shown-list.ts';
import { EventEncoder } from '../encode/watch.ts';
import type { House } from '../house.ts';
import { CBOR_SEQUENCE, mediaTypes, type Representation, refuseStream } from '../negotiate.ts';
import { frame, OPCODES } from '../websocket/frames.ts';
import { webSocketHandshake } from '../websocket/handshake.ts';
import { accessOf, type VerbCall, viewOf } from './context.ts';
import { listOptionsOf } from './request-options.ts';

/** A watch: what changes, as it changes, until its time is up or the client goes. */
export async function watch(request: VerbCall): Promise<Reply> {
  const view = viewOf(request, { watch: true });
  // A watch that only the path asks for takes the options of a list.
  const options = listOptionsOf(request);
  const access = accessOf(request);
  const plan = await planWatch(access, options, selectionOf(request.resource, options, request.info.name));
  const { call, house } = request;
  if (view.refusal !== undefined) throw view.refusal;
  refuseStream(view.representation, { cbor: house.settings.servesCbor });
  const parts = { access, plan, options, encoder: new EventEncoder(view), house, follower: request.follower };
  if (call.upgrade !== undefined) return overWebSocket(call, parts, view.representation);
  const type = streamType(view.representation);
  return { status: 200, headers: { 'content-type': type }, body: new WatchStream(parts, call.signal) };
}

function streamType({ media }: Representation): string {
  if (media === 'cbor') return CBOR_SEQUENCE;
  return media === 'protobuf' ? `${mediaTypes.protobuf};stream=watch` : mediaTypes.json;
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
      : (event: Uint8Array) => frame(media === 'cbor' ? OPCODES.binary : OPCODES.text, event);
  const body = new WatchStream({ ...parts, framed }, call.signal);
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
  readonly follower: VerbCall['follower'];
  /** How an event goes out, where streams have frames of their own. */
  readonly framed?: (event: Uint8Array) => Uint8Array;
}

/** What a watch needs once it runs. */
interface Running {
  readonly watch: Watch;
  readonly source: WatchSource;
  /** Fires when the watch must end. */
  readonly timer: AbortController;
  readonly waiting: { stop(): void };
}

/** The events of a batch, as they go out. */
interface SharedEvents {
  readonly bytes: Uint8Array;
  readonly sizes: readonly number[];
}

const nothing = (): void => {};

const over: IteratorResult<Uint8Array> = { done: true, value: undefined };

/** The events of a watch as bytes. Begins when they are first asked for. */
class WatchStream implements AsyncIterable<Uint8Array>, BodyStream {
  readonly #parts: WatchParts;
  readonly #client: AbortSignal;
  readonly #observe: (bytes: number) => void;
  /** The same for all watches that send the same bytes. */
  readonly #likeness: object | undefined;
  #running: Running | undefined;
  #isOver = false;
  /** The next batch, which is waited for. */
  #coming: Promise<IteratorResult<WatchBatch>> | undefined;
  /** What is left of a batch that cannot be encoded in one go. */
  #rest: AsyncGenerator<Uint8Array> | undefined;
  /** An event that was to be pushed, and takes a while or has failed. */
  #late: Promise<Uint8Array | undefined> | undefined;
  /** The initial state is out: from here on a bookmark is true. */
  #begun: boolean;
  #bookmarkDue: () => void = nothing;

  constructor(parts: WatchParts, client: AbortSignal) {
    this.#parts = parts;
    this.#client = client;
    this.#begun = 'revision' in parts.plan.query.since;
    // In frames of their own events do not go out together.
    this.#likeness = parts.framed === undefined ? parts.encoder.likeness : undefined;
    this.#observe = parts.house.watchEvents(parts.access.resource);
  }
  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    if (this.#isOver) return over;
    try {
      this.#running ??= this.#begin();
      const value = await this.#next(this.#running);
      if (value !== undefined) return { done: false, value };
      this.#end();
    } catch (error) {
      this.#end();
      const refusal = endOfWatch(error, this.#parts.options.resourceVersion);
      if (refusal !== undefined) return { done: false, value: this.#framed(this.#parts.encoder.error(refusal.status)) };
    }
    return over;
  }
  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#end();
    return over;
  }

  /** The way of nearly every event: from the store to the socket without a promise. */
  async push(sink: PartSink): Promise<void> {
    const isBehind = this.#rest !== undefined || this.#coming !== undefined;
    if (this.#isOver || isBehind || this.#running?.source.follow === undefined) return;
    this.#bookmarkDue = () => {
      const bookmark = this.#idleBookmark();
      if (bookmark !== undefined) sink(this.#framed(bookmark));
    };
    await this.#running.source.follow((batch) => this.#pushed(batch, sink));
    this.#bookmarkDue = nothing;
  }
  #pushed(batch: WatchBatch, sink: PartSink): boolean {
    const made = this.#encodeOrReject(batch);
    if (made instanceof Uint8Array) return sink(this.#framed(made));
    if (made === undefined && this.#rest === undefined) return true;
    // `next` goes on with it. A bookmark must not promise it before.
    this.#bookmarkDue = nothing;
    this.#late = made;
    // Whoever asks for it hears of it.
    made?.catch(nothing);
    return false;
  }

  #begin(): Running {
    const { access, plan, options, house, follower } = this.#parts;
    const timer = this.#timer(this.#client);
    const watch = watchEntries(access, plan, timer.signal);
    const waiting = house.definitionWaiters.wait(access.resource, () => void endSoon(watch, timer));
    follower?.watching?.(watch);
    if (options.allowWatchBookmarks) void this.#ring(timer.signal);
    return { watch, source: watch[Symbol.asyncIterator](), timer, waiting };
  }
  #end(): void {
    this.#isOver = true;
    this.#running?.waiting.stop();
    this.#running?.timer.abort();
  }

  /** Each event comes by here once for each watcher: as little is waited for as can be. Undefined at the end. */
  async #next({ source }: Running): Promise<Uint8Array | undefined> {
    for (;;) {
      const late = await this.#late;
      this.#late = undefined;
      if (late !== undefined) return this.#framed(late);
      const part = this.#rest === undefined ? undefined : await this.#rest.next();
      if (part !== undefined && !part.done) return part.value;
      this.#rest = undefined;
      // Not before the client has taken what came before: until then nobody would hear of a failure.
      this.#coming ??= source.next();
      const turn = await this.#turn(this.#coming);
      if (turn !== 'bookmark') this.#coming = undefined;
      if (turn !== 'bookmark' && turn.done) return undefined;
      const made = turn === 'bookmark' ? this.#idleBookmark() : this.#encode(turn.value);
      const bytes = made instanceof Promise ? await made : made;
      if (bytes !== undefined) return this.#framed(bytes);
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
    const controller = new LinkedAbort(client);
    const { minRequestTimeoutMs, random } = house.settings;
    const asked = (options.timeoutSeconds ?? 0) * 1000;
    const lifetime = asked > 0 ? asked : minRequestTimeoutMs * (1 + random());
    void house.world.clock.sleep(lifetime, controller.signal).then(() => controller.abort());
    return controller;
  }

  #encodeOrReject(batch: WatchBatch): Uint8Array | undefined | Promise<Uint8Array> {
    try {
      return this.#encode(batch);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** A batch as bytes; undefined where there is nothing to say, or where it is said in steps. */
  #encode(batch: WatchBatch): Uint8Array | undefined | Promise<Uint8Array> {
    const { encoder, plan } = this.#parts;
    if (batch.kind === 'initial-end') {
      this.#begun = true;
      return plan.marksInitialEnd ? encoder.bookmark(batch.revision, { initialEnd: true }) : undefined;
    }
    const events = this.#sharedEvents(batch);
    if (events !== undefined) {
      for (const size of events.sizes) this.#observe(size);
      return events.bytes;
    }
    const shared = { isShared: batch.isInitial !== true };
    const [first] = batch.items;
    if (first !== undefined && batch.items.length === 1) return this.#change(first, shared);
    this.#rest = this.#inSteps(batch.items, shared);
    return undefined;
  }

  /** What many watchers get is made once for all of them; undefined where it has to be waited for, or is too much. */
  #sharedEvents(batch: WatchChanges): SharedEvents | undefined {
    const likeness = this.#likeness;
    if (likeness === undefined || batch.isInitial) return undefined;
    const known = batch.made?.get(likeness);
    if (known !== undefined) return known as SharedEvents;
    const made = this.#made(batch.items);
    if (made === undefined) return undefined;
    batch.made ??= new Map();
    batch.made.set(likeness, made);
    return made;
  }
  #made(items: readonly WatchItem[]): SharedEvents | undefined {
    const encoded: Uint8Array[] = [];
    let work = 0;
    for (const item of items) {
      work += workOf(item.entry);
      if (work > MOST_WORK && items.length > 1) return undefined;
      const event = this.#parts.encoder.change(item, { isShared: true });
      if (event instanceof Promise) return undefined;
      encoded.push(event);
    }
    return { bytes: joined(encoded), sizes: encoded.map(({ length }) => length) };
  }

  #change(item: WatchItem, shared: { readonly isShared: boolean }): Uint8Array | Promise<Uint8Array> {
    return whenReady(this.#parts.encoder.change(item, shared), (bytes) => {
      this.#observe(bytes.length);
      return bytes;
    });
  }

  /** Others get their turn in between. */
  async *#inSteps(items: readonly WatchItem[], shared: { readonly isShared: boolean }): AsyncGenerator<Uint8Array> {
    let encoded: Uint8Array[] = [];
    let work = 0;
    for (const item of items) {
      const change = this.#change(item, shared);
      encoded.push(this.#framed(change instanceof Promise ? await change : change));
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
    const revision = this.#running?.watch.revision() ?? 0;
    if (!this.#begun || revision === 0) return undefined;
    return this.#parts.encoder.bookmark(revision, { initialEnd: false });
  }
}

/** Who does not take what there is in so many turns does not read. */
const PATIENT_TURNS = 1000;

/** Some turns later, so that events that happened before are sent first. */
async function endSoon(watch: Watch, timer: AbortController): Promise<void> {
  await nextTurn();
  for (let turns = 0; turns < PATIENT_TURNS && (watch.behind?.() ?? 0) > 0; turns++) await nextTurn();
  timer.abort();
}

const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
