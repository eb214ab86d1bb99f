import { isJsonObject, type Json, type JsonObject } from '#meta';
import { additionalOf, defaultOf, itemsOf, type JsonSchema } from '#schema';

/** What a value may be. `any` where the schema does not say. */
export type ValueType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'int-or-string' | 'any';

/** Finds the schema that a reference of an OpenAPI document names. Schemas of definitions have none. */
export type FollowReference = (reference: string) => JsonSchema | undefined;

const noReferences: FollowReference = () => undefined;
/** A document may refer in circles. */
const MAX_REFERENCES = 16;

/** Everything that the checks read of a schema. This is the one place that knows how schemas are written. */
export class SchemaView {
  readonly source: JsonSchema;
  /** The reference that led here, in a document that has them. */
  readonly reference: string | undefined;
  readonly #follow: FollowReference;
  #properties: ReadonlyMap<string, SchemaView> | undefined;

  constructor(source: JsonSchema, follow: FollowReference = noReferences) {
    const { schema, reference } = resolved(source, follow);
    this.source = schema;
    this.reference = reference;
    this.#follow = follow;
  }

  get type(): ValueType {
    const { source } = this;
    if (source['x-kubernetes-int-or-string'] === true || source.format === 'int-or-string') return 'int-or-string';
    if ((source.type ?? '') !== '') return source.type as ValueType;
    return source.properties === undefined ? 'any' : 'object';
  }
  get properties(): ReadonlyMap<string, SchemaView> {
    this.#properties ??= new Map(
      Object.entries(this.source.properties ?? {}).map(([name, schema]) => [name, this.#view(schema)]),
    );
    return this.#properties;
  }
  /** The schema of the items of a list. */
  get items(): SchemaView | undefined {
    const items = itemsOf(this.source);
    return items === undefined ? undefined : this.#view(items);
  }
  /** The schema of the values of a map. */
  get values(): SchemaView | undefined {
    const values = additionalOf(this.source);
    return values === undefined ? undefined : this.#view(values);
  }
  get required(): readonly string[] {
    return this.source.required ?? [];
  }
  get default(): Json | undefined {
    const value = defaultOf(this.source);
    // Documents of built-in kinds give structs an empty default, which nobody chose.
    return isJsonObject(value ?? null) && Object.keys(value as JsonObject).length === 0 ? undefined : value;
  }
  get enum(): readonly Json[] | undefined {
    return this.source.enum?.length ? this.source.enum : undefined;
  }
  get description(): string {
    return this.source.description ?? '';
  }
  get nullable(): boolean {
    return this.source.nullable === true;
  }
  get embedsResource(): boolean {
    return this.source['x-kubernetes-embedded-resource'] === true;
  }
  get listType(): string {
    return this.source['x-kubernetes-list-type'] ?? 'atomic';
  }
  get listMapKeys(): readonly string[] {
    return this.source['x-kubernetes-list-map-keys'] ?? [];
  }
  get mapType(): string {
    return this.source['x-kubernetes-map-type'] ?? 'granular';
  }
  get rules(): NonNullable<JsonSchema['x-kubernetes-validations']> {
    return this.source['x-kubernetes-validations'] ?? [];
  }
  /** What becomes of keys that no schema names: kept, dropped, or refused. */
  get unknownFields(): 'kept' | 'pruned' | 'refused' {
    if (this.source['x-kubernetes-preserve-unknown-fields'] === true) return 'kept';
    if (this.source.additionalProperties === true) return 'kept';
    if (this.type === 'any' && this.source.properties === undefined) return 'kept';
    return this.source.additionalProperties === false ? 'refused' : 'pruned';
  }
  /** The schema of a key, by its name or as one of the values of a map. */
  below(key: string): SchemaView | undefined {
    return this.properties.get(key) ?? this.values;
  }

  #view(source: JsonSchema): SchemaView {
    return new SchemaView(source, this.#follow);
  }
}

/** Follows a reference, also where it stands alone in `allOf` so that a default and a description can stand beside it. */
function resolved(source: JsonSchema, follow: FollowReference): { schema: JsonSchema; reference: string | undefined } {
  let schema = source;
  let reference: string | undefined;
  for (let step = 0; step < MAX_REFERENCES; step++) {
    const only = schema.allOf?.length === 1 && schema.type === undefined ? schema.allOf[0] : undefined;
    const next = schema.$ref ?? only?.$ref;
    if (next === undefined) break;
    const { $ref: _, allOf: __, ...beside } = schema;
    schema = { ...(follow(next) ?? {}), ...beside };
    reference = next;
  }
  return { schema, reference };
}
