import type { JsonObject } from '#meta';

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/** Parameters that many operations have stand in a document once, under a name that is made of their content. */
export class SharedParameters {
  readonly #byText = new Map<string, { readonly name: string; readonly reference: JsonObject }>();
  readonly #definitions = new Map<string, JsonObject>();

  refer(parameter: JsonObject): JsonObject {
    const text = JSON.stringify(parameter);
    const known = this.#byText.get(text) ?? this.#define(parameter, text);
    return known.reference;
  }
  /** In order of name. */
  get definitions(): readonly (readonly [string, JsonObject])[] {
    return [...this.#definitions].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  #define(parameter: JsonObject, text: string): { readonly name: string; readonly reference: JsonObject } {
    const name = `${parameter.name}-${shortHash(text)}`;
    const known = { name, reference: { $ref: `#/parameters/${name}` } };
    this.#byText.set(text, known);
    this.#definitions.set(name, parameter);
    return known;
  }
}

/** Six bytes of a 64-bit FNV-1 hash as eight characters. */
function shortHash(text: string): string {
  let hash = FNV_OFFSET;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, hash * FNV_PRIME) ^ BigInt(byte);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(hash);
  return bytes.subarray(0, 6).toString('base64url');
}
