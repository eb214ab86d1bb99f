import { unwrapUnknown, wrapUnknown } from '#machinery';
import { ProtobufReader, ProtobufWriter, wireTypes } from '#meta';

/** Numbers of a range that are taken, as kube-apiserver keeps them: a RangeAllocation. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
  /** A bit for each number, that of the first is the lowest. */
  readonly taken: bigint;
}

const FIELDS = { metadata: 1, range: 2, data: 3 } as const;

export const isTaken = ({ first, taken }: PortRange, port: number): boolean =>
  (taken >> BigInt(port - first)) % 2n === 1n;

export function withPort(range: PortRange, port: number): PortRange {
  return { ...range, taken: range.taken | bitOf(range, port) };
}
export function withoutPort(range: PortRange, port: number): PortRange {
  return isTaken(range, port) ? { ...range, taken: range.taken ^ bitOf(range, port) } : range;
}
export function includes({ first, last }: PortRange, port: number): boolean {
  return port >= first && port <= last;
}
export function takenPorts(range: PortRange): number[] {
  const ports: number[] = [];
  for (let port = range.first; port <= range.last; port++) if (isTaken(range, port)) ports.push(port);
  return ports;
}

const bitOf = ({ first }: PortRange, port: number): bigint => 1n << BigInt(port - first);

/** Go writes a big number without leading zeros, and zero as nothing. */
export function encodePortRange({ first, last, taken }: PortRange): Uint8Array {
  const digits = taken === 0n ? '' : taken.toString(16);
  const data = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  const writer = new ProtobufWriter();
  writer.raw(data);
  writer.varint(data.length);
  writer.tag(FIELDS.data, wireTypes.bytes);
  writer.text(`${first}-${last}`);
  writer.tag(FIELDS.range, wireTypes.bytes);
  writer.raw(emptyMetadata);
  writer.varint(emptyMetadata.length);
  writer.tag(FIELDS.metadata, wireTypes.bytes);
  return wrapUnknown({ apiVersion: 'v1', kind: 'RangeAllocation', raw: writer.finish() });
}

/** What Go writes of metadata that says nothing: its fields that are never left out. */
const emptyMetadata = metadataBytes();
function metadataBytes(): Uint8Array {
  const writer = new ProtobufWriter();
  const CREATED = 8;
  const GENERATION = 7;
  writer.varint(0);
  writer.tag(CREATED, wireTypes.bytes);
  writer.varint(0);
  writer.tag(GENERATION, wireTypes.varint);
  for (const text of [6, 5, 4, 3, 2, 1]) {
    writer.text('');
    writer.tag(text, wireTypes.bytes);
  }
  return writer.finish();
}

/** Throws when it is none. */
export function decodePortRange(value: Uint8Array): PortRange {
  const { kind, raw } = unwrapUnknown(value);
  const fields = new Map<number, Buffer>();
  const reader = new ProtobufReader(raw);
  while (!reader.done) {
    const { number, wireType } = reader.tag('RangeAllocation');
    if (wireType === wireTypes.bytes) fields.set(number, reader.bytes());
    else reader.skip(wireType);
  }
  const [, first, last] = /^(\d+)-(\d+)$/.exec(fields.get(FIELDS.range)?.toString() ?? '') ?? [];
  if (first === undefined || last === undefined) throw new Error(`a ${kind} is not a range of ports`);
  const digits = fields.get(FIELDS.data)?.toString('hex') ?? '';
  return { first: Number(first), last: Number(last), taken: digits === '' ? 0n : BigInt(`0x${digits}`) };
}
