import type { Duplex } from 'node:stream';
import { type Http2ErrorName, http2ErrorName, http2ErrorNumber } from '#meta';
import { FrameReader } from './frame-reader.ts';
import {
  assertForm,
  endOfConnection,
  FLAG,
  FRAME,
  type Frame,
  fourBytes,
  Http2Error,
  LARGEST_WINDOW,
  misplaced,
  uint31,
  withoutPadding,
} from './frames.ts';
import { type HeaderBlock, HeaderBlocks } from './header-blocks.ts';
import { NO_TABLE } from './header-encoder.ts';
import type { Http2Stream, StreamSide } from './http2-stream.ts';
import { Outbox } from './outbox.ts';
import { type OwnSettings, ownSettings, type PeerSettings, settingsAfter, silentPeer } from './settings.ts';

const FIRST_WINDOW = 65_535;
/** The largest frame that is sent, whatever the other side would take: what is larger holds up what comes behind it. */
const LARGEST_SENT = 64 * 1024;
const nothing = new Uint8Array();
const PING_BYTES = 8;
const PRIORITY_BYTES = 5;

/** What this side says and takes. */
interface ConnectionLimits extends OwnSettings {
  /** What may be on its way on all streams together. */
  readonly connectionWindow: number;
  /** What the other side has to send before anything else. */
  readonly preface: Uint8Array;
  /** What it hears before anything else. */
  readonly greeting: Uint8Array;
}

/** Why the other side ends a stream or the connection. */
const nameOfError = (error: number): string => http2ErrorName(error) ?? `error ${error}`;

/**
 * What both sides of an HTTP/2 connection (RFC 9113) do: frames, windows, settings, pings. Priorities mean nothing here, there are no
 * pushes, and what is sent uses no table of headers.
 */
export abstract class Http2Connection<S extends Http2Stream> {
  protected readonly streams = new Map<number, S>();
  protected isDone = false;
  readonly #socket: Duplex;
  readonly #limits: ConnectionLimits;
  readonly #outbox: Outbox;
  readonly #reader: FrameReader;
  readonly #blocks: HeaderBlocks;
  /** Those that have something to send, and no window or no room. */
  readonly #blocked = new Set<S>();
  #preface: Uint8Array;
  #peer: PeerSettings = silentPeer;
  #hasSettings = false;
  #hasSentHeaders = false;
  #sendWindow = FIRST_WINDOW;
  #receiveWindow: number;

