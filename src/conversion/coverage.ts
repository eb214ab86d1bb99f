import { getOwn } from '#meta';
import { additionalOf, itemsOf, type JsonSchema } from '#schema';
import type { Mapping, Side } from './mapping.ts';
import type { PairRules } from './policy.ts';

/** A field of a version that nobody carries to the other one. */
interface UncoveredField {
  readonly version: string;
  readonly other: string;
  readonly path: string;
  /** What to write. */
  readonly message: string;
}

const MAX_UNCOVERED = 100;
const MAX_DEPTH = 32;

/** The schema of a version; undefined where there is no such version. */
type SchemaOf = (version: string) => JsonSchema | undefined;

/** Every field of both versions that is neither the same in the other one nor spoken of by a rule. */
export function uncoveredFields({ from, to, mappings }: PairRules, schemaOf: SchemaOf): readonly UncoveredField[] {
  const [left, right] = [schemaOf(from), schemaOf(to)];
  if (left === undefined || right === undefined) return [];
  const found: UncoveredField[] = [];
  new Walk({ version: from, other: to, side: 'left', found }).object([left, right], mappings, '');
  new Walk({ version: to, other: from, side: 'right', found }).object([right, left], mappings, '');
  return found.slice(0, MAX_UNCOVERED);
}

interface WalkParts {
  readonly version: string;
  readonly other: string;
  readonly side: Side;
  readonly found: UncoveredField[];
}

type Schemas = readonly [JsonSchema, JsonSchema];

class Walk {
  readonly #parts: WalkParts;

  constructor(parts: WalkParts) {
    this.#parts = parts;
  }

  /** The properties of an object that rules speak of by their paths. `path` is where it lies, for messages. */
  object(schemas: Schemas, mappings: readonly Mapping[], path: string): void {
    this.#below(schemas, { mappings, root: schemas[1], inside: [], path, depth: 0 });
  }

  #below([own, other]: Schemas, place: Place): void {
    if (own === other || keepsAll(other) || this.#parts.found.length >= MAX_UNCOVERED || place.depth > MAX_DEPTH)
      return;
    for (const [name, schema] of Object.entries(own.properties ?? {})) {
      if (place.path === '' && ['apiVersion', 'kind', 'metadata'].includes(name)) continue;
      this.#field([schema, getOwn(other.properties ?? {}, name) ?? additionalOf(other)], step(place, name));
    }
    this.#elements([itemsOf(own), itemsOf(other)], { ...place, path: `${place.path}[*]` });
    this.#elements([additionalOf(own), additionalOf(other)], { ...place, path: `${place.path}{*}` });
  }

  #field([own, other]: readonly [JsonSchema, JsonSchema | undefined], place: Place): void {
    const { side } = this.#parts;
    const text = place.inside.join('.');
    const mapping = place.mappings.find((one) => one[side].some((slot) => slot.text === text));
    const isAbove = place.mappings.some((one) => one[side].some((slot) => slot.text.startsWith(`${text}.`)));
    if (mapping?.items !== undefined) this.#items(own, mapping, place);
    else if (mapping !== undefined) return;
    else if (isAbove) this.#below([own, other ?? {}], place);
    else if (other === undefined) this.#tell(place, 'has no such field: write move, preserve or delete');
    else if (typeOf(own) !== typeOf(other) && typeOf(other) !== '')
      this.#tell(place, `has ${typeOf(other)} where this is ${typeOf(own)}: write a rule that converts it`);
    else this.#below([own, other], place);
  }

  /** Rules for each item have paths of their own. */
  #items(own: JsonSchema, mapping: Mapping, place: Place): void {
    const [slot] = mapping[this.#parts.side === 'left' ? 'right' : 'left'];
    const other = (slot?.steps ?? []).reduce<JsonSchema | undefined>(
      (schema, name) => getOwn(schema?.properties ?? {}, name),
      place.root,
    );
    const [item, otherItem] = [itemsOf(own) ?? additionalOf(own), other && (itemsOf(other) ?? additionalOf(other))];
    const path = `${place.path}${itemsOf(own) === undefined ? '{*}' : '[*]'}`;
    if (item !== undefined && otherItem !== undefined && place.depth < MAX_DEPTH)
      this.object([item, otherItem], mapping.items ?? [], path);
  }

  #elements([own, other]: readonly [JsonSchema | undefined, JsonSchema | undefined], place: Place): void {
    if (own === undefined || other === undefined) return;
    // Rules lead to lists and maps as a whole, never into them.
    this.#below([own, other], { ...place, mappings: [], depth: place.depth + 1 });
  }

  #tell({ path }: Place, message: string): void {
    const { version, other, found } = this.#parts;
    found.push({ version, other, path, message: `${other} ${message}` });
  }
}

interface Place {
  readonly mappings: readonly Mapping[];
  /** What the rules lead into on the other side. */
  readonly root: JsonSchema;
  /** The names from where the rules begin. */
  readonly inside: readonly string[];
  readonly path: string;
  readonly depth: number;
}

function step(place: Place, name: string): Place {
  const path = place.path === '' ? name : `${place.path}.${name}`;
  return { ...place, inside: [...place.inside, name], path, depth: place.depth + 1 };
}

function keepsAll(schema: JsonSchema): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true || schema.additionalProperties === true;
}

function typeOf(schema: JsonSchema): string {
  return schema['x-kubernetes-int-or-string'] === true ? 'int-or-string' : (schema.type ?? '');
}
