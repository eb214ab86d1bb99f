import type { JsonObject } from '#meta';
import type { StructType } from '#schema';
import type { ProtobufCodec } from '../version-codec.ts';
import { decodeTyped } from './decode-typed.ts';
import { decodeMessage } from './protobuf-decode.ts';
import { encodeMessage } from './protobuf-encode.ts';
import { planOf } from './type-plan.ts';

const none: readonly string[] = [];

/** The protobuf form of a type. `header` is what the messages of a kind do not contain: its kind and apiVersion. */
export function protobufCodec(type: StructType, header: JsonObject = {}): ProtobufCodec {
  const plan = planOf(type);
  return {
    encode: (object) => encodeMessage(type, object),
    decode(bytes) {
      // Reading it as a type again leaves out zero values and orders the rest, as for JSON.
      const { value } = decodeTyped(plan, { value: decodeMessage(type, bytes), duplicates: none });
      return { ...header, ...value };
    },
  };
}
