import { metaProtobuf, type ProtobufCodec, wrapUnknown } from '#machinery';
import { apiVersionOf, type JsonObject, type KubeObject, type Status } from '#meta';
import { type Entry, type List, viewName, whenReady } from '#registry';
import { Chunks } from './chunks.ts';
import { listMeta, objectFor, partialObject } from './metadata.ts';
import type { View } from './view.ts';

/** The protobuf forms of what the other files of this folder write as JSON. Objects stand in the `k8s\0` envelope. */

export function protobufObject({ served }: View, object: KubeObject): Uint8Array {
  const raw = codecOf(served).encode(object);
  return wrapUnknown({ apiVersion: apiVersionOf(served), kind: served.definition.kind, raw });
}

export function protobufPartial({ representation }: View, object: KubeObject): Uint8Array {
  const { kind, apiVersion } = partialObject(object, representation) as { kind: string; apiVersion: string };
  return wrapUnknown({
    apiVersion,
    kind,
    raw: metaProtobuf('PartialObjectMetadata').encode({ metadata: object.metadata }),
  });
}

export function protobufStatus(status: Status): Uint8Array {
  const raw = metaProtobuf('Status').encode(status as unknown as JsonObject);
  return wrapUnknown({ apiVersion: 'v1', kind: 'Status', raw });
}

/** An entry as a message, made once per revision and version for all who read it. */
function entryMessage(view: View, entry: Entry): Uint8Array | Promise<Uint8Array> {
  const { served, representation } = view;
  const partial = representation.as === 'PartialObjectMetadataList';
  const codec = partial ? metaProtobuf('PartialObjectMetadata') : codecOf(served);
  const make = (): Uint8Array | Promise<Uint8Array> =>
    whenReady(objectFor(view, entry), (object) => codec.encode(object));
  return partial ? make() : entry.memo(`protobuf:${viewName(served)}`, make);
}

/** All lists look alike: their metadata is field 1, their items are field 2. */
export async function* protobufList(view: View, list: List): AsyncGenerator<Uint8Array> {
  const { served, representation } = view;
  const partial = representation.as === 'PartialObjectMetadataList';
  const chunks = new Chunks();
  addField(chunks, 1, metaProtobuf('ListMeta').encode(listMeta(list)));
  for (const entry of list.entries) {
    const message = entryMessage(view, entry);
    addField(chunks, 2, message instanceof Promise ? await message : message);
  }
  const kind = partial ? 'PartialObjectMetadataList' : served.definition.listKind;
  const apiVersion = partial ? `meta.k8s.io/${representation.metaVersion}` : apiVersionOf(served);
  yield wrapUnknown({ apiVersion, kind, raw: Buffer.concat(chunks.finish()) });
}

/** One event: its length in four bytes, then the WatchEvent with the object in its envelope. */
export function protobufEvent(view: View, type: string, object: KubeObject): Uint8Array {
  return frame(
    type,
    view.representation.as === 'object' ? protobufObject(view, object) : protobufPartial(view, object),
  );
}

export function protobufStatusEvent(status: Status): Uint8Array {
  return frame('ERROR', protobufStatus(status));
}

function frame(type: string, object: Uint8Array): Uint8Array {
  const extension = Buffer.concat(field(1, object));
  const event = [...field(1, Buffer.from(type)), ...field(2, extension)];
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32BE(event.reduce((sum, part) => sum + part.length, 0));
  return Buffer.concat([length, ...event]);
}

function addField(chunks: Chunks, number: number, bytes: Uint8Array): void {
  for (const part of field(number, bytes)) chunks.add(part);
}

/** A field of bytes: its number, its length, the bytes. */
function field(number: number, bytes: Uint8Array): readonly Uint8Array[] {
  return [Uint8Array.of((number << 3) | 2), varint(bytes.length), bytes];
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

function codecOf({ versionDefinition }: View['served']): ProtobufCodec {
  const { protobuf } = versionDefinition.codec;
  if (protobuf === undefined) throw new Error('protobuf was accepted for a kind that has none');
  return protobuf;
}
