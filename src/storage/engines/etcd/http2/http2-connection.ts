import type { Duplex } from 'node:stream';
import { type Http2ErrorName, http2ErrorName, http2ErrorNumber } from '#meta';
import { FrameReader } from './frame-reader.ts';
import {
  FLAG,
  FRAME,
  type Frame,
  Http2Error,
  LARGEST_WINDOW,
  LAST_STREAM,
  PREFACE,
  uint31,
  withoutPadding,
} from './frames.ts';
import { HeaderBlocks } from './header-blocks.ts';
import { HEADERS_BYTES } from './header-decoder.ts';
import { NO_TABLE } from './header-encoder.ts';
import { Http2Stream, type Receiver, type StreamSide, WINDOW_BYTES } from './http2-stream.ts';
import { Outbox } from './outbox.ts';
import { ownSettings, type PeerSettings, settingsAfter, silentPeer } from './settings.ts';

const FIRST_WINDOW = 65_535;
const nothing = new Uint8Array();
const PING_BYTES = 8;

const nameOf = (error: number): string => http2ErrorName(error) ?? `error ${error}`;

/** A frame that has to have a certain length, and to be about a stream or about none. */
function assertForm(
  { type, stream, payload }: Frame,
  { bytes, on }: { bytes: number; on: 'stream' | 'connection' },
): void {
  if (payload.length !== bytes) throw new Http2Error('FRAME_SIZE_ERROR', `kind ${type} with ${payload.length} bytes`);
  if ((stream === 0) !== (on === 'connection')) throw misplaced({ type, stream });
}
function misplaced({ type, stream }: Pick<Frame, 'type' | 'stream'>): Http2Error {
  return new Http2Error('PROTOCOL_ERROR', `kind ${type} on stream ${stream}`);
}

/**
 * The client's side of an HTTP/2 connection (RFC 9113): what calls of gRPC need of it and nothing else. No priorities, no
 * pushes, no table of headers. A server that breaks the protocol is told so, and everything on the connection fails.
 */
