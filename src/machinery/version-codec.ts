import type { MergeType, PatchType } from '#merge';
import type { Json, JsonObject, Versioned } from '#meta';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

export interface Decoded {
  readonly object: Versioned;
  /** Unknown and duplicate fields, as `unknown field "spec.foo"`; empty when field validation is `Ignore`. */
  readonly strictErrors: readonly string[];
}

/** A body after parsing: the value, and what parsing alone noticed (duplicate keys). */
export interface ParsedBody {
  readonly value: Json;
  readonly duplicates: readonly string[];
  /** Sorts reports of unknown and duplicate fields as the text has them; undefined where nothing is there twice. */
  readonly inOrder?: (reports: readonly string[]) => readonly string[];
  /** Values whose key came again, by the object that holds them and the key: Go's decoder reads one over the other. */
  readonly overwritten?: OverwrittenValues;
  /**
   * How numbers were written, where that is more than their value tells (`1.0`, past 2^53): by the object or list that
   * holds them, then by key. An integer field refuses `1.0`.
   */
  readonly literals?: NumberLiterals;
  /** The first number that no float64 holds, as it was written; it stands in the value as an infinity. */
  readonly outOfRange?: string;
  /** Of a body that came as CBOR: what does not fit is told in other words. */
  readonly cbor?: CborFacts;
}

/** What the value of a CBOR body does not tell. */
interface CborFacts {
  /** By the object or list that holds them: texts that were written as such, and not as bytes. */
  readonly texts: ReadonlyMap<object, ReadonlySet<string | number>>;
}

type OverwrittenValues = ReadonlyMap<object, ReadonlyMap<string, readonly Json[]>>;
type NumberLiterals = ReadonlyMap<object, ReadonlyMap<string | number, string>>;

export interface DecodeOptions {
  /** Nulls stay where they are not allowed, instead of being as good as left out. Of kinds that only a schema describes. */
  readonly keepNulls?: boolean;
}

/** Turns one version's objects into bytes and back. */
export interface VersionCodec {
  /**
   * From parsed JSON. Prunes unknown fields and reports them, checks types, brings the object into canonical form
   * (known order, empty values dropped). Throws a `DecodeError` whose text goes behind
   * `KIND in version "V" cannot be handled as a KIND: `.
   */
  decode(body: ParsedBody, options?: DecodeOptions): Decoded;
  /** Canonical JSON, without `metadata.resourceVersion`. */
  encode(object: Versioned): EncodedObject;
  /** The object as it would be decoded from its encoding, where that can be something else. */
  asEncoded?(object: Versioned): Versioned;
  /** Absent where a kind has no protobuf form (custom resources). */
  readonly protobuf?: ProtobufCodec;
  /** How a strategic merge patch merges; absent where a kind takes none (custom resources). */
  readonly patchType?: PatchType;
  /** Why the result of a strategic merge cannot be decoded, in the words that such merges have for it. */
  unstructuredFault?(value: Json): string | undefined;
  /** How apply merges, and what of an object can be owned; deduced from the values where it is absent. */
  readonly mergeType?: MergeType;
}

/**
 * An object as JSON text without its resourceVersion, which only the store knows: `revisionAt` is where
 * `"resourceVersion":"N",` belongs. Splicing it in is what makes one encoding serve store, gets, lists and watches.
 */
export interface EncodedObject {
  readonly text: string;
  readonly revisionAt: number;
}

export interface ProtobufCodec {
  /** The message without the `k8s\0` envelope. */
  encode(object: JsonObject): Uint8Array;
  decode(bytes: Uint8Array): JsonObject;
}

export { DecodeError } from '#meta';
