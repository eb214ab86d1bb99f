import type { ValidationRule } from '#meta';
import type { JsonSchema } from '#schema';
import { type ApiField, type ApiStruct, type ApiType, type ApiVersion, structIn } from '../model.ts';
import { valueSchema } from './definition-schema.ts';
import type { FieldNumbers } from './field-numbers.ts';

/** The text that describes the types of a version, and the libraries of others that it speaks of. */
export interface Notation {
  readonly text: string;
  /** By the prefix they have in the text. */
  readonly uses: ReadonlyMap<string, ForeignLibrary>;
}

interface ForeignLibrary {
  /** `io.k8s.api.core.v1` */
  readonly package: string;
}

/** Writes types in the notation of `describeTypes`. */
export function notationOf(version: ApiVersion, numbers: FieldNumbers): Notation {
  const writer = new NotationWriter(version, numbers);
  const structs = version.structs.filter(({ isList }) => !isList).map((struct) => writer.struct(struct));
  return { text: `${[...writer.values(version), ...structs].join('\n')}\n`, uses: writer.uses };
}

interface OpenValue {
  readonly type: ApiType;
  readonly rules: JsonSchema;
  readonly schema: JsonSchema;
}

const isOpen = (rules: JsonSchema): boolean =>
  rules['x-kubernetes-preserve-unknown-fields'] === true || rules['x-kubernetes-embedded-resource'] === true;

class NotationWriter {
  readonly uses = new Map<string, ForeignLibrary>();
  readonly #version: ApiVersion;
  readonly #numbers: FieldNumbers;

  constructor(version: ApiVersion, numbers: FieldNumbers) {
    this.#version = version;
    this.#numbers = numbers;
  }

  struct(struct: ApiStruct): string {
    const { name, rules, union, kind, description } = struct;
    const flags = [
      ...(kind === undefined ? ['part'] : ['kind']),
      ...(rules['x-kubernetes-map-type'] === 'atomic' ? ['map=atomic'] : []),
      ...(union === undefined
        ? []
        : [`union=${union.discriminator ?? ''}(${[...union.members].map((pair) => pair.join(':')).join(',')})`]),
      ...celFlags(rules),
    ];
    const fields = struct.fields.map((field) => `  ${this.#field(struct, field)}`);
    return [`${[name, ...flags].join(' ')}${described(description)}`, ...fields].join('\n');
  }

  /** Named texts with listed values. */
  values({ structs }: ApiVersion): readonly string[] {
    const lists = new Map<string, readonly string[]>();
    const visit = (type: ApiType): void => {
      if (type.shape === 'list') visit(type.items);
      else if (type.shape === 'map') visit(type.values);
      else if (type.shape === 'string' && type.alias !== undefined && isListed(type.values))
        lists.set(type.alias, type.values);
    };
    for (const { fields } of structs) for (const { type } of fields) visit(type);
    return [...lists].map(
      ([name, values]) => `${name} = ${values.map((value) => (value === '' ? '""' : value)).join(', ')}`,
    );
  }

  #field(struct: ApiStruct, field: ApiField): string {
    const { name, optional } = field;
    const open = this.#open(field.type, field.rules);
    const { type, rules } = open ?? field;
    const isPointer = optional && type.shape !== 'list' && type.shape !== 'map';
    const isMetadata = name === 'metadata' && struct.kind !== undefined;
    const head = `${this.#numbers.of(struct.name, name)} ${name} ${this.#type(type)}${isPointer && !isMetadata ? '?' : ''}`;
    const flags = [
      ...(optional || isMetadata ? [] : ['always', 'required']),
      ...topologyFlags(field),
      ...nameFlags(type),
      ...ruleFlags(rules, type),
      ...(open === undefined ? [] : [`schema=${json(open.schema)}`]),
      ...(field.default === undefined ? [] : [`default=${json(field.default)}`]),
    ];
    return `${[head, ...flags].join(' ')}${described(field.description)}`;
  }

  /**
   * A value that may have more fields than are known, or that is a resource of any kind, is described as any JSON with
   * a schema. The same for the items of a list or map.
   */
  #open(type: ApiType, rules: JsonSchema): OpenValue | undefined {
    if (type.shape === 'list') {
      const inner = this.#open(type.items, (rules.items ?? {}) as JsonSchema);
      return (
        inner && { type: { shape: 'list', items: inner.type }, rules: { ...rules, items: {} }, schema: inner.schema }
      );
    }
    if (type.shape === 'map' && isOpen(rules)) {
      const { additionalProperties: _, ...own } = rules;
      return this.#open({ shape: 'json' }, { type: 'object', ...own });
    }
    if (type.shape === 'map') {
      const inner = this.#open(type.values, (rules.additionalProperties ?? {}) as JsonSchema);
      const own = { ...rules, additionalProperties: {} };
      return inner && { type: { shape: 'map', values: inner.type }, rules: own, schema: inner.schema };
    }
    const ofType = type.shape === 'struct' ? structIn(this.#version, type.name)?.rules : undefined;
    if (!isOpen(rules) && !isOpen(ofType ?? {})) return undefined;
    return { type: { shape: 'json' }, rules: {}, schema: valueSchema(this.#version, type, rules) };
  }

  #type(type: ApiType): string {
    switch (type.shape) {
      case 'list':
        return `[${this.#type(type.items)}]`;
      case 'map':
        return `{${this.#type(type.values)}}`;
      case 'struct':
        return type.name;
      case 'foreign': {
        const { struct } = type;
        const pack = struct.name.slice(0, struct.name.lastIndexOf('.'));
        const prefix = prefixOf(pack);
        this.uses.set(prefix, { package: pack });
        return `${prefix}.${struct.name.slice(pack.length + 1)}`;
      }
      default:
        return type.shape;
    }
  }
}

