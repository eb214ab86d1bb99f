import { createHash } from 'node:crypto';
import type { RemoteSpec } from '#http';
import { encodeJson } from '#machinery';
import { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import { objectIn, objectOf } from './read-json.ts';

/** Documents nest deeper only to do harm. */
const DEEPEST = 200;

/** What a document of OpenAPI v2 says of one version of a group, and the definitions that are used there. */
export function specOf(body: Uint8Array, group: string, version: string): RemoteSpec | undefined {
  const whole = objectIn(body);
  if (whole === undefined) return undefined;
  const prefix = `/apis/${group}/${version}/`;
  const paths = picked(objectOf(whole, 'paths'), (path) => path.startsWith(prefix));
  const used = new Used(whole);
  used.follow(paths, 0);
  const definitions = picked(objectOf(whole, 'definitions'), (name) => used.definitions.has(name));
  const parameters = picked(objectOf(whole, 'parameters'), (name) => used.parameters.has(name));
  const hash = createHash('sha256')
    .update(encodeJson([paths, definitions, parameters]))
    .digest('hex');
  return { hash, paths, definitions, parameters };
}

function picked(object: JsonObject, wanted: (name: string) => boolean): JsonObject {
  const kept: JsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    if (wanted(name) && isJsonObject(value)) setOwn(kept, name, value);
  }
  return kept;
}

const DEFINITION = '#/definitions/';
const PARAMETER = '#/parameters/';

/** Follows references from what is kept to what it needs. */
class Used {
  readonly definitions = new Set<string>();
  readonly parameters = new Set<string>();
  readonly #whole: JsonObject;

  constructor(whole: JsonObject) {
    this.#whole = whole;
  }

  follow(value: Json, depth: number): void {
    if (depth > DEEPEST) throw new Error('the document of OpenAPI v2 is nested too deeply');
    if (Array.isArray(value)) for (const item of value) this.follow(item, depth + 1);
    if (!isJsonObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === '$ref' && typeof member === 'string') this.#reference(member, depth);
      else this.follow(member as Json, depth + 1);
    }
  }

  #reference(reference: string, depth: number): void {
    if (reference.startsWith(DEFINITION))
      this.#need(this.definitions, 'definitions', reference.slice(DEFINITION.length), depth);
    if (reference.startsWith(PARAMETER))
      this.#need(this.parameters, 'parameters', reference.slice(PARAMETER.length), depth);
  }

  #need(known: Set<string>, where: 'definitions' | 'parameters', name: string, depth: number): void {
    if (known.has(name)) return;
    known.add(name);
    const value = getOwn(objectOf(this.#whole, where), name);
    if (value !== undefined) this.follow(value, depth + 1);
  }
}
