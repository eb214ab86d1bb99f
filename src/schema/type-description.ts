import type { GroupVersionKind } from '#meta';
import type { FieldRules, StructRules } from './rule-flags.ts';

/**
 * How a built-in type looks: one description gives its JSON and protobuf codecs, OpenAPI, strict field validation,
 * strategic-merge keys and apply topology. Written as text (see `parse-types.ts` for the notation), compiled when first used.
 */
export type TypeDescription = ScalarType | ListType | MapType | StructType | ChoiceType;

/**
 * - `bytes`: base64 text in JSON
 * - `time`, `microTime`: RFC 3339 text, whole seconds or microseconds
 * - `quantity`: canonical text; JSON numbers are accepted
 * - `intOrString`: a number or a string
 * - `json`: any JSON value, kept as it is (RawExtension, FieldsV1, …)
 */
export type ScalarName =
  | 'string'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'double'
  | 'bytes'
  | 'time'
  | 'microTime'
  | 'quantity'
  | 'intOrString'
  | 'json';

interface ScalarType {
  readonly shape: ScalarName;
}
export interface ListType {
  readonly shape: 'list';
  readonly items: TypeDescription;
}
export interface MapType {
  readonly shape: 'map';
  readonly values: TypeDescription;
}
export interface StructType {
  readonly shape: 'struct';
  /** `io.k8s.api.core.v1.ConfigMap`: the name in OpenAPI documents. */
  readonly name: string;
  /** `v1.ConfigMap`: the name in decoding errors. */
  readonly goName: string;
  readonly description: string;
  /** Present on types that carry `kind` and `apiVersion` in JSON, before their fields. Protobuf does not know the two. */
  readonly kind?: GroupVersionKind | undefined;
  /** `atomic`: apply and merge take the struct as one value. */
  readonly mapType?: 'atomic' | 'granular' | undefined;
  /** A choice between members, for OpenAPI readers only. */
  readonly union?: UnionDescription | undefined;
  /** What is declared of its fields together. */
  readonly rules?: StructRules | undefined;
  /** Whether OpenAPI shows its rules and those of its fields. */
  readonly publishesRules?: boolean;
  /** In the order of the JSON encoding. */
  readonly fields: readonly FieldDescription[];
  /** By JSON name. */
  readonly byName: ReadonlyMap<string, FieldDescription>;
}

declare const staticType: unique symbol;
/** A described struct together with the TypeScript type of its values, which `npm run gen` writes from the description. */
export interface Described<T> extends StructType {
  /** Absent at run time: it only carries the type for the compiler. */
  readonly [staticType]?: T;
}

/**
 * One of several forms that JSON itself tells apart: an object, a list or a boolean (`items`, `additionalProperties` of
 * a JSON schema). JSON has the bare value; protobuf has a message with a field for each form.
 */
export interface ChoiceType {
  readonly shape: 'choice';
  /** Its fields are the forms: at most one struct, one list, one boolean. */
  readonly forms: StructType;
}

export interface UnionDescription {
  /** The member that names the choice; absent where the choice shows by itself. */
  readonly discriminator?: string;
  /** What the discriminator says for each member. */
  readonly members: ReadonlyMap<string, string>;
}

export interface FieldDescription {
  /** The JSON name. */
  readonly name: string;
  /** The protobuf field number. */
  readonly number: number;
  readonly type: TypeDescription;
  readonly description: string;
  /**
   * What becomes of an empty value when encoding. A `pointer` field is there or not, whatever its value. Otherwise
   * `omit` leaves out zero scalars and empty lists and maps (a struct is still written, as `{}`), `omitZero` leaves
   * out an empty struct or time too, and `always` writes `""`, `0`, `false`, `null`, `{}`.
   */
  readonly pointer: boolean;
  readonly whenEmpty: 'omit' | 'omitZero' | 'always';
  /** Of a map: an empty one is something else than none to the rules of the kind. */
  readonly explicit?: true;
  /** Its members stand in the parent's JSON. */
  readonly inline: boolean;
  /** Listed as required in OpenAPI. */
  readonly required: boolean;
  readonly default?: string | number | boolean | object;
  readonly listType?: 'atomic' | 'set' | 'map';
  readonly listMapKeys?: readonly string[];
  readonly mapType?: 'atomic' | 'granular';
  readonly patchStrategy?: string;
  readonly mergeKey?: string;
  /** All values that it, or an item of its list or map, may have. */
  readonly enum?: readonly string[];
  /**
   * The Go name of a scalar (or of a list's scalar items, or of a whole map), where it has one of its own: decoding
   * errors tell it (`types.UID`).
   */
  readonly goType?: string;
  /** A list that is a message of its own in protobuf. */
  readonly boxed?: boolean;
  /** What is declared of its values besides their type. */
  readonly rules?: FieldRules;
}
