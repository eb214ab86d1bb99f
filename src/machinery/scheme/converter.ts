import type { JsonObject, KubeObject } from '#meta';
import type { Described, StructType } from '#schema';
import type { Conversion } from './conversion-types.ts';
import { SchemeError } from './scheme-error.ts';

/** Makes a value of one described struct of a value of another. Changes nothing; the result may share parts with it. */
export type ConversionFunc<From, To> = (value: From, scope: ConversionScope) => To;

/** What a conversion function is given besides the value: what it is a part of, and the conversions of the scheme. */
export interface ConversionScope {
  /** The object that the value is a part of: older versions keep in annotations what they have no field for. */
  readonly root: KubeObject;
  /** What the conversion was asked for with: the version or versions that are wanted, if nothing else was said. */
  readonly context: unknown;
  /** Converts a part by the conversions of the scheme, whoever added them. */
  convert<From, To>(value: From, from: Described<From>, to: Described<To>): To;
  /** The generated conversion of two types, for one by hand that changes some of what it does. */
  generated<From, To>(value: From, from: Described<From>, to: Described<To>): To;
}

type AnyFunc = ConversionFunc<JsonObject, JsonObject>;

export interface TypePair {
  readonly from: StructType;
  readonly to: StructType;
}

/** What a conversion begins with. */
interface ScopeParts {
  readonly root: KubeObject;
  readonly context: unknown;
}

/**
 * Conversions by the types they are between. They are looked for in this order: ignored, by hand, generated. Where there
 * is none, a value of the same type stays as it is, and everything else is an error.
 */
export class Converter {
  readonly #ignored = new PairMap<true>();
  readonly #byHand = new PairMap<AnyFunc>();
  readonly #generated = new PairMap<AnyFunc>();

  ignore(pair: TypePair): void {
    this.#ignored.set(pair, true);
  }

  add(pair: TypePair, convert: AnyFunc): void {
    this.#byHand.set(pair, convert);
  }

  addGenerated(pair: TypePair, convert: AnyFunc): void {
    this.#generated.set(pair, convert);
  }

  has(pair: TypePair): boolean {
    return this.overrides(pair) || this.#generated.has(pair);
  }

  /** Whether somebody said something that is taken before what is generated. */
  overrides(pair: TypePair): boolean {
    return this.#ignored.has(pair) || this.#byHand.has(pair);
  }

  convert(value: JsonObject, pair: TypePair, parts: ScopeParts): JsonObject {
    if (this.#ignored.has(pair)) return {};
    const byHand = this.#byHand.get(pair);
    return byHand === undefined ? this.generated(value, pair, parts) : byHand(value, this.#scope(parts));
  }

  generated(value: JsonObject, pair: TypePair, parts: ScopeParts): JsonObject {
    const generated = this.#generated.get(pair);
    if (generated !== undefined) return generated(value, this.#scope(parts));
    if (pair.from === pair.to) return value;
    throw new SchemeError([unknownConversion(pair)]);
  }

  #scope(parts: ScopeParts): ConversionScope {
    type Convert = ConversionScope['convert'];
    return {
      ...parts,
      convert: ((value, from, to) => this.convert(value as JsonObject, { from, to }, parts)) as Convert,
      generated: ((value, from, to) => this.generated(value as JsonObject, { from, to }, parts)) as Convert,
    };
  }
}

export const unknownConversion = ({ from, to }: TypePair): string =>
  `converting (${from.goName}) to (${to.goName}): unknown conversion`;

/** A conversion that was described field by field, as a function. */
export const functionOf =
  <From, To>(conversion: Conversion<From, To>): ConversionFunc<From, To> =>
  (value, { root }) =>
    conversion.convert(value, root);

class PairMap<Value> {
  readonly #values = new Map<StructType, Map<StructType, Value>>();

  get({ from, to }: TypePair): Value | undefined {
    return this.#values.get(from)?.get(to);
  }

  has(pair: TypePair): boolean {
    return this.get(pair) !== undefined;
  }

  set({ from, to }: TypePair, value: Value): void {
    const targets = this.#values.get(from) ?? new Map<StructType, Value>();
    this.#values.set(from, targets.set(to, value));
  }
}
