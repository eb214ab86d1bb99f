import type { TypeProvider } from '../check/declarations.ts';
import type { CostNode } from '../cost/call-cost.ts';
import type { Range } from '../cost/estimate.ts';
import { type CelType, listType, mapType, objectType, types } from '../values/type.ts';
import { escapeProperty, isReservedSymbol } from './escaping.ts';

/** What is looked at of an OpenAPI schema. */
export interface CelSchema {
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly items?: CelSchema | readonly CelSchema[];
  readonly properties?: { readonly [name: string]: CelSchema };
  readonly additionalProperties?: CelSchema | boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
}

/** The largest body of a request, in bytes: no value is larger. */
export const MAX_REQUEST_BYTES = 3 * 1024 * 1024;

const maxTextLengths: Readonly<Record<string, number>> = { duration: 32, date: 12, 'date-time': 32 };
const minTextSizes: Readonly<Record<string, number>> = { duration: 3, date: 12, 'date-time': 21 };
const textTypes: Readonly<Record<string, CelType>> = {
  byte: types.bytes,
  duration: types.duration,
  date: types.timestamp,
  'date-time': types.timestamp,
};

/** What every resource has. */
const resourceProperties: { readonly [name: string]: CelSchema } = {
  kind: { type: 'string' },
  apiVersion: { type: 'string' },
  metadata: { type: 'object', properties: { name: { type: 'string' }, generateName: { type: 'string' } } },
};

/** What values of a schema are to expressions: their type, how large they get, and what is in them. */
export class SchemaShape {
  readonly schema: CelSchema;
  /** The name of the type, if it is an object: made of where it stands. */
  readonly typeName: string;
  readonly #isResource: boolean;
  #type: CelType | null | undefined;
  #fields: ReadonlyMap<string, SchemaShape> | undefined;
  #properties: ReadonlyMap<string, SchemaShape> | undefined;
  #items: SchemaShape | null | undefined;
  #values: SchemaShape | null | undefined;
  #minSize: number | undefined;

  constructor(schema: CelSchema, typeName: string, { isResource = false }: { isResource?: boolean } = {}) {
    this.schema = schema;
    this.typeName = typeName;
    this.#isResource = isResource;
  }

  #child(schema: CelSchema, step: string): SchemaShape {
    const isResource = schema['x-kubernetes-embedded-resource'] === true;
    return new SchemaShape(schema, `${this.typeName}.${step}`, { isResource });
  }

  get isIntOrString(): boolean {
    return this.schema['x-kubernetes-int-or-string'] === true;
  }

  /** All properties, by their own names. Undefined if the schema tells of none. */
  get properties(): ReadonlyMap<string, SchemaShape> | undefined {
    const { properties } = this.schema;
    if (properties === undefined && !this.#isResource) return undefined;
    this.#properties ??= new Map(
      Object.entries({ ...properties, ...(this.#isResource ? resourceProperties : {}) }).map(([name, schema]) => [
        name,
        this.#child(schema, escapeProperty(name) ?? name),
      ]),
    );
    return this.#properties;
  }

  get items(): SchemaShape | undefined {
    const { items } = this.schema;
    if (this.#items === undefined)
      this.#items = items === undefined || Array.isArray(items) ? null : this.#child(items as CelSchema, '@idx');
    return this.#items ?? undefined;
  }

  /** Of the values of a map. */
  get values(): SchemaShape | undefined {
    const { additionalProperties } = this.schema;
    if (this.#values === undefined)
      this.#values = typeof additionalProperties === 'object' ? this.#child(additionalProperties, '@elem') : null;
    return this.#values ?? undefined;
  }

  /** Undefined if expressions cannot see such values. */
  get type(): CelType | undefined {
    if (this.#type === undefined) this.#type = this.#makeType() ?? null;
    return this.#type ?? undefined;
  }

  #makeType(): CelType | undefined {
    if (this.isIntOrString) return types.dyn;
    switch (this.schema.type) {
      case 'array':
        return this.items?.type === undefined ? undefined : listType(this.items.type);
      case 'object':
        if (this.values === undefined) return objectType(this.typeName);
        return this.values.type === undefined ? undefined : mapType(types.string, this.values.type);
      case 'string':
        return textTypes[this.schema.format ?? ''] ?? types.string;
      case 'boolean':
        return types.bool;
      case 'number':
        return types.double;
      case 'integer':
        return types.int;
      default:
        return undefined;
    }
  }

  /** The fields that expressions can see, by the names they use. Only objects have some. */
  get fields(): ReadonlyMap<string, SchemaShape> {
    if (this.#fields === undefined) {
      const fields = new Map<string, SchemaShape>();
      for (const [name, shape] of this.properties ?? []) {
        const field = escapeProperty(name);
        if (field !== undefined && shape.type !== undefined) fields.set(field, shape);
      }
      this.#fields = fields;
    }
    return this.#fields;
  }

  get isObject(): boolean {
    return this.type?.kind === 'struct';
  }

  /** The least bytes that a value takes in JSON. */
  get minSize(): number {
    this.#minSize ??= this.#makeMinSize();
    return this.#minSize;
  }

  #makeMinSize(): number {
    if (this.isIntOrString) return 1;
    switch (this.schema.type) {
      case 'array':
        return 2;
      case 'object':
        return this.values === undefined ? this.#minObjectSize() : 2;
      case 'string':
        return minTextSizes[this.schema.format ?? ''] ?? 2;
      case 'boolean':
        return 4;
      default:
        return 1;
    }
  }

  #minObjectSize(): number {
    const required = new Set(this.schema.required);
    let size = 2;
    for (const [name, shape] of this.properties ?? []) {
      if (shape.type === undefined || !required.has(name) || (shape.schema.default ?? null) !== null) continue;
      size += Buffer.byteLength(name) + shape.minSize + 4;
    }
    return size;
  }

  /** How many elements, entries, characters or bytes a value can have; zero for what has none. */
  get maxElements(): number {
    const { schema } = this;
    if (this.isIntOrString) return this.#maxText();
    if (schema.type === 'string') return this.#maxString();
    if (schema.type === 'array') {
      const items = this.items as SchemaShape;
      return notNegative(schema.maxItems) ?? Math.trunc((MAX_REQUEST_BYTES - 2) / (items.minSize + 1));
    }
    if (schema.type !== 'object' || this.values === undefined) return 0;
    return notNegative(schema.maxProperties) ?? Math.trunc((MAX_REQUEST_BYTES - 2) / (this.values.minSize + 6));
  }

  /** A character has up to four bytes. */
  #maxText(): number {
    const max = notNegative(this.schema.maxLength);
    return max === undefined ? MAX_REQUEST_BYTES - 2 : max * 4;
  }

  #maxString(): number {
    const { format = '', maxLength, enum: values } = this.schema;
    const byFormat = maxTextLengths[format];
    if (byFormat !== undefined) return byFormat;
    if (format === 'byte') return notNegative(maxLength) ?? MAX_REQUEST_BYTES - 2;
    if (maxLength !== undefined || values === undefined || values.length === 0) return this.#maxText();
    const lengths = values.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0));
    return Math.max(...lengths);
  }
}

