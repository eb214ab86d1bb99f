import type { ValidationRule } from '#meta';
import type { JsonSchema } from './structural/json-schema.ts';

/**
 * What is declared of a field besides its type. What is said of a value holds for each item of a list or map; what is said
 * of items or properties holds for the list or map itself.
 */
export interface FieldRules {
  /** It must be there: a text, list or map that is empty is not, nor is a zero that is no pointer. */
  readonly present?: true;
  /** The only values of a text, in the order in which messages list them. */
  readonly values?: readonly string[];
  /** The only values of a number. */
  readonly numbers?: readonly number[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  /** In characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** In bytes of UTF-8. */
  readonly maxBytes?: number;
  /** A regular expression that matches some part of the text. */
  readonly pattern?: string;
  readonly format?: string;
  /** The format of the keys of a map. */
  readonly keys?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** It stays as it was when the object was made; `untold` where messages do not show the new value. */
  readonly immutable?: 'told' | 'untold';
  /** Clients may write null for nothing. */
  readonly nullable?: true;
  readonly cel?: readonly ValidationRule[];
  /** The structural schema of a value that may have more fields than are known. */
  readonly schema?: JsonSchema;
}

/** What is declared of the fields of a struct together. */
export interface StructRules {
  /** Exactly one of the fields of each group is there. */
  readonly oneOf: readonly (readonly string[])[];
  readonly atMostOneOf: readonly (readonly string[])[];
  readonly cel: readonly ValidationRule[];
}

export type RuleDraft = { -readonly [Name in keyof FieldRules]: FieldRules[Name] };

type NumberRule = { [Name in keyof FieldRules]-?: FieldRules[Name] extends number | undefined ? Name : never };
const numberRules: { readonly [Name in NonNullable<NumberRule[keyof FieldRules]>]: true } = {
  minimum: true,
  maximum: true,
  exclusiveMinimum: true,
  exclusiveMaximum: true,
  multipleOf: true,
  minLength: true,
  maxLength: true,
  maxBytes: true,
  minItems: true,
  maxItems: true,
  minProperties: true,
  maxProperties: true,
};

/** What each flag means. The value is what stands behind `=`. */
const meanings: { readonly [flag: string]: (rules: RuleDraft, value: string) => void } = {
  present: (rules) => {
    rules.present = true;
  },
  values: (rules, value) => {
    rules.values = value === '' ? [] : value.split(',');
  },
  numbers: (rules, value) => {
    rules.numbers = value.split(',').map(Number);
  },
  /** JSON, so that it can contain spaces. */
  pattern: (rules, value) => {
    rules.pattern = String(JSON.parse(value));
  },
  format: (rules, value) => {
    rules.format = value;
  },
  keys: (rules, value) => {
    rules.keys = value;
  },
  unique: (rules) => {
    rules.uniqueItems = true;
  },
  immutable: (rules, value) => {
    rules.immutable = value === 'untold' ? 'untold' : 'told';
  },
  nullable: (rules) => {
    rules.nullable = true;
  },
  schema: (rules, value) => {
    rules.schema = JSON.parse(value) as JsonSchema;
  },
  rule: (rules, value) => {
    rules.cel = [...(rules.cel ?? []), parseRule(value)];
  },
};

/** Writes down what a flag declares; false if it declares no rule. */
export function addRule(rules: RuleDraft, flag: string, value: string): boolean {
  if (Object.hasOwn(numberRules, flag)) {
    const number = Number(value);
    if (value === '' || Number.isNaN(number)) throw new Error(`${flag}=${value}: not a number`);
    rules[flag as keyof typeof numberRules] = number;
    return true;
  }
  const meaning = Object.hasOwn(meanings, flag) ? meanings[flag] : undefined;
  meaning?.(rules, value);
  return meaning !== undefined;
}

/** `oneof=a,b`, `atmostone=a,b` and `rule={…}` of the first line of a struct. */
export function structRules(flags: readonly string[]): StructRules | undefined {
  const behind = (name: string): readonly string[] =>
    flags.filter((flag) => flag.startsWith(`${name}=`)).map((flag) => flag.slice(name.length + 1));
  const rules: StructRules = {
    oneOf: behind('oneof').map((names) => names.split(',')),
    atMostOneOf: behind('atmostone').map((names) => names.split(',')),
    cel: behind('rule').map(parseRule),
  };
  return Object.values(rules).some((list) => list.length > 0) ? rules : undefined;
}

/** The flags whose value is JSON, and may contain spaces. */
const jsonFlags = ['default=', 'rule=', 'pattern=', 'schema='];

/** At spaces, except those inside JSON. */
export function splitFlags(text: string): readonly string[] {
  const flags: string[] = [];
  for (const word of text.split(/\s/)) {
    const last = flags.at(-1);
    if (last !== undefined && isUnfinished(last)) flags[flags.length - 1] += ` ${word}`;
    else if (word !== '') flags.push(word);
  }
  return flags;
}

function isUnfinished(flag: string): boolean {
  const start = jsonFlags.find((name) => flag.startsWith(name));
  return start !== undefined && !isJson(flag.slice(start.length));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** An entry of `x-kubernetes-validations`, as JSON. */
function parseRule(text: string): ValidationRule {
  const rule: ValidationRule = JSON.parse(text);
  if (typeof rule.rule !== 'string') throw new Error(`a rule without an expression: ${text}`);
  return rule;
}