/** `io.k8s.api.core.v1` is `coreV1`, `io.k8s.apimachinery.pkg.apis.meta.v1` is `metaV1`. */
function prefixOf(pack: string): string {
  const [group = '', version = ''] = pack.split('.').slice(-2);
  return `${group}${version.charAt(0).toUpperCase()}${version.slice(1)}`;
}

/** Values that the list of a named text can hold. */
const isListed = (values: readonly string[] | undefined): values is readonly string[] =>
  values?.every((value) => !/[,\n]|^\s|\s$/.test(value)) === true;

function nameFlags(type: ApiType): readonly string[] {
  if (type.shape === 'list') return nameFlags(type.items);
  if (type.shape === 'map') return nameFlags(type.values).map((flag) => flag.replace(/^go=/, 'enum='));
  if (type.shape !== 'string' || !isListed(type.values)) return [];
  return type.alias === undefined ? [`values=${type.values.join(',')}`] : [`go=${type.alias}`];
}

function topologyFlags({
  type,
  listType,
  listMapKeys = [],
  mapType,
  patchStrategy,
  mergeKey,
}: ApiField): readonly string[] {
  const list = listType === 'map' ? `map(${listMapKeys.join(',')})` : (listType ?? 'atomic');
  return [
    ...(type.shape === 'list' && (listType !== undefined || type.items.shape !== 'struct') ? [`list=${list}`] : []),
    ...(mapType === undefined ? [] : [`map=${mapType}`]),
    ...(patchStrategy === undefined
      ? []
      : patchStrategy.split(',').map((one) => (one === 'merge' && mergeKey ? `merge=${mergeKey}` : one))),
  ];
}

const numberKeywords = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const;

/** Rules of a value in a list or map stand behind the field too: the notation tells them by what they are about. */
function ruleFlags(rules: JsonSchema, type: ApiType): readonly string[] {
  const { pattern, format, enum: values, items, additionalProperties } = rules;
  const inner = type.shape === 'list' ? items : type.shape === 'map' ? additionalProperties : undefined;
  const numbers = numberKeywords.flatMap((name) => {
    if (rules[name] === undefined) return [];
    const isExclusive =
      (name === 'minimum' && rules.exclusiveMinimum) || (name === 'maximum' && rules.exclusiveMaximum);
    const shown = isExclusive ? `exclusive${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
    return [`${shown}=${rules[name]}`];
  });
  const texts = values?.filter((value) => typeof value === 'string');
  const whole = values?.filter((value) => typeof value === 'number');
  return [
    ...numbers,
    ...(pattern === undefined ? [] : [`pattern=${json(pattern)}`]),
    ...(format === undefined ? [] : [`format=${format}`]),
    ...(rules.uniqueItems ? ['unique'] : []),
    ...(rules.nullable ? ['nullable'] : []),
    ...(texts !== undefined && texts.length === values?.length && isListed(texts) ? [`values=${texts.join(',')}`] : []),
    ...(whole !== undefined && whole.length > 0 && whole.length === values?.length
      ? [`numbers=${whole.join(',')}`]
      : []),
    ...(values?.length === 1 && typeof values[0] === 'boolean'
      ? [`rule=${json({ rule: `self == ${values[0]}` })}`]
      : []),
    ...celFlags(rules),
    ...(typeof inner === 'object' && !Array.isArray(inner) && (type.shape === 'list' || type.shape === 'map')
      ? ruleFlags(inner as JsonSchema, type.shape === 'list' ? type.items : type.values)
      : []),
  ];
}

const celFlags = (rules: JsonSchema): readonly string[] =>
  (rules['x-kubernetes-validations'] ?? []).map((rule: ValidationRule) => `rule=${json(rule)}`);

/** On one line; a bar with spaces would begin the description. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('|', '\\u007c');

/** One line; what has several is written as JSON. */
function described(text: string): string {
  if (text === '') return '';
  return text.includes('\n') ? ` | ${JSON.stringify(text)}` : ` | ${text}`;
}
