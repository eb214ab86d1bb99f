import { type Http2ErrorName, http2ErrorNumber } from '#meta';

/** Kinds of frames (RFC 9113, section 6). */
export const FRAME = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const FLAG = { endStream: 0x1, ack: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

/** What comes first on a connection, before any frame. */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** Three bytes of length, one of the kind, one of flags, four of the stream. */
export const HEAD_BYTES = 9;
/** The largest payload that either side takes, unless it says otherwise. */
export const FRAME_BYTES = 16_384;
export const LARGEST_WINDOW = 2 ** 31 - 1;
export const LAST_STREAM = 2 ** 31 - 1;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  /** 0 for the connection as a whole. */
  readonly stream: number;
  readonly payload: Buffer;
}

export function writeFrameHead(
  into: Buffer,
  at: number,
  { type, flags, stream }: Omit<Frame, 'payload'>,
  size: number,
) {
  into[at] = size >>> 16;
  into[at + 1] = size >>> 8;
  into[at + 2] = size;
  into[at + 3] = type;
  into[at + 4] = flags;
  into.writeUInt32BE(stream, at + 5);
}

/** Four bytes, as identifiers of streams and sizes of windows are written: the first bit means nothing. */
export function uint31(bytes: Buffer, at = 0): number {
  return bytes.readUInt32BE(at) & 0x7fffffff;
}

/** A payload without what was put around it to hide its length. */
export function withoutPadding({ type, flags, payload }: Frame): Buffer {
  if ((flags & FLAG.padded) === 0) return payload;
  const padding = payload[0];
  if (padding === undefined || padding >= payload.length)
    throw new Http2Error('PROTOCOL_ERROR', `a frame of kind ${type} is shorter than its padding`);
  return payload.subarray(1, payload.length - padding);
}

/** The other side broke the protocol. */
export class Http2Error extends Error {
  readonly kind: Http2ErrorName;
  /** The only stream that it is about; undefined where nothing that comes can be understood any more. */
  readonly stream: number | undefined;
  constructor(kind: Http2ErrorName, message: string, stream?: number) {
    super(`it does not keep to HTTP/2: ${message} (${kind})`);
    this.name = 'Http2Error';
    this.kind = kind;
    this.stream = stream;
  }
}

/** A frame that has to have a certain length, and to be about a stream or about none. */
export function assertForm(
  { type, stream, payload }: Frame,
  { bytes, on }: { bytes: number; on: 'stream' | 'connection' },
): void {
  if (payload.length !== bytes) throw new Http2Error('FRAME_SIZE_ERROR', `kind ${type} with ${payload.length} bytes`);
  if ((stream === 0) !== (on === 'connection')) throw misplaced({ type, stream });
}
export function misplaced({ type, stream }: Pick<Frame, 'type' | 'stream'>): Http2Error {
  return new Http2Error('PROTOCOL_ERROR', `kind ${type} on stream ${stream}`);
}

export function fourBytes(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
/** The payload of a frame that ends a connection: the last stream that was taken, and why. */
export function endOfConnection(last: number, reason: Http2ErrorName): Buffer {
  return Buffer.concat([fourBytes(last), fourBytes(http2ErrorNumber(reason))]);
}
