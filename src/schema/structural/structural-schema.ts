import type { Json, Shape, ShapeKeywords } from '#meta';
import { additionalOf, defaultOf, itemsOf, type JsonSchema } from './json-schema.ts';
import { withResourceFields } from './resource-shape.ts';
import { RuleNode } from './rules/rule-node.ts';
import { compileChecks, type ValueChecks } from './value-checks.ts';

/** What becomes of keys that are no properties: one schema for all of them, kept, unknown, or refused. */
export type AdditionalProperties = StructuralSchema | 'any' | 'unknown' | 'refused';

export interface Junctors {
  readonly allOf: readonly StructuralSchema[];
  readonly anyOf: readonly StructuralSchema[];
  readonly oneOf: readonly StructuralSchema[];
  readonly not: StructuralSchema | undefined;
}

/** What is inside of values of a schema. */
interface Below {
  readonly properties: ReadonlyMap<string, StructuralSchema>;
  readonly additionalProperties: AdditionalProperties;
  readonly items: StructuralSchema | undefined;
}

/**
 * One schema in the form that pruning, defaulting and validation share, and a `Shape` to those who ask what it says. What
 * hangs below it is compiled when a value is first held against it: a definition at rest costs one small object, and a
 * use costs only the branches it touches.
 */
export class StructuralSchema implements Shape {
  readonly source: JsonSchema;
  #node: SchemaNode | undefined;
  #below: Below | undefined;
  #root: RootFacts | undefined;

  constructor(source: JsonSchema) {
    this.source = source;
  }
  get node(): SchemaNode {
    this.#node ??= compileNode(this.source, this.#inside());
    return this.#node;
  }
  #inside(): Below {
    this.#below ??= compileBelow(this.source);
    return this.#below;
  }
  /** Whether there is an embedded resource anywhere in it: most schemas have none, and need no walk to look for them. */
  get embedsResources(): boolean {
    this.#root ??= new RootFacts(this);
    return this.#root.embedsResources;
  }
  /** The rules of the schema of a whole object. Undefined if it has none. */
  get rules(): RuleNode | undefined {
    this.#root ??= new RootFacts(this);
    return this.#root.rules;
  }

  get keywords(): ShapeKeywords {
    return this.source;
  }
  get said(): ShapeKeywords {
    return this.source;
  }
  /** The fields that it describes itself. */
  get properties(): ReadonlyMap<string, StructuralSchema> {
    return this.#inside().properties;
  }
  get fields(): ReadonlyMap<string, Shape> {
    const { properties } = this;
    return this.source['x-kubernetes-embedded-resource'] === true ? withResourceFields(properties) : properties;
  }
  get items(): StructuralSchema | undefined {
    return this.#inside().items;
  }
  get values(): StructuralSchema | boolean | undefined {
    const { additionalProperties } = this.#inside();
    if (typeof additionalProperties === 'object') return additionalProperties;
    return additionalProperties === 'unknown' ? undefined : additionalProperties === 'any';
  }
  get alternatives(): Junctors | undefined {
    return compileJunctors(this.source);
  }
  get definition(): undefined {
    return undefined;
  }
}

/** What is asked of the schema of a whole object only. */
class RootFacts {
  readonly #schema: StructuralSchema;
  #embedsResources: boolean | undefined;
  #rules: RuleNode | null | undefined;

