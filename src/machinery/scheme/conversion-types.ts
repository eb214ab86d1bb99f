import type { KubeObject } from '#meta';
import type { Described } from '#schema';

/** Turns values of one described struct into values of another. */
export interface Conversion<From, To> {
  readonly from: Described<From>;
  readonly to: Described<To>;
  /**
   * `root` is the object that the value is a part of: older versions keep in annotations what they have no field for.
   * Neither is changed; the result may share parts with them.
   */
  convert(value: From, root: KubeObject): To;
  /** Why it cannot work, each in a sentence that says what to write. None once it is complete. */
  faults(): readonly string[];
  /** Paths of the fields that are declared to have no place in the target: `spec.color`, `spec.parts[].color`. */
  readonly lost: readonly string[];
}

/** A value in which every field is mentioned, if only to say `undefined`: nothing can be forgotten. */
export type Complete<T> = { [K in keyof T]-?: T[K] | undefined };

/** Whether two types are one and the same, down to the last optional field. */
type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;

type Value<T, K extends keyof T> = Exclude<T[K], null | undefined>;

/** Fields that both structs have, under one name and with one type: these convert by themselves. */
type SharedFields<From, To> = {
  [K in keyof From & keyof To]: Same<Value<From, K>, Value<To, K>> extends true ? K : never;
}[keyof From & keyof To];

/** Whether one struct becomes the other without a word. */
export type Alike<A, B> = [Exclude<keyof A | keyof B, SharedFields<A, B>>] extends [never] ? true : false;

/** What is in a list or map, or the value itself. */
type Element<V> = V extends readonly (infer Item)[]
  ? Item
  : V extends { [key: string]: infer Item }
    ? MapItem<V, Item>
    : V;
type MapItem<V, Item> = string extends keyof V ? Item : V;

/** Fields of the source with the type of a field of the target: it may be that one under another name. */
type SourceOf<From, V> = { [K in keyof From]-?: Same<Value<From, K>, V> extends true ? K : never }[keyof From];

type Nested<From, To, K extends keyof To> = K extends keyof From
  ? Conversion<Element<Value<From, K>>, Element<Value<To, K>>>
  : never;

/**
 * How a field of the target comes about: from the source by a function, from a field of another name, or by a conversion
 * of the field of the same name (or of each of its items).
 */
type Setter<From, To, K extends keyof To> =
  | ((value: From, root: KubeObject) => To[K] | undefined)
  | SourceOf<From, Value<To, K>>
  | Nested<From, To, K>;

type Setters<From, To> = { readonly [K in keyof To]?: Setter<From, To, K> };

/** What is particular about a conversion. Fields that both structs have alike are not mentioned. */
export interface ConversionRules<From, To> {
  /** Fields of the target, by hand. */
  readonly set?: Setters<From, To>;
  /** Fields of the source that functions of `set` read. */
  readonly reads?: readonly (keyof From)[];
  /** Fields of the source that the target has no place for: what they say is gone. */
  readonly lost?: readonly (keyof From)[];
  /** Fields of the target that nothing of the source speaks of: they stay empty. */
  readonly unset?: readonly (keyof To)[];
}

/** The fields that no rule mentions: what makes a conversion that forgets one a type error. */
export type Forgotten<From, To, Rules> = Demand<
  'set or unset',
  Exclude<keyof To, SharedFields<From, To> | keyof Part<Rules, 'set'> | Items<Part<Rules, 'unset'>>>
> &
  Demand<
    'reads or lost',
    Exclude<
      keyof From,
      | SharedFields<From, To>
      | keyof Part<Rules, 'set'>
      | Renamed<Part<Rules, 'set'>>
      | Items<Part<Rules, 'reads'>>
      | Items<Part<Rules, 'lost'>>
    >
  >;

type Part<Rules, Name extends PropertyKey> = Name extends keyof Rules ? Rules[Name] : Record<never, never>;
type Items<List> = List extends readonly (infer Item)[] ? Item : never;
type Renamed<Set> = Extract<Set[keyof Set], PropertyKey>;
type Demand<Where extends string, Fields> = [Fields] extends [never]
  ? unknown
  : { readonly [where in `forgotten in ${Where}`]: Fields };

/**
 * One direction of a version. By hand it is a function that mentions every field of the result; where nothing changes
 * its type (a version that is the hub) it may as well be any function.
 */
export type Direction<From, To> =
  | Conversion<From, To>
  | ((object: From) => Complete<To>)
  | (Same<From, To> extends true ? (object: From) => To : never);