  constructor(socket: Duplex, limits: ConnectionLimits) {
    this.#socket = socket;
    this.#limits = limits;
    this.#outbox = new Outbox(socket, () => this.#sendBlocked());
    this.#reader = new FrameReader((frame) => this.#take(frame), limits.frameBytes);
    this.#blocks = new HeaderBlocks(limits);
    this.#preface = limits.preface;
    this.#receiveWindow = limits.connectionWindow;
    this.#greet();
    socket.on('data', (piece: Buffer) => this.#read(piece));
    socket.on('error', (error) => this.fail(error));
    for (const event of ['end', 'close']) socket.on(event, () => this.fail(new Error('the connection was closed')));
  }

  /** Whatever is under way fails. */
  abstract fail(error: Error): void;

  /** The stream that a frame is about; undefined for one that is over. Throws an `Http2Error` for one that never was. */
  protected abstract streamOf(frame: Frame): S | undefined;
  /** Something came for a stream that is over. */
  protected abstract late(frame: Frame): void;
  protected abstract tookHeaders(frame: Frame, block: HeaderBlock): void;
  protected abstract tookData(stream: S, bytes: Buffer, isEnd: boolean): void;
  protected abstract tookReset(stream: S, reason: string): void;
  protected abstract tookGoAway(last: number, words: readonly string[]): void;
  protected abstract tookSettings(): void;
  protected abstract tookPong(): void;
  /** All of a stream has been given to the socket. */
  protected abstract sentAll(stream: S): void;
  /** What had to wait has been given to the socket too. */
  protected abstract unblocked(stream: S): void;
  /** What becomes of a stream on which the other side broke the protocol: it may be thrown again. */
  protected abstract refuse(error: Http2Error, stream: number): void;

  protected get peer(): PeerSettings {
    return this.#peer;
  }
  protected get hasSettings(): boolean {
    return this.#hasSettings;
  }
  /** What streams ask of their connection. */
  protected readonly side: StreamSide = {
    push: (stream) => this.send(stream as S),
    allow: (stream, bytes) => this.isOpen(stream) && this.#allow(stream.id, bytes),
  };

  protected isOpen({ id }: Http2Stream): boolean {
    return this.streams.has(id);
  }
  protected open(stream: S): void {
    this.streams.set(stream.id, stream);
    stream.widen(this.#peer.initialWindow);
  }
  protected forget(stream: S): void {
    this.streams.delete(stream.id);
    this.#blocked.delete(stream);
  }

  /** The head is what `encodedHeaders` made. */
  protected sendHead(id: number, head: Uint8Array, { isLast = false } = {}): void {
    let rest = this.#hasSentHeaders ? head : Buffer.concat([NO_TABLE, head]);
    this.#hasSentHeaders = true;
    let type: number = FRAME.headers;
    let flags: number = isLast ? FLAG.endStream : 0;
    do {
      const part = rest.subarray(0, this.#peer.maxFrameBytes);
      rest = rest.subarray(part.length);
      this.write(type, rest.length === 0 ? flags | FLAG.endHeaders : flags, id, part);
      type = FRAME.continuation;
      flags = 0;
    } while (rest.length > 0);
  }

  /** As much of a stream as the other side takes now. */
  protected send(stream: S): void {
    if (!this.isOpen(stream)) return;
    this.#blocked.delete(stream);
    while (this.#outbox.hasRoom) {
      const next = stream.next(Math.min(this.#sendWindow, this.#peer.maxFrameBytes, LARGEST_SENT));
      if (next === undefined) break;
      this.#sendWindow -= next.bytes.length;
      this.#outbox.add({
        type: FRAME.data,
        flags: next.isLast ? FLAG.endStream : 0,
        stream: stream.id,
        payload: next.bytes,
        sent: next.isLast ? stream.sent : undefined,
      });
    }
    if (stream.isBlocked) this.#blocked.add(stream);
    else if (stream.isSent) this.sentAll(stream);
  }
  /** Who could not send everything is behind all others the next time. */
  #sendBlocked(): void {
    for (const stream of [...this.#blocked]) {
      if (!this.#outbox.hasRoom) return;
      this.send(stream);
      if (!stream.isBlocked) this.unblocked(stream);
    }
  }

  protected ping(): void {
    this.write(FRAME.ping, 0, 0, Buffer.alloc(PING_BYTES));
  }
  protected reset(stream: number, reason: Http2ErrorName): void {
    this.write(FRAME.reset, 0, stream, fourBytes(http2ErrorNumber(reason)));
  }
  /** Says that nothing behind this stream was taken, and nothing more is. */
  protected tellEnd(last: number, reason: Http2ErrorName): void {
    this.write(FRAME.goAway, 0, 0, endOfConnection(last, reason));
    this.#outbox.flush();
  }
  protected flush(): void {
    this.#outbox.flush();
  }
  protected write(type: number, flags: number, stream: number, payload: Uint8Array): void {
    this.#outbox.add({ type, flags, stream, payload });
  }
  #allow(stream: number, bytes: number): void {
    this.write(FRAME.windowUpdate, 0, stream, fourBytes(bytes));
  }
  #greet(): void {
    if (this.#limits.greeting.length > 0) this.#socket.write(this.#limits.greeting);
    this.write(FRAME.settings, 0, 0, ownSettings(this.#limits));
    this.#allow(0, this.#limits.connectionWindow - FIRST_WINDOW);
  }

  #read(piece: Buffer): void {
    if (this.isDone) return;
    try {
      this.#reader.read(this.#preface.length === 0 ? piece : this.#behindPreface(piece));
    } catch (error) {
      this.fail(error as Error);
    }
    // What could be answered at once is on its way at once.
    this.#outbox.flush();
  }
  #behindPreface(piece: Buffer): Buffer {
    const part = piece.subarray(0, this.#preface.length);
    if (!part.equals(this.#preface.subarray(0, part.length)))
      throw new Http2Error('PROTOCOL_ERROR', 'something else comes first');
    this.#preface = this.#preface.subarray(part.length);
    return piece.subarray(part.length);
  }

  #take(frame: Frame): void {
    if (this.isDone) return;
    if (this.#blocks.isBegun && frame.type !== FRAME.continuation)
      throw new Http2Error('PROTOCOL_ERROR', 'something comes in the midst of headers');
    if (!this.#hasSettings && frame.type !== FRAME.settings)
      throw new Http2Error('PROTOCOL_ERROR', 'its settings do not come first');
    try {
      this.#takers[frame.type]?.(frame);
    } catch (error) {
      if (!(error instanceof Http2Error) || error.stream === undefined) throw error;
      this.refuse(error, error.stream);
    }
  }

  /** By the kind of a frame. What nobody knows is to be ignored. */
  readonly #takers: Readonly<Record<number, (frame: Frame) => void>> = {
    [FRAME.data]: (frame) => this.#takeData(frame),
    [FRAME.headers]: (frame) => this.#takeHeaders(frame),
    [FRAME.continuation]: (frame) => this.#takeHeaders(frame),
    [FRAME.priority]: (frame) => this.#takePriority(frame),
    [FRAME.reset]: (frame) => this.#takeReset(frame),
    [FRAME.settings]: (frame) => this.#takeSettings(frame),
    [FRAME.push]: () => {
      throw new Http2Error('PROTOCOL_ERROR', 'it pushes, which nobody asked for');
    },
    [FRAME.ping]: (frame) => this.#takePing(frame),
    [FRAME.goAway]: (frame) => this.#takeGoAway(frame),
    [FRAME.windowUpdate]: (frame) => this.#takeWindowUpdate(frame),
  };

  #takeData(frame: Frame): void {
    const { length } = frame.payload;
    this.#arrived(length);
    const stream = this.streamOf(frame);
    const bytes = withoutPadding(frame);
    if (stream === undefined) {
      this.late(frame);
      return;
    }
    stream.arrived(length);
    stream.taken(length - bytes.length);
    this.tookData(stream, bytes, (frame.flags & FLAG.endStream) !== 0);
  }
  /** What is on its way is bounded for each stream, and is kept there if anywhere: the connection takes it at once. */
  #arrived(bytes: number): void {
    const { connectionWindow } = this.#limits;
    this.#receiveWindow -= bytes;
    if (this.#receiveWindow < 0) throw new Http2Error('FLOW_CONTROL_ERROR', 'more than the window holds');
    if (this.#receiveWindow > connectionWindow / 2) return;
    this.#allow(0, connectionWindow - this.#receiveWindow);
    this.#receiveWindow = connectionWindow;
  }

  #takeHeaders(frame: Frame): void {
    const block = this.#blocks.take(frame);
    if (block !== undefined) this.tookHeaders(frame, block);
  }

  /** They mean nothing, but they have a form. */
  #takePriority(frame: Frame): void {
    const { stream, payload } = frame;
    if (stream === 0) throw misplaced(frame);
    if (payload.length !== PRIORITY_BYTES)
      throw new Http2Error('FRAME_SIZE_ERROR', `a priority of ${payload.length} bytes`, stream);
  }

  #takeReset(frame: Frame): void {
    assertForm(frame, { bytes: 4, on: 'stream' });
    const stream = this.streamOf(frame);
    if (stream !== undefined) this.tookReset(stream, nameOfError(frame.payload.readUInt32BE()));
  }

  #takeSettings(frame: Frame): void {
    const { flags, stream, payload } = frame;
    if (stream !== 0) throw misplaced(frame);
    if ((flags & FLAG.ack) !== 0) {
      assertForm(frame, { bytes: 0, on: 'connection' });
      this.#blocks.limitTable(this.#limits.tableBytes);
      return;
    }
    const before = this.#peer;
    this.#peer = settingsAfter(payload, before, { isFirst: !this.#hasSettings, mayPush: this.#limits.maxStreams > 0 });
    this.#hasSettings = true;
    for (const open of this.streams.values()) open.widen(this.#peer.initialWindow - before.initialWindow);
    this.#answer(FRAME.settings, nothing);
    this.tookSettings();
    this.#sendBlocked();
  }

  #takePing(frame: Frame): void {
    assertForm(frame, { bytes: PING_BYTES, on: 'connection' });
    if ((frame.flags & FLAG.ack) === 0) this.#answer(FRAME.ping, frame.payload);
    else this.tookPong();
  }
  #answer(type: number, payload: Uint8Array): void {
    this.#outbox.assertIsRead();
    this.write(type, FLAG.ack, 0, payload);
  }

  #takeGoAway(frame: Frame): void {
    const { stream: id, payload } = frame;
    if (id !== 0) throw misplaced(frame);
    if (payload.length < 8) throw new Http2Error('FRAME_SIZE_ERROR', 'the end of the connection is cut off');
    const reason = nameOfError(payload.readUInt32BE(4));
    const words = [reason, payload.toString('latin1', 8)].filter((word) => word !== '' && word !== 'NO_ERROR');
    this.tookGoAway(uint31(payload), words);
  }

  #takeWindowUpdate(frame: Frame): void {
    const { stream: id, payload } = frame;
    if (payload.length !== 4) throw new Http2Error('FRAME_SIZE_ERROR', `a window of ${payload.length} bytes`);
    const bytes = uint31(payload);
    const stream = id === 0 ? undefined : this.streamOf(frame);
    if (bytes === 0) throw new Http2Error('PROTOCOL_ERROR', 'a window grows by nothing', id === 0 ? undefined : id);
    if (id === 0) this.#widen(bytes);
    else if (stream !== undefined) this.#widenStream(stream, bytes);
  }
  #widen(bytes: number): void {
    this.#sendWindow += bytes;
    if (this.#sendWindow > LARGEST_WINDOW) throw new Http2Error('FLOW_CONTROL_ERROR', 'the window is too large');
    this.#sendBlocked();
  }
  #widenStream(stream: S, bytes: number): void {
    const wasBlocked = stream.isBlocked;
    stream.widen(bytes);
    if (!wasBlocked) return;
    this.send(stream);
    if (!stream.isBlocked) this.unblocked(stream);
  }
}