function notNegative(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.max(value, 0);
}

/** Types that such expressions can name besides those of the language, though they can do nothing with them. */
const scalars: Readonly<Record<string, CelType>> = {
  bool: types.bool,
  bytes: types.bytes,
  double: types.double,
  duration: types.duration,
  int: types.int,
  null_type: types.null,
  string: types.string,
  timestamp: types.timestamp,
  uint: types.uint,
  list: listType(types.any),
  map: mapType(types.any, types.any),
};

/** What a name stands for that declares no object. */
export function declaredTypes(name: string): CelType | undefined {
  return Object.hasOwn(scalars, name) ? scalars[name] : undefined;
}

/** The types of objects that are reached from some shapes. */
export class SchemaTypes implements TypeProvider {
  readonly #roots: readonly SchemaShape[];
  readonly #keywordFields: boolean;
  readonly #known = new Map<string, SchemaShape | undefined>();

  /** `keywordFields`: `self.namespace` means the property, though `namespace` is a reserved word. */
  constructor(roots: readonly SchemaShape[], { keywordFields }: { readonly keywordFields: boolean }) {
    this.#roots = roots;
    this.#keywordFields = keywordFields;
  }

  findObjectType(name: string): CelType | undefined {
    return this.#find(name)?.type ?? declaredTypes(name);
  }

  findField(typeName: string, field: string): CelType | undefined {
    const fields = this.#find(typeName)?.fields;
    const found = fields?.get(field);
    if (found !== undefined || !this.#keywordFields || !isReservedSymbol(field)) return found?.type;
    return fields?.get(`__${field}__`)?.type;
  }

  #find(name: string): SchemaShape | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.#walk(name));
    return this.#known.get(name);
  }

  /** Names of types are ways: `root.field.@idx.field`. */
  #walk(name: string): SchemaShape | undefined {
    const root = this.#roots.find(({ typeName }) => name === typeName || name.startsWith(`${typeName}.`));
    if (root === undefined) return undefined;
    const steps = name === root.typeName ? [] : name.slice(root.typeName.length + 1).split('.');
    return steps.reduce<SchemaShape | undefined>((shape, step) => {
      if (step === '@idx') return shape?.items;
      return step === '@elem' ? shape?.values : shape?.fields.get(step);
    }, root);
  }
}

/** How large the value at a path can be, that begins with a variable of this shape. */
export function sizeBelow(root: SchemaShape): (node: CostNode) => Range | undefined {
  return ({ path }) => {
    if (path === undefined || path.length === 0) return undefined;
    let shape: SchemaShape | 'key' | undefined = root;
    for (const step of path.slice(1)) {
      if (shape === undefined || shape === 'key') return undefined;
      shape = stepInto(shape, step);
    }
    if (shape === undefined) return undefined;
    // Keys have no bound of their own.
    return { min: 0n, max: shape === 'key' ? 0n : BigInt(shape.maxElements) };
  };
}

function stepInto(shape: SchemaShape, step: string): SchemaShape | 'key' | undefined {
  const { kind } = shape.type ?? types.dyn;
  if (step === '@items' || step === '@values')
    return kind === 'list' ? shape.items : kind === 'map' ? shape.values : undefined;
  if (step === '@keys') return kind === 'map' ? 'key' : undefined;
  return kind === 'struct' ? shape.fields.get(step) : undefined;
}
