import { isJsonObject, type Json, type JsonObject } from '#meta';
import type { MergeType } from './schema.ts';

/** The versions of a resource, each with its type. */
export interface Versions {
  /** Undefined for a version that does not exist, or no longer. */
  typeOf(version: string): MergeType | undefined;
  /** Only called with versions that have types, and never with the same two. */
  convert(value: JsonObject, conversion: Conversion): Json | Promise<Json>;
}

export interface Conversion {
  readonly from: string;
  readonly to: string;
}

/** A value that is in other versions too when asked for, each converted once. */
export class VersionedValue {
  readonly #versions: Versions;
  readonly #version: string;
  readonly #values = new Map<string, Json | Promise<Json>>();

  constructor(versions: Versions, version: string, value: Json) {
    this.#versions = versions;
    this.#version = version;
    this.#values.set(version, value);
  }

  in(version: string): Json | Promise<Json> {
    const known = this.#values.get(version);
    if (known !== undefined) return known;
    const value = this.#values.get(this.#version) as Json;
    const conversion = { from: this.#version, to: version };
    const converted = isJsonObject(value) ? this.#versions.convert(value, conversion) : value;
    this.#values.set(version, converted);
    return converted;
  }
}