export class Http2Connection {
  readonly #socket: Duplex;
  readonly #over: (error: Error) => void;
  readonly #outbox: Outbox;
  readonly #reader = new FrameReader((frame) => this.#take(frame));
  readonly #blocks = new HeaderBlocks();
  readonly #streams = new Map<number, Http2Stream>();
  /** Those that the other side does not take yet. */
  readonly #waiting = new Set<Http2Stream>();
  /** Those that have something to send, and no window. */
  readonly #blocked = new Set<Http2Stream>();
  readonly #side: StreamSide = {
    push: (stream) => this.#send(stream),
    cancel: (stream) => this.#cancel(stream),
    allow: (stream, bytes) => this.#isOpen(stream) && this.#allow(stream.id, bytes),
  };
  #peer: PeerSettings = silentPeer;
  #hasSettings = false;
  #sendWindow = FIRST_WINDOW;
  #receiveWindow = WINDOW_BYTES;
  #nextId = 1;
  #answered: (() => void) | undefined;
  #isClosing = false;
  #isDone = false;

  /** `over` is told once, when nothing new can be asked here. */
  constructor(socket: Duplex, over: (error: Error) => void) {
    this.#socket = socket;
    this.#over = over;
    this.#outbox = new Outbox(socket);
    this.#greet();
    socket.on('data', (piece: Buffer) => this.#read(piece));
    socket.on('error', (error) => this.fail(error));
    for (const event of ['end', 'close']) socket.on(event, () => this.fail(new Error('the connection was closed')));
  }

  /** The head is what `encodedHeaders` made. */
  request(head: Uint8Array, receiver: Receiver): Http2Stream {
    const stream = new Http2Stream(head, receiver, this.#side);
    this.#waiting.add(stream);
    this.#begin();
    return stream;
  }

  /** Whoever pings again before there was an answer is told once. */
  ping(answered: () => void): void {
    this.#answered = answered;
    this.#write(FRAME.ping, 0, 0, Buffer.alloc(8));
  }

  /** Takes nothing new; what is under way may finish. */
  close(error: Error): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    for (const stream of this.#waiting) stream.receiver.end({ error, isUnprocessed: true });
    this.#waiting.clear();
    this.#over(error);
    this.#endIfIdle();
  }

  /** Whatever is under way fails. */
  fail(error: Error): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.close(error);
    for (const stream of this.#streams.values()) stream.receiver.end({ error, isUnprocessed: false });
    this.#streams.clear();
    if (error instanceof Http2Error) this.#tellEnd(error.kind);
    this.#socket.destroy();
  }

  #greet(): void {
    const settings = ownSettings({ window: WINDOW_BYTES, headersBytes: HEADERS_BYTES });
    this.#outbox.addBytes(PREFACE);
    this.#write(FRAME.settings, 0, 0, settings);
    this.#allow(0, WINDOW_BYTES - FIRST_WINDOW);
  }

  #read(piece: Buffer): void {
    if (this.#isDone) return;
    try {
      this.#reader.read(piece);
    } catch (error) {
      this.fail(error as Error);
    }
  }

  /** What is there to begin is begun, as far as the other side takes streams. */
  #begin(): void {
    for (const stream of this.#waiting) {
      if (this.#streams.size >= this.#peer.maxStreams) return;
      if (this.#nextId > LAST_STREAM) {
        this.close(new Error('it has had as many streams as a connection can have'));
        return;
      }
      this.#waiting.delete(stream);
      stream.id = this.#nextId;
      this.#nextId += 2;
      this.#streams.set(stream.id, stream);
      stream.widen(this.#peer.initialWindow);
      this.#sendHead(stream);
      this.#send(stream);
    }
  }
  #sendHead({ id, head }: Http2Stream): void {
    let rest = id === 1 ? Buffer.concat([NO_TABLE, head]) : head;
    let type: number = FRAME.headers;
    do {
      const part = rest.subarray(0, this.#peer.maxFrameBytes);
      rest = rest.subarray(part.length);
      this.#write(type, rest.length === 0 ? FLAG.endHeaders : 0, id, part);
      type = FRAME.continuation;
    } while (rest.length > 0);
  }

  #send(stream: Http2Stream): void {
    if (!this.#isOpen(stream)) return;
    this.#blocked.delete(stream);
    for (;;) {
      const next = stream.next(Math.min(this.#sendWindow, this.#peer.maxFrameBytes));
      if (next === undefined) break;
      this.#sendWindow -= next.bytes.length;
      this.#write(FRAME.data, next.isLast ? FLAG.endStream : 0, stream.id, next.bytes);
    }
    if (stream.isBlocked) this.#blocked.add(stream);
  }
  #sendBlocked(): void {
    for (const stream of [...this.#blocked]) this.#send(stream);
  }

  #cancel(stream: Http2Stream): void {
    this.#waiting.delete(stream);
    if (!this.#isOpen(stream)) return;
    this.#reset(stream.id, 'CANCEL');
    this.#remove(stream);
  }
  #isOpen({ id }: Http2Stream): boolean {
    return this.#streams.has(id);
  }
  #remove(stream: Http2Stream): void {
    this.#streams.delete(stream.id);
    this.#blocked.delete(stream);
    if (this.#isClosing) this.#endIfIdle();
    else this.#begin();
  }
  #finish(stream: Http2Stream): void {
    // It has said everything, and does not want to hear the rest.
    if (!stream.isSent) this.#reset(stream.id, 'CANCEL');
    this.#remove(stream);
    stream.receiver.end();
  }

  #endIfIdle(): void {
    if (this.#isDone || this.#streams.size > 0) return;
    this.#isDone = true;
    this.#tellEnd('NO_ERROR');
    // One that is not there yet would be waited for.
    if (this.#hasSettings) this.#socket.end(() => this.#socket.destroy());
    else this.#socket.destroy();
  }
  #tellEnd(reason: Http2ErrorName): void {
    const payload = Buffer.alloc(8);
    payload.writeUInt32BE(http2ErrorNumber(reason), 4);
    this.#write(FRAME.goAway, 0, 0, payload);
    this.#outbox.flush();
  }
  #reset(stream: number, reason: Http2ErrorName): void {
    this.#write(FRAME.reset, 0, stream, fourBytes(http2ErrorNumber(reason)));
  }
  #allow(stream: number, bytes: number): void {
    this.#write(FRAME.windowUpdate, 0, stream, fourBytes(bytes));
  }
  #write(type: number, flags: number, stream: number, payload: Uint8Array): void {
    this.#outbox.add({ type, flags, stream, payload });
  }

  #take(frame: Frame): void {
    if (this.#blocks.isBegun && frame.type !== FRAME.continuation)
      throw new Http2Error('PROTOCOL_ERROR', 'something comes in the midst of headers');
    if (!this.#hasSettings && frame.type !== FRAME.settings)
      throw new Http2Error('PROTOCOL_ERROR', 'its settings do not come first');
    this.#takers[frame.type]?.(frame);
  }

  /** By the kind of a frame. Priorities mean nothing here, and what nobody knows is to be ignored. */
  readonly #takers: Readonly<Record<number, (frame: Frame) => void>> = {
    [FRAME.data]: (frame) => this.#takeData(frame),
    [FRAME.headers]: (frame) => this.#takeHeaders(frame),
    [FRAME.continuation]: (frame) => this.#takeHeaders(frame),
    [FRAME.reset]: (frame) => this.#takeReset(frame),
    [FRAME.settings]: (frame) => this.#takeSettings(frame),
    [FRAME.push]: () => {
      throw new Http2Error('PROTOCOL_ERROR', 'it pushes, which nobody asked for');
    },
    [FRAME.ping]: (frame) => this.#takePing(frame),
    [FRAME.goAway]: (frame) => this.#takeGoAway(frame),
    [FRAME.windowUpdate]: (frame) => this.#takeWindowUpdate(frame),
  };

  /** Undefined for a stream that is over: what was under way then may still come. */
  #streamOf(frame: Frame): Http2Stream | undefined {
    const { stream: id } = frame;
    if (id % 2 === 0 || id >= this.#nextId) throw misplaced(frame);
    return this.#streams.get(id);
  }

  #takeData(frame: Frame): void {
    const { length } = frame.payload;
    this.#arrived(length);
    const stream = this.#streamOf(frame);
    const bytes = withoutPadding(frame);
    if (stream === undefined) return;
    stream.arrived(length);
    stream.taken(length - bytes.length);
    if (bytes.length > 0) stream.receiver.data(bytes);
    if ((frame.flags & FLAG.endStream) !== 0) this.#finish(stream);
  }
  /** What is on its way is bounded for each stream, and is kept there if anywhere: the connection takes it at once. */
  #arrived(bytes: number): void {
    this.#receiveWindow -= bytes;
    if (this.#receiveWindow < 0) throw new Http2Error('FLOW_CONTROL_ERROR', 'more than the window holds');
    if (this.#receiveWindow > WINDOW_BYTES / 2) return;
    this.#allow(0, WINDOW_BYTES - this.#receiveWindow);
    this.#receiveWindow = WINDOW_BYTES;
  }

  #takeHeaders(frame: Frame): void {
    const stream = this.#streamOf(frame);
    const block = this.#blocks.take(frame);
    if (block === undefined || stream === undefined) return;
    stream.receiver.headers(block.headers);
    if (block.isEnd) this.#finish(stream);
  }

  #takeReset(frame: Frame): void {
    assertForm(frame, { bytes: 4, on: 'stream' });
    const stream = this.#streamOf(frame);
    if (stream === undefined) return;
    const reason = nameOf(frame.payload.readUInt32BE());
    this.#remove(stream);
    stream.receiver.end({
      error: new Error(`it ended the call (${reason})`),
      isUnprocessed: reason === 'REFUSED_STREAM',
    });
  }

  #takeSettings(frame: Frame): void {
    const { flags, stream, payload } = frame;
    if (stream !== 0) throw misplaced(frame);
    if ((flags & FLAG.ack) !== 0) {
      assertForm(frame, { bytes: 0, on: 'connection' });
      this.#blocks.limitTable(0);
      return;
    }
    const before = this.#peer;
    this.#peer = settingsAfter(payload, before, { isFirst: !this.#hasSettings });
    this.#hasSettings = true;
    for (const open of this.#streams.values()) open.widen(this.#peer.initialWindow - before.initialWindow);
    this.#answer(FRAME.settings, nothing);
    this.#begin();
    this.#sendBlocked();
  }

  #takePing(frame: Frame): void {
    assertForm(frame, { bytes: PING_BYTES, on: 'connection' });
    if ((frame.flags & FLAG.ack) === 0) {
      this.#answer(FRAME.ping, frame.payload);
      return;
    }
    this.#answered?.();
    this.#answered = undefined;
  }
  #answer(type: number, payload: Uint8Array): void {
    this.#outbox.assertIsRead();
    this.#write(type, FLAG.ack, 0, payload);
  }

  /** It takes nothing new. Streams up to the last that it names may finish; it has done nothing with others. */
  #takeGoAway(frame: Frame): void {
    const { stream: id, payload } = frame;
    if (id !== 0) throw misplaced(frame);
    if (payload.length < 8) throw new Http2Error('FRAME_SIZE_ERROR', 'the end of the connection is cut off');
    const [last, reason] = [uint31(payload), nameOf(payload.readUInt32BE(4))];
    const words = [reason, payload.toString('latin1', 8)].filter((word) => word !== '' && word !== 'NO_ERROR');
    const why = words.length === 0 ? '' : ` (${words.join(': ')})`;
    const error = new Error(`the server ends the connection${why}`);
    for (const stream of [...this.#streams.values()].filter((one) => one.id > last)) {
      this.#streams.delete(stream.id);
      stream.receiver.end({ error, isUnprocessed: true });
    }
    this.close(error);
    this.#endIfIdle();
  }

  #takeWindowUpdate(frame: Frame): void {
    const { stream: id, payload } = frame;
    if (payload.length !== 4) throw new Http2Error('FRAME_SIZE_ERROR', `a window of ${payload.length} bytes`);
    const bytes = uint31(payload);
    if (bytes === 0) throw new Http2Error('PROTOCOL_ERROR', 'a window grows by nothing');
    if (id !== 0) {
      const stream = this.#streamOf(frame);
      stream?.widen(bytes);
      if (stream !== undefined) this.#send(stream);
      return;
    }
    this.#sendWindow += bytes;
    if (this.#sendWindow > LARGEST_WINDOW) throw new Http2Error('FLOW_CONTROL_ERROR', 'the window is too large');
    this.#sendBlocked();
  }
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