  constructor(schema: StructuralSchema) {
    this.#schema = schema;
  }
  get embedsResources(): boolean {
    this.#embedsResources ??= embedsResources(this.#schema.source);
    return this.#embedsResources;
  }
  get rules(): RuleNode | undefined {
    if (this.#rules === undefined) this.#rules = RuleNode.of(this.#schema, { isResource: true }) ?? null;
    return this.#rules ?? undefined;
  }
}

function embedsResources(source: JsonSchema): boolean {
  if (source['x-kubernetes-embedded-resource'] === true) return true;
  const items = itemsOf(source);
  const additional = additionalOf(source);
  if ((items !== undefined && embedsResources(items)) || (additional !== undefined && embedsResources(additional))) {
    return true;
  }
  return Object.values(source.properties ?? {}).some(embedsResources);
}

export interface SchemaNode extends Below {
  /** As messages tell it: two for int-or-string, none where anything goes. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly preserveUnknownFields: boolean;
  readonly embeddedResource: boolean;
  readonly listType: string | undefined;
  readonly listMapKeys: readonly string[];
  readonly default: Json | undefined;
  /** Properties that have a default. */
  readonly defaults: readonly (readonly [name: string, value: Json])[];
  readonly required: readonly string[];
  readonly checks: ValueChecks;
  readonly junctors: Junctors | undefined;
}

export function compileSchema(source: JsonSchema): StructuralSchema {
  return new StructuralSchema(source);
}

const none: readonly never[] = [];
const noProperties: ReadonlyMap<string, StructuralSchema> = new Map();

const nothingBelow: Below = { properties: noProperties, additionalProperties: 'unknown', items: undefined };

function compileBelow(source: JsonSchema): Below {
  const items = itemsOf(source);
  const properties = compileProperties(source.properties);
  const additionalProperties = compileAdditional(source);
  if (items === undefined && properties === noProperties && additionalProperties === 'unknown') return nothingBelow;
  return { properties, additionalProperties, items: items === undefined ? undefined : new StructuralSchema(items) };
}

function compileNode(source: JsonSchema, { properties, additionalProperties, items }: Below): SchemaNode {
  const intOrString = source['x-kubernetes-int-or-string'] === true;
  const types = intOrString ? ['integer', 'string'] : source.type ? [source.type] : none;
  return {
    types,
    nullable: source.nullable === true,
    preserveUnknownFields: source['x-kubernetes-preserve-unknown-fields'] === true,
    embeddedResource: source['x-kubernetes-embedded-resource'] === true,
    listType: source['x-kubernetes-list-type'],
    listMapKeys: source['x-kubernetes-list-map-keys'] ?? none,
    default: defaultOf(source),
    properties,
    additionalProperties,
    items,
    defaults: compileDefaults(source.properties),
    required: source.required ?? none,
    checks: compileChecks(source, types),
    junctors: compileJunctors(source),
  };
}

function compileProperties(properties: JsonSchema['properties']): ReadonlyMap<string, StructuralSchema> {
  if (properties === undefined || properties === null) return noProperties;
  const compiled = new Map<string, StructuralSchema>();
  for (const [name, schema] of Object.entries(properties)) compiled.set(name, new StructuralSchema(schema));
  return compiled;
}

function compileAdditional(source: JsonSchema): AdditionalProperties {
  const schema = additionalOf(source);
  if (schema !== undefined) return new StructuralSchema(schema);
  if (source.additionalProperties === true) return 'any';
  return source.additionalProperties === false ? 'refused' : 'unknown';
}

function compileDefaults(properties: JsonSchema['properties']): SchemaNode['defaults'] {
  const defaults: [string, Json][] = [];
  for (const [name, schema] of Object.entries(properties ?? {})) {
    const value = defaultOf(schema);
    if (value !== undefined) defaults.push([name, value]);
  }
  return defaults.length === 0 ? none : defaults;
}

function compileJunctors(source: JsonSchema): Junctors | undefined {
  const { allOf, anyOf, oneOf, not } = source;
  if (!allOf?.length && !anyOf?.length && !oneOf?.length && (not === undefined || not === null)) return undefined;
  const all = (schemas: readonly JsonSchema[] | undefined): readonly StructuralSchema[] =>
    (schemas ?? none).map((schema) => new StructuralSchema(schema));
  return {
    allOf: all(allOf),
    anyOf: all(anyOf),
    oneOf: all(oneOf),
    not: not === undefined || not === null ? undefined : new StructuralSchema(not),
  };
}

/** The schema that a key of an object falls under, if any. */
export function schemaOfKey(node: SchemaNode, key: string): StructuralSchema | undefined {
  const property = node.properties.get(key);
  if (property !== undefined) return property;
  return typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined;
}
