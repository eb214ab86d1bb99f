import type { Json } from '#meta';
import { additionalOf, defaultOf, itemsOf, type JsonSchema, propertiesOf } from '#schema';
import { capital, docComment, propertyName, quoted } from '../print/typescript.ts';

/** Words of `pinnace/types/meta/v1` that schemas speak of. */
type MetaWord = 'Bytes' | 'Double' | 'Int32' | 'Int64' | 'IntOrString' | 'Json' | 'MicroTime' | 'ObjectMeta' | 'Time';

interface TypeNames {
  /** The type that a reference means; undefined for one that is nowhere. */
  reference(ref: string): string | undefined;
}

/**
 * Writes the types of schemas. They are aliases, so that a typed object is also any object. Structs inside of others get names of their own, made of the
 * way to them.
 */
export class SchemaTypes {
  readonly used = new Set<MetaWord>();
  readonly #names: TypeNames;
  readonly #taken = new Set<string>();
  readonly #texts: string[] = [];

  constructor(names: TypeNames, taken: Iterable<string> = []) {
    this.#names = names;
    for (const name of taken) this.#taken.add(name);
  }

  /** All that was written. */
  text(): string {
    return this.#texts.join('\n');
  }

  /** Writes a kind: its head, its metadata and its fields. */
  kind(name: string, schema: JsonSchema, { apiVersion, kind }: KindHead): void {
    const head = `  apiVersion: ${quoted(apiVersion)};\n  kind: ${quoted(kind)};\n  metadata: ${this.word('ObjectMeta')};\n`;
    this.#interface({ name, schema, head, omitted: ['apiVersion', 'kind', 'metadata'] });
  }

  /** Writes a type by a name that is taken already. */
  declare(name: string, schema: JsonSchema): void {
    if (schema.properties === undefined) {
      this.#texts.push(
        `${docComment(schema.description ?? '')}export type ${name} = ${this.type(schema, `${name}Value`)};\n`,
      );
    } else this.#interface({ name, schema, head: '', omitted: [] });
  }

  #interface({ name, schema, head, omitted }: InterfaceParts): void {
    const place = this.#texts.push('') - 1;
    // A required field with a default may be left out: the server sets it before it checks.
    const required = new Set((schema.required ?? []).filter((field) => !hasDefault(schema, field)));
    const fields = propertiesOf(schema)
      .filter(([field]) => !omitted.includes(field))
      .map(([field, inner]) => {
        const type = this.type(inner, `${name}${capital(wordOf(field))}`);
        return `${docComment(inner.description ?? '', '  ')}  ${propertyName(field)}${required.has(field) ? '' : '?'}: ${type};\n`;
      });
    if (schema['x-kubernetes-preserve-unknown-fields']) this.word('Json');
    const open = schema['x-kubernetes-preserve-unknown-fields'] ? '  [key: string]: Json | undefined;\n' : '';
    this.#texts[place] =
      `${docComment(schema.description ?? '')}export type ${name} = {\n${head}${fields.join('')}${open}};\n`;
  }

  /** The type of a value; what it holds is written under names that begin with the hint. */
  type(schema: JsonSchema, hint: string): string {
    const plain = this.#notNull(schema, hint);
    return schema.nullable && plain !== 'Json' ? `${plain} | null` : plain;
  }

  #notNull(schema: JsonSchema, hint: string): string {
    const { $ref, allOf, enum: values } = schema;
    if ($ref !== undefined) return this.#names.reference($ref) ?? this.word('Json');
    const [only] = allOf ?? [];
    if (only?.$ref !== undefined && allOf?.length === 1) return this.#names.reference(only.$ref) ?? this.word('Json');
    if (schema['x-kubernetes-int-or-string'] || isIntOrString(schema)) return this.word('IntOrString');
    if (values !== undefined && values.length > 0) return values.map(literalType).join(' | ');
    return this.#byType(schema, hint);
  }

  #byType(schema: JsonSchema, hint: string): string {
    switch (schema.type) {
      case 'object':
        return this.#object(schema, hint);
      case 'array': {
        const items = itemsOf(schema);
        const type = items === undefined ? this.word('Json') : this.type(items, hint);
        return type.includes(' ') && !type.startsWith('Record<') ? `(${type})[]` : `${type}[]`;
      }
      case 'string':
        return this.#text(schema.format);
      case 'integer':
        return this.word(schema.format === 'int32' ? 'Int32' : 'Int64');
      case 'number':
        return this.word('Double');
      case 'boolean':
        return 'boolean';
      default:
        return schema.properties === undefined ? this.word('Json') : this.#object(schema, hint);
    }
  }

  #object(schema: JsonSchema, hint: string): string {
    const additional = additionalOf(schema);
    if (additional !== undefined) return `Record<string, ${this.type(additional, hint)}>`;
    if (schema.properties === undefined) return `Record<string, ${this.word('Json')}>`;
    const name = this.#free(hint);
    this.#interface({ name, schema, head: '', omitted: [] });
    return name;
  }

  #text(format: string | undefined): string {
    if (format === 'date-time') return this.word('Time');
    return format === 'byte' ? this.word('Bytes') : 'string';
  }

  /** A type of `pinnace/types/meta/v1`, which is imported. */
  word(word: MetaWord): string {
    this.used.add(word);
    return word;
  }

  #free(hint: string): string {
    let name = hint;
    for (let count = 2; this.#taken.has(name); count++) name = `${hint}${count}`;
    this.#taken.add(name);
    return name;
  }
}

interface KindHead {
  readonly apiVersion: string;
  readonly kind: string;
}

interface InterfaceParts {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly head: string;
  readonly omitted: readonly string[];
}

function hasDefault(schema: JsonSchema, field: string): boolean {
  return propertiesOf(schema).some(([name, inner]) => name === field && defaultOf(inner) !== undefined);
}

/** As OpenAPI documents of servers have it. */
function isIntOrString({ format, oneOf = [] }: JsonSchema): boolean {
  const types = new Set(oneOf.map(({ type }) => type));
  return (
    format === 'int-or-string' ||
    (types.size === 2 && types.has('string') && (types.has('integer') || types.has('number')))
  );
}

const literalType = (value: Json): string => (typeof value === 'string' ? quoted(value) : JSON.stringify(value));

/** A field as a part of a name. */
const wordOf = (field: string): string =>
  field.replaceAll(/[^A-Za-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase()).replace(/^(?=\d)/, '_');

/** The import of what was used. */
export function metaImport(used: ReadonlySet<MetaWord>): string {
  return used.size === 0 ? '' : `import type { ${[...used].sort().join(', ')} } from 'pinnace/types/meta/v1';\n\n`;
}
