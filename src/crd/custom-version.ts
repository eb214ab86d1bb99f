import {
  type Column,
  fieldText,
  mergeTypeOf,
  type OpenApiSchemas,
  type OpenApiSource,
  pathColumns,
  type VersionCodec,
} from '#machinery';
import type { MergeType } from '#merge';
import { type Json, type KubeObject, parseApiVersion } from '#meta';
import {
  applyDefaults,
  coerceObject,
  compileSchema,
  type DefaultOptions,
  type JsonSchema,
  pruneDefaults,
  publishListSchema,
  publishSchema,
  ResourceShape,
  type StructuralSchema,
} from '#schema';
import { type CustomResourceDefinition, type DefinitionVersion, schemaOf } from './definition.ts';
import { untypedCodec } from './untyped-codec.ts';

/** Keeps everything: what `spec.preserveUnknownFields` asks for. */
const keepAll = compileSchema({ 'x-kubernetes-preserve-unknown-fields': true });
/** Keeps nothing: what a version has that the definition has not. */
const keepNothing = compileSchema({});

/**
 * One version of a definition, with all that can be made of its schema. Nothing is made before it is first used: of a
 * thousand definitions few are used at a time.
 */
export class CustomVersion {
  readonly name: string;
  readonly apiVersion: string;
  readonly source: DefinitionVersion;
  readonly #definition: CustomResourceDefinition;
  #schema: StructuralSchema | undefined;
  #codec: VersionCodec | undefined;
  #mergeType: MergeType | undefined;
  #columns: readonly Column[] | undefined;
  #selectable: ReadonlyMap<string, (object: KubeObject) => string> | undefined;

  constructor(definition: CustomResourceDefinition, source: DefinitionVersion) {
    this.#definition = definition;
    this.source = source;
    this.name = source.name;
    this.apiVersion = `${definition.spec.group}/${source.name}`;
  }

  get schema(): StructuralSchema {
    this.#schema ??= compileSchema(pruneDefaults(schemaOf(this.source)));
    return this.#schema;
  }
  /** What pruning goes by. */
  get pruning(): StructuralSchema {
    return this.#definition.spec.preserveUnknownFields ? keepAll : this.schema;
  }
  /** What the schema of another version would leave; undefined for what is no version of this group. */
  #pruningIn(apiVersion: string): StructuralSchema | undefined {
    const { group, versions, preserveUnknownFields } = this.#definition.spec;
    const said = parseApiVersion(apiVersion);
    if (said?.group !== group) return undefined;
    if (preserveUnknownFields) return keepAll;
    const source = versions?.find(({ name }) => name === said.version);
    return source === undefined ? keepNothing : compileSchema(pruneDefaults(schemaOf(source)));
  }
  /** What apply goes by. */
  get mergeType(): MergeType {
    this.#mergeType ??= mergeTypeOf(new ResourceShape(this.schema), {
      open: this.#definition.spec.preserveUnknownFields ?? false,
    });
    return this.#mergeType;
  }
  get codec(): VersionCodec {
    this.#codec ??= untypedCodec({
      apiVersion: this.apiVersion,
      kind: this.#definition.spec.names.kind,
      schema: () => this.pruning,
      schemaIn: (apiVersion) => this.#pruningIn(apiVersion),
      mergeType: () => this.mergeType,
    });
    return this.#codec;
  }
  get columns(): readonly Column[] {
    this.#columns ??= pathColumns(this.source.additionalPrinterColumns);
    return this.#columns;
  }
  get selectableFields(): ReadonlyMap<string, (object: KubeObject) => string> {
    this.#selectable ??= new Map(
      (this.source.selectableFields ?? []).map(({ jsonPath }) => [
        jsonPath.replace(/^\./, ''),
        (object) => fieldText(object, jsonPath),
      ]),
    );
    return this.#selectable;
  }
  get status(): boolean {
    return this.source.subresources?.status !== undefined;
  }

  applyDefaults(object: KubeObject, options?: DefaultOptions): void {
    applyDefaults(this.schema, object, options);
  }

  /** Prunes what the schema does not know; for objects of the server's own, whose metadata is in order. Changes the object. */
  prune(object: KubeObject): KubeObject {
    coerceObject(this.pruning, object, { dropInvalid: true });
    return object;
  }

  /** What an object that was stored in this version is by the schema of today. */
  fromStorage(object: KubeObject): void {
    this.prune(object);
    // Objects from the time before generations.
    if (!object.metadata.generation) object.metadata.generation = 1;
    this.applyDefaults(object);
  }

  openapi(): OpenApiSource {
    const { group, names } = this.#definition.spec;
    const name = `${group.split('.').reverse().join('.')}.${this.name}.${names.kind}`;
    const { preserveUnknownFields = false } = this.#definition.spec;
    const { schema, selectableFields = [] } = this.source;
    const content = { name, preserveUnknownFields, selectableFields, schema: schema?.openAPIV3Schema ?? null };
    return { name, ...this.#openapiIn(3, name), v2: this.#openapiIn(2, name), content: content as unknown as Json };
  }

  #openapiIn(openapi: 2 | 3, name: string): OpenApiSchemas {
    const { group, names, preserveUnknownFields = false } = this.#definition.spec;
    const gvk = { group, kind: names.kind, version: this.name };
    const selectableFields = (this.source.selectableFields ?? []).map(({ jsonPath }) => jsonPath);
    return {
      addTo: (schemas) => {
        const source = this.source.schema?.openAPIV3Schema as JsonSchema | undefined;
        // Compiled for this use only: the schema is used once, as a whole, and the result is not kept.
        const schema = () => (source === undefined ? undefined : compileSchema(source));
        schemas.set(name, () => publishSchema(schema(), { gvk, openapi, selectableFields, preserveUnknownFields }));
      },
      list: (listKind) =>
        publishListSchema({
          gvk: { ...gvk, kind: listKind },
          kind: names.kind,
          items: name,
          openapi,
          selectableFields,
        }),
    };
  }
}
