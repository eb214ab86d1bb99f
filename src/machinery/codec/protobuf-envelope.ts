import { DecodeError } from '../resource-definition.ts';
import { ProtobufReader, wireTypes } from './protobuf-reader.ts';
import { ProtobufWriter } from './protobuf-writer.ts';

/** `k8s` and a zero byte: how every protobuf body begins. */
const prefix = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);

export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  /** The message itself. */
  readonly raw: Uint8Array;
  readonly contentEncoding: string;
  readonly contentType: string;
}

/** Puts a message into the envelope that tells its kind. */
export function wrapUnknown(message: Pick<Envelope, 'apiVersion' | 'kind' | 'raw'>): Uint8Array {
  const writer = new ProtobufWriter();
  writer.text('');
  writer.tag(4, wireTypes.bytes);
  writer.text('');
  writer.tag(3, wireTypes.bytes);
  writer.raw(message.raw);
  writer.varint(message.raw.length);
  writer.tag(2, wireTypes.bytes);
  const mark = writer.length;
  writer.text(message.kind);
  writer.tag(2, wireTypes.bytes);
  writer.text(message.apiVersion);
  writer.tag(1, wireTypes.bytes);
  writer.lengthSince(mark);
  writer.tag(1, wireTypes.bytes);
  writer.raw(prefix);
  return writer.finish();
}

/** Opens an envelope. Throws a `DecodeError` when it is none. */
export function unwrapUnknown(bytes: Uint8Array): Envelope {
  if (bytes.length === 0) throw new DecodeError('empty data');
  if (prefix.some((byte, at) => bytes[at] !== byte)) {
    throw new DecodeError(
      `provided data does not appear to be a protobuf message, expected prefix [${prefix.join(' ')}]`,
    );
  }
  if (bytes.length === prefix.length) throw new DecodeError('empty body');
  const parts = readTexts(bytes.subarray(prefix.length), 'Unknown');
  const typeMeta = readTexts(parts.get(1) ?? new Uint8Array(), 'TypeMeta');
  return {
    apiVersion: text(typeMeta.get(1)),
    kind: text(typeMeta.get(2)),
    raw: parts.get(2) ?? new Uint8Array(),
    contentEncoding: text(parts.get(3)),
    contentType: text(parts.get(4)),
  };
}

function text(bytes: Buffer | undefined): string {
  return bytes === undefined ? '' : bytes.toString();
}

const fieldNames = ['TypeMeta', 'Raw', 'ContentEncoding', 'ContentType'];

/** Both messages of the envelope have nothing but bytes in their fields. */
function readTexts(bytes: Uint8Array, message: 'Unknown' | 'TypeMeta'): ReadonlyMap<number, Buffer> {
  const reader = new ProtobufReader(bytes);
  const known = message === 'Unknown' ? fieldNames : ['APIVersion', 'Kind'];
  const parts = new Map<number, Buffer>();
  while (!reader.done) {
    const { number, wireType } = reader.tag(message);
    const name = known[number - 1];
    if (name === undefined) reader.skip(wireType);
    else if (wireType === wireTypes.bytes) parts.set(number, reader.bytes());
    else throw new DecodeError(`proto: wrong wireType = ${wireType} for field ${name}`);
  }
  return parts;
}
