import { fieldHead, metaProtobuf, type ProtobufCodec, wrapUnknown } from '#machinery';
import { apiVersionOf, type JsonObject, type KubeObject, type Status } from '#meta';
import { partialObject } from './metadata.ts';
import type { View } from './view.ts';

/** The protobuf forms of what the other files of this folder write as JSON. Objects stand in the `k8s\0` envelope. */

export function protobufObject({ served }: View, object: KubeObject): Uint8Array {
  const raw = protobufCodecOf(served).encode(object);
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

/** A field of bytes: its number, its length, the bytes. */
function field(number: number, bytes: Uint8Array): readonly Uint8Array[] {
  return [fieldHead(number, bytes.length), bytes];
}

export function protobufCodecOf({ versionDefinition }: View['served']): ProtobufCodec {
  const { protobuf } = versionDefinition.codec;
  if (protobuf === undefined) throw new Error('protobuf was accepted for a kind that has none');
  return protobuf;
}
