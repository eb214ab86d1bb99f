import { ProtobufReader, ProtobufWriter, wireTypes } from '#meta';
import { DecodeError } from '../version-codec.ts';

/** `k8s` and a zero byte: how every protobuf body begins. */
const prefix = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);

interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  /** The message itself. */
  readonly raw: Uint8Array;
  readonly contentEncoding: string;
  readonly contentType: string;
}

/** Puts a message into the envelope that tells its kind. */
export function wrapUnknown({ raw, ...type }: Pick<Envelope, 'apiVersion' | 'kind' | 'raw'>): Uint8Array {
  const { beginning, length, end } = envelopeOf(type);
  return Buffer.concat([beginning, length(raw.length), raw, end]);
}

/** What stands around a message: `beginning`, then its `length`, then the message, then `end`. */
interface EnvelopeParts {
  readonly beginning: Uint8Array;
  length(bytes: number): Uint8Array;
  readonly end: Uint8Array;
}

/** The parts of an envelope, for a message that is never in one place. */
export function envelopeOf({ apiVersion, kind }: Pick<Envelope, 'apiVersion' | 'kind'>): EnvelopeParts {
  const writer = new ProtobufWriter();
  writer.text(kind);
  writer.tag(2, wireTypes.bytes);
  writer.text(apiVersion);
  writer.tag(1, wireTypes.bytes);
  writer.lengthSince(0);
  writer.tag(1, wireTypes.bytes);
  writer.raw(prefix);
  return { beginning: writer.finish(), length: (bytes) => fieldHead(2, bytes), end };
}

/** Field 3 and 4, the encoding and type of the message: both are empty, and written all the same. */
const end = Uint8Array.of((3 << 3) | wireTypes.bytes, 0, (4 << 3) | wireTypes.bytes, 0);

/** What stands before a field of so many bytes. */
export function fieldHead(number: number, bytes: number): Uint8Array {
  const head = [(number << 3) | wireTypes.bytes];
  let rest = bytes;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) head.push((rest % 0x80) | 0x80);
  head.push(rest);
  return new Uint8Array(head);
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
