import type { ValidationRule } from '#meta';
import type { JsonSchema, StructType } from '#schema';
import type { ApiField, ApiStruct, ApiType, ApiVersion } from '../model.ts';
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
  readonly structs: ReadonlyMap<string, StructType>;
}

/** Writes types in the notation of `describeTypes`. */
export function notationOf(version: ApiVersion, numbers: FieldNumbers): Notation {
  const writer = new NotationWriter(numbers);
  const structs = version.structs.filter(({ isList }) => !isList).map((struct) => writer.struct(struct));
  return { text: `${[...writer.values(version), ...structs].join('\n')}\n`, uses: writer.uses };
}

class NotationWriter {
  readonly uses = new Map<string, { package: string; structs: Map<string, StructType> }>();
  readonly #numbers: FieldNumbers;

  constructor(numbers: FieldNumbers) {
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
    const { name, type, optional } = field;
    const isPointer = optional && type.shape !== 'list' && type.shape !== 'map';
    const isMetadata = name === 'metadata' && struct.kind !== undefined;
    const head = `${this.#numbers.of(struct.name, name)} ${name} ${this.#type(type)}${isPointer && !isMetadata ? '?' : ''}`;
    const flags = [
      ...(optional || isMetadata ? [] : ['always', 'required']),
      ...topologyFlags(field),
      ...nameFlags(type),
      ...ruleFlags(field.rules, type),
      ...(field.default === undefined ? [] : [`default=${json(field.default)}`]),
    ];
    return `${[head, ...flags].join(' ')}${described(field.description)}`;
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
        const library = this.uses.get(prefix) ?? { package: pack, structs: new Map() };
        library.structs.set(struct.name.slice(pack.length + 1), struct);
        this.uses.set(prefix, library);
        return `${prefix}.${struct.name.slice(pack.length + 1)}`;
      }
      default:
        return type.shape;
    }
  }
}

/** `io.k8s.api.core.v1` is `coreV1`, `io.k8s.apimachinery.pkg.apis.meta.v1` is `metaV1`. */
export function prefixOf(pack: string): string {
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
  return [
    ...numbers,
    ...(pattern === undefined ? [] : [`pattern=${json(pattern)}`]),
    ...(format === undefined ? [] : [`format=${format}`]),
    ...(rules.uniqueItems ? ['unique'] : []),
    ...(rules.nullable ? ['nullable'] : []),
    ...(texts !== undefined && texts.length === values?.length && isListed(texts) ? [`values=${texts.join(',')}`] : []),
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
