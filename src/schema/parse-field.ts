import { addRule, type RuleDraft, splitFlags } from './rule-flags.ts';
import type { FieldDescription, ScalarName, TypeDescription } from './type-description.ts';

const scalars: ReadonlySet<string> = new Set<ScalarName>([
  'string',
  'bool',
  'int32',
  'int64',
  'double',
  'bytes',
  'time',
  'microTime',
  'quantity',
  'intOrString',
  'json',
]);

interface FieldContext {
  readonly description: string;
  readonly goPackage: string;
  resolve(name: string): TypeDescription;
  /** The values of a named string, where they are listed. */
  valuesOf(goType: string): readonly string[] | undefined;
}

type Draft = { -readonly [K in keyof FieldDescription]: FieldDescription[K] };

/** `3 name string? FLAGS`, without the description. */
export function parseField(text: string, context: FieldContext): FieldDescription {
  const match = /^(\d+)\s+(\S+)\s+(\S+)(?:\s+(.*))?$/.exec(text.trim());
  if (match === null) throw new Error(`not a field: ${text}`);
  const [, number, name = '', type = '', flags] = match;
  const pointer = type.endsWith('?');
  const field: Draft = {
    name,
    number: Number(number),
    type: parseType(pointer ? type.slice(0, -1) : type, context),
    description: context.description,
    pointer,
    whenEmpty: 'omit',
    inline: false,
    required: false,
  };
  const rules: RuleDraft = {};
  for (const flag of splitFlags(flags ?? '')) applyFlag({ field, rules }, { flag, context });
  if (Object.keys(rules).length > 0) field.rules = rules;
  const values = field.enum ?? (field.goType === undefined ? undefined : context.valuesOf(field.goType));
  if (values !== undefined && values.length > 0) field.enum = values;
  // `values` alone are those of its Go type.
  if (rules.values?.length === 0) rules.values = field.enum ?? [];
  return field;
}

function parseType(text: string, context: FieldContext): TypeDescription {
  if (text.startsWith('[') && text.endsWith(']')) {
    return { shape: 'list', items: parseType(text.slice(1, -1), context) };
  }
  if (text.startsWith('{') && text.endsWith('}')) {
    return { shape: 'map', values: parseType(text.slice(1, -1), context) };
  }
  return scalars.has(text) ? { shape: text as ScalarName } : context.resolve(text);
}

interface FlagWork {
  readonly flag: string;
  readonly context: FieldContext;
}

/** What each flag means. The value is what stands behind `=`. Those that declare rules are in `rule-flags.ts`. */
const flagMeanings: { readonly [flag: string]: (field: Draft, value: string, context: FieldContext) => void } = {
  /** No `omitempty`: written even when empty. */
  always: (field) => {
    field.whenEmpty = 'always';
  },
  /** `omitzero`: an empty struct or time is left out too. */
  omitzero: (field) => {
    field.whenEmpty = 'omitZero';
  },
  /** An empty map is something else than none to the rules of the kind; it is left out all the same. */
  explicit: (field) => {
    field.explicit = true;
  },
  required: (field) => {
    field.required = true;
  },
  inline: (field) => {
    field.inline = true;
  },
  boxed: (field) => {
    field.boxed = true;
  },
  list: (field, value) => {
    const keys = /^map\((.*)\)$/.exec(value);
    field.listType = keys === null ? (value as 'atomic' | 'set') : 'map';
    if (keys !== null) field.listMapKeys = (keys[1] ?? '').split(',');
  },
  map: (field, value) => {
    field.mapType = value as 'atomic' | 'granular';
  },
  /** `merge` or `merge=KEY`: the strategy of strategic-merge patches. */
  merge: (field, value) => {
    field.patchStrategy = field.patchStrategy === 'retainKeys' ? 'merge,retainKeys' : 'merge';
    if (value !== '') field.mergeKey = value;
  },
  /** A strategic-merge patch replaces the struct as a whole. */
  replace: (field) => {
    field.patchStrategy = 'replace';
  },
  retainKeys: (field) => {
    field.patchStrategy = field.patchStrategy === 'merge' ? 'merge,retainKeys' : 'retainKeys';
  },
  /** The named string whose values it has, where `go` does not tell: in a map. */
  enum: (field, value, context) => {
    const values = context.valuesOf(value);
    if (values === undefined) throw new Error(`${field.name}: there are no values of ${value}`);
    field.enum = values;
  },
  /** The Go type in decoding errors: `go=UID`, `go=types.UID`, `go=[]UID`, `go=map[string]UID`. */
  go: (field, value, context) => {
    field.goType = value.replaceAll(/(?<![\w.])[A-Z]\w*/g, `${context.goPackage}.$&`);
  },
  default: (field, value) => {
    field.default = JSON.parse(value) as NonNullable<FieldDescription['default']>;
  },
};

interface FieldWork {
  readonly field: Draft;
  readonly rules: RuleDraft;
}

function applyFlag({ field, rules }: FieldWork, { flag, context }: FlagWork): void {
  const equals = flag.indexOf('=');
  const name = equals < 0 ? flag : flag.slice(0, equals);
  const meaning = Object.hasOwn(flagMeanings, name) ? flagMeanings[name] : undefined;
  const value = equals < 0 ? '' : flag.slice(equals + 1);
  if (meaning !== undefined) meaning(field, value, context);
  else if (!addRule(rules, name, value)) throw new Error(`unknown flag ${flag} of the field ${field.name}`);
}
