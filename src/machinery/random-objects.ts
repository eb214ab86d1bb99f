import type { Json, JsonObject, KubeObject } from '#meta';
import type { FieldDescription, ScalarName, StructType, TypeDescription } from '#schema';

export interface RandomOptions {
  /** What the objects say they are: `frob.example.com/v1`. */
  readonly apiVersion: string;
  readonly count: number;
  /** The same seed gives the same objects. */
  readonly seed: number;
}

/** Objects of a described kind for tests of round trips: any choice of fields, with values of their types. */
export function* randomObjects(type: StructType, { apiVersion, count, seed }: RandomOptions): Generator<KubeObject> {
  const random = new RandomValues(seed);
  const kind = type.name.slice(type.name.lastIndexOf('.') + 1);
  for (let index = 0; index < count; index++) {
    const { metadata: _, ...fields } = random.struct(type, 0);
    yield { ...fields, apiVersion, kind, metadata: { name: `random-${index}`, labels: { seed: String(seed) } } };
  }
}

/** Deeper than this only what must be there is. */
const DEEP = 6;

class RandomValues {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  struct(type: StructType, depth: number): JsonObject {
    const value: JsonObject = {};
    for (const field of type.fields) {
      if (field.inline && field.type.shape === 'struct') Object.assign(value, this.struct(field.type, depth));
      else if (field.required || (depth < DEEP && this.#below(3) > 0))
        value[field.name] = this.#field(field, depth + 1);
    }
    return value;
  }

  #field(field: FieldDescription, depth: number): Json {
    return this.#value(field.type, depth, field.enum ?? field.rules?.values);
  }

  #value(type: TypeDescription, depth: number, values: readonly string[] | undefined): Json {
    switch (type.shape) {
      case 'struct':
        return this.struct(type, depth);
      case 'choice':
        return true;
      case 'list':
        return Array.from({ length: 1 + this.#below(2) }, () => this.#value(type.items, depth, values));
      case 'map':
        return { [`key-${this.#below(100)}`]: this.#value(type.values, depth, values) };
      case 'string':
        return values === undefined ? `text-${this.#below(1000)}` : (values[this.#below(values.length)] ?? '');
      default:
        return scalars[type.shape](this.#below(1000));
    }
  }

  /** The linear congruential generator of Numerical Recipes, whose low bits are not used. */
  #below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }
}

const scalars: { readonly [name in Exclude<ScalarName, 'string'>]: (number: number) => Json } = {
  bool: (number) => number % 2 === 0,
  int32: (number) => number + 1,
  int64: (number) => number + 1,
  double: (number) => number + 0.5,
  bytes: (number) => Buffer.from(String(number)).toString('base64'),
  time: (number) => `2026-01-01T00:00:${String(number % 60).padStart(2, '0')}Z`,
  microTime: (number) => `2026-01-01T00:00:00.${String(number).padStart(6, '0')}Z`,
  quantity: (number) => String(number + 1),
  intOrString: (number) => (number % 2 === 0 ? number : `${number}%`),
  json: (number) => ({ any: number }),
};
