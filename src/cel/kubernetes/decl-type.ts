import type { Shape, ShapeKeywords } from '#meta';
import { type CelType, listType, mapType, objectType, types } from '../values/type.ts';
import { escapeProperty } from './escaping.ts';

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

const noFields: Shape['fields'] = new Map();
const leaf = (keywords: ShapeKeywords, fields = noFields): Shape => ({
  keywords,
  said: keywords,
  fields,
  items: undefined,
  values: undefined,
  alternatives: undefined,
  definition: undefined,
});
const text = leaf({ type: 'string' });

/** The fields of every resource that expressions can see. */
const resourceFields: Shape['fields'] = new Map([
  ['kind', text],
  ['apiVersion', text],
  [
    'metadata',
    leaf(
      { type: 'object' },
      new Map([
        ['name', text],
        ['generateName', text],
      ]),
    ),
  ],
]);

/** What values of a shape are to expressions: their type, how large they get, and what is in them. */
export class DeclType {
  readonly keywords: ShapeKeywords;
  /** The name of the object type, made from its path. */
  readonly typeName: string;
  readonly #shape: Shape;
  readonly #isResource: boolean;
  #type: CelType | null | undefined;
  #fields: ReadonlyMap<string, DeclType> | undefined;
  #properties: ReadonlyMap<string, DeclType> | null | undefined;
  #items: DeclType | null | undefined;
  #values: DeclType | null | undefined;
  #minSize: number | undefined;

  constructor(shape: Shape, typeName: string, { isResource = false }: { isResource?: boolean } = {}) {
    this.#shape = shape;
    this.keywords = shape.keywords;
    this.typeName = typeName;
    this.#isResource = isResource;
  }

  #child(shape: Shape, step: string): DeclType {
    const isResource = shape.keywords['x-kubernetes-embedded-resource'] === true;
    return new DeclType(shape, `${this.typeName}.${step}`, { isResource });
  }

  get isIntOrString(): boolean {
    return this.keywords['x-kubernetes-int-or-string'] === true;
  }

  /** All properties, by their own names. Undefined if there are none. */
  get properties(): ReadonlyMap<string, DeclType> | undefined {
    if (this.#properties === undefined) this.#properties = this.#makeProperties();
    return this.#properties ?? undefined;
  }

  #makeProperties(): ReadonlyMap<string, DeclType> | null {
    const { fields } = this.#shape;
    const all = this.#isResource ? new Map([...fields, ...resourceFields]) : fields;
    if (all.size === 0) return null;
    const properties = new Map<string, DeclType>();
    for (const [name, field] of all) properties.set(name, this.#child(field, escapeProperty(name) ?? name));
    return properties;
  }

  get items(): DeclType | undefined {
    if (this.#items === undefined) {
      const { items } = this.#shape;
      this.#items = items === undefined ? null : this.#child(items, '@idx');
    }
    return this.#items ?? undefined;
  }

  /** Of the values of a map. */
  get values(): DeclType | undefined {
    if (this.#values === undefined) {
      const { values } = this.#shape;
      this.#values = typeof values === 'object' ? this.#child(values, '@elem') : null;
    }
    return this.#values ?? undefined;
  }

  /** Undefined if expressions cannot see such values. */
  get type(): CelType | undefined {
    if (this.#type === undefined) this.#type = this.#makeType() ?? null;
    return this.#type ?? undefined;
  }

  #makeType(): CelType | undefined {
    if (this.isIntOrString) return types.dyn;
    switch (this.keywords.type) {
      case 'array':
        return this.items?.type === undefined ? undefined : listType(this.items.type);
      case 'object':
        if (this.values === undefined) return objectType(this.typeName);
        return this.values.type === undefined ? undefined : mapType(types.string, this.values.type);
      case 'string':
        return textTypes[this.keywords.format ?? ''] ?? types.string;
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
  get fields(): ReadonlyMap<string, DeclType> {
    if (this.#fields === undefined) {
      const fields = new Map<string, DeclType>();
      for (const [name, decl] of this.properties ?? []) {
        const field = escapeProperty(name);
        if (field !== undefined && decl.type !== undefined) fields.set(field, decl);
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
    switch (this.keywords.type) {
      case 'array':
        return 2;
      case 'object':
        return this.values === undefined ? this.#minObjectSize() : 2;
      case 'string':
        return minTextSizes[this.keywords.format ?? ''] ?? 2;
      case 'boolean':
        return 4;
      default:
        return 1;
    }
  }

  #minObjectSize(): number {
    const required = new Set(this.keywords.required);
    let size = 2;
    for (const [name, decl] of this.properties ?? []) {
      if (decl.type === undefined || !required.has(name) || (decl.keywords.default ?? null) !== null) continue;
      size += Buffer.byteLength(name) + decl.minSize + 4;
    }
    return size;
  }

  /** How many elements, entries, characters or bytes a value can have; zero for what has none. */
  get maxElements(): number {
    const { keywords } = this;
    if (this.isIntOrString) return this.#maxText();
    if (keywords.type === 'string') return this.#maxString();
    if (keywords.type === 'array') {
      const items = this.items as DeclType;
      return notNegative(keywords.maxItems) ?? Math.trunc((MAX_REQUEST_BYTES - 2) / (items.minSize + 1));
    }
    if (keywords.type !== 'object' || this.values === undefined) return 0;
    return notNegative(keywords.maxProperties) ?? Math.trunc((MAX_REQUEST_BYTES - 2) / (this.values.minSize + 6));
  }

  /** A character has up to four bytes. */
  #maxText(): number {
    const max = notNegative(this.keywords.maxLength);
    return max === undefined ? MAX_REQUEST_BYTES - 2 : max * 4;
  }

  #maxString(): number {
    const { format = '', maxLength, enum: values } = this.keywords;
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
