import fc from 'fast-check';
import type { Json, JsonObject, KubeObject } from '#meta';
import type { FieldDescription, StructType, TypeDescription } from '#schema';
import { encodeJson } from '../codec/go-json.ts';
import { parseJson } from '../codec/json-parse.ts';
import type { VersionCodec } from '../version-codec.ts';

interface ArbitraryOptions {
  /** How often a type may stand inside of itself. */
  readonly recursion: number;
  /** Lists and maps have at least so many items. */
  readonly minItems: number;
  readonly maxItems: number;
  /** Whether every field is there, or any choice of them. */
  readonly fields: 'all' | 'some';
}

const sparse: ArbitraryOptions = { recursion: 1, minItems: 0, maxItems: 3, fields: 'some' };

const text = fc.string({ unit: 'binary', maxLength: 8 });
const key = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', '1'), text);
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
});

/** Any object of a kind, made from the description of its type, as it is after it was read. */
export function arbitraryObject(
  type: StructType,
  codec: VersionCodec,
  options: Partial<ArbitraryOptions> = {},
): fc.Arbitrary<KubeObject> {
  const writer = new Arbitraries({ ...sparse, ...options });
  return writer
    .struct(type)
    .map((value) => codec.decode(parseJson(Buffer.from(encodeJson(value)), { duplicates: false })).object);
}

class Arbitraries {
  readonly #options: ArbitraryOptions;
  /** Structs on the way from the root. */
  readonly #way: StructType[] = [];

  constructor(options: ArbitraryOptions) {
    this.#options = options;
  }

  struct(struct: StructType): fc.Arbitrary<JsonObject> {
    const model: { [name: string]: fc.Arbitrary<Json> } = {};
    const add = (field: FieldDescription): void => {
      if (field.inline && field.type.shape === 'struct') for (const inner of field.type.fields) add(inner);
      else if (this.#mayHold(field.type)) model[field.name] = this.#value(field.type);
    };
    this.#way.push(struct);
    for (const field of struct.fields) add(field);
    this.#way.pop();
    const some = this.#options.fields === 'some' ? { requiredKeys: [] } : {};
    return fc.record(model, some) as fc.Arbitrary<JsonObject>;
  }

  #mayHold(type: TypeDescription): boolean {
    switch (type.shape) {
      case 'list':
        return this.#mayHold(type.items);
      case 'map':
        return this.#mayHold(type.values);
      case 'choice':
        return type.forms.fields.every((form) => this.#mayHold(form.type));
      case 'struct':
        return this.#way.filter((outer) => outer === type).length <= this.#options.recursion;
      default:
        return true;
    }
  }

  #value(type: TypeDescription): fc.Arbitrary<Json> {
    const { minItems, maxItems } = this.#options;
    switch (type.shape) {
      case 'struct':
        return this.struct(type);
      case 'list':
        return fc.array(this.#value(type.items), { minLength: minItems, maxLength: maxItems });
      case 'map':
        return fc.dictionary(key, this.#value(type.values), {
          minKeys: minItems,
          maxKeys: maxItems,
        }) as fc.Arbitrary<Json>;
      case 'choice':
        return fc.oneof(...type.forms.fields.map((form) => this.#value(form.type)));
      default:
        return scalars[type.shape];
    }
  }
}

const scalars: { readonly [shape in Exclude<TypeDescription['shape'], Holder>]: fc.Arbitrary<Json> } = {
  string: text,
  bool: fc.boolean(),
  int32: fc.integer(),
  int64,
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  bytes: fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  time: fc.constantFrom('2024-01-31T00:00:00Z', '1969-12-31T23:59:59Z'),
  microTime: fc.constantFrom('2024-01-31T00:00:00.000001Z', '1969-12-31T23:59:59.999999Z'),
  quantity: fc.constantFrom('1', '500m', '1Ki', '1e3', '0'),
  intOrString: fc.oneof(fc.integer(), text),
  json: fc.jsonValue().map((value) => value as Json),
};
type Holder = 'struct' | 'list' | 'map' | 'choice';
