import {
  type FieldError,
  type FieldPath,
  fieldErrors,
  goQuote,
  type Json,
  type JsonObject,
  FieldPath as Path,
} from '#meta';
import { Correlation } from './correlation.ts';
import { isDeeperThan, MAX_DEPTH } from './deep-values.ts';
import { Findings } from './findings.ts';
import { checkNumber } from './number-checks.ts';
import type { Junctors, SchemaNode, StructuralSchema } from './structural-schema.ts';
import { checkEnum, checkFormat, checkText, checkType } from './value-checks.ts';

interface ValidateOptions {
  /** Where the value stands; left out for a whole object. */
  readonly at?: FieldPath;
}

/**
 * Holds a value against its schema and returns everything that is wrong, in the words of kube-openapi. Faults of
 * siblings come in the order of their names. k8s: kube-openapi/pkg/validation/validate
 */
export function validateValue(schema: StructuralSchema, value: Json, { at }: ValidateOptions = {}): FieldError[] {
  const deep = depthFault(value, at);
  return deep === undefined ? checkValue(schema, value, { at }) : [deep];
}

interface ValidateUpdateOptions extends ValidateOptions {
  readonly old: Json;
}

/** The same for an update: faults of what has not changed are forgiven. k8s: apiserver/validation/ratcheting.go */
export function validateValueUpdate(
  schema: StructuralSchema,
  value: Json,
  { at, old }: ValidateUpdateOptions,
): FieldError[] {
  const deep = depthFault(value, at);
  return deep === undefined ? checkValue(schema, value, { at, correlation: new Correlation(schema, old) }) : [deep];
}

export function depthFault(value: Json, at?: FieldPath): FieldError | undefined {
  if (!isDeeperThan(value, MAX_DEPTH)) return undefined;
  return fieldErrors.invalid(at ?? new Path(''), '', `must not be nested deeper than ${MAX_DEPTH} levels`);
}

interface CheckOptions {
  readonly at?: FieldPath | undefined;
  readonly correlation?: Correlation | undefined;
}

/** For values that are known not to be too deep. */
export function checkValue(
  schema: StructuralSchema,
  value: Json,
  { at, correlation }: CheckOptions = {},
): FieldError[] {
  const findings = new Findings(at);
  new Validation(findings).correlated(schema, value, correlation);
  return findings.distinct();
}

class Validation {
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  correlated(schema: StructuralSchema, value: Json, correlation: Correlation | undefined): void {
    if (correlation === undefined) {
      this.#check(schema, value, undefined);
      return;
    }
    const findings = this.#findings;
    const mark = findings.errors.length;
    this.#check(schema, value, correlation);
    // A value that contains a difference differs as well, so it is not compared again.
    if (findings.errors.length === mark || findings.differsAt > mark) return;
    if (correlation.equals(value)) findings.rewind(mark);
    else findings.differsAt = findings.errors.length;
  }

  /** The order of the checks shows in the order of the errors. */
  #check(schema: StructuralSchema, value: Json, correlation: Correlation | undefined): void {
    const { node } = schema;
    const { checks } = node;
    const findings = this.#findings;
    if (value === null) {
      this.#null(node);
      return;
    }
    if (checks.types.length > 0 || checks.format !== '') findings.matches += checkType(checks, value, findings) ? 2 : 1;
    findings.matches += 4;
    if (node.junctors !== undefined) this.#junctors(node.junctors, value, correlation);
    if (typeof value === 'string') this.#text(node, value);
    else if (typeof value === 'number' || typeof value === 'bigint') this.#number(node, value);
    else if (Array.isArray(value)) this.#list(node, value, correlation);
    if (checks.enum !== undefined) checkEnum(checks.enum, value, findings);
    if (typeof value === 'object' && !Array.isArray(value)) this.#object(node, value, correlation);
  }

  #null(node: SchemaNode): void {
    const { checks } = node;
    if (checks.types.length > 0 && !node.nullable) checkType(checks, null, this.#findings);
    else this.#findings.matches++;
    if (checks.enum !== undefined) checkEnum(checks.enum, null, this.#findings);
  }

  #text({ checks }: SchemaNode, text: string): void {
    const findings = this.#findings;
    findings.matches++;
    if (checks.text !== undefined) checkText(checks.text, text, findings);
    if (checks.stringFormat === undefined) return;
    findings.matches++;
    checkFormat(checks, text, findings);
  }

  #number({ checks }: SchemaNode, value: number | bigint): void {
    this.#findings.matches += 2;
    if (checks.number !== undefined) checkNumber(checks.number, value, this.#findings);
  }

  #list({ items, checks }: SchemaNode, list: readonly Json[], correlation: Correlation | undefined): void {
    const findings = this.#findings;
    findings.matches += 2;
    for (let index = 0; items !== undefined && index < list.length; index++) {
      const item = list[index] ?? null;
      findings.enter(index);
      this.correlated(items, item, correlation?.item(item));
      findings.leave();
    }
    const { minItems, maxItems } = checks;
    if (minItems !== undefined && list.length < minItems) {
      findings.invalid(list.length, `should have at least ${minItems} items`);
    }
    if (maxItems !== undefined && list.length > maxItems) findings.tooMany(list.length, maxItems);
  }

  #object(node: SchemaNode, object: JsonObject, correlation: Correlation | undefined): void {
    const findings = this.#findings;
    const { minProperties, maxProperties } = node.checks;
    findings.matches++;
    const keys = Object.keys(object);
    if (minProperties !== undefined && keys.length < minProperties) {
      findings.invalid(keys.length, `should have at least ${minProperties} properties`);
    }
    if (maxProperties !== undefined && keys.length > maxProperties) findings.tooMany(keys.length, maxProperties);
    this.#members(node, object, { keys, correlation });
    for (const name of node.required) {
      if (!Object.hasOwn(object, name)) findings.required(name);
    }
  }

  #members(node: SchemaNode, object: JsonObject, { keys, correlation }: Members): void {
    const findings = this.#findings;
    const found: { key: string; from: number }[] = [];
    const start = findings.errors.length;
    for (const key of keys) {
      const from = findings.errors.length;
      const property = node.properties.get(key);
      const schema = property ?? node.additionalProperties;
      if (typeof schema === 'object') {
        this.#member(schema, key, { value: object[key] ?? null, correlation, isKey: property === undefined });
      } else if (schema === 'refused') findings.refused(key);
      if (findings.errors.length > from) found.push({ key, from });
    }
    if (found.length > 1) sortErrors(findings, found, start);
  }

  #member(schema: StructuralSchema, key: string, { value, correlation, isKey }: Member): void {
    const findings = this.#findings;
    // The version and kind of a whole object cannot be told apart from those of the old one: both were converted.
    const named = findings.atRoot && (key === 'apiVersion' || key === 'kind');
    const below = correlation === undefined || named ? undefined : correlation.key(key);
    if (isKey) findings.enterKey(key);
    else findings.enter(key);
    this.correlated(schema, value, below);
    findings.leave();
  }

  #junctors(junctors: Junctors, value: Json, correlation: Correlation | undefined): void {
    const attempt = (schema: StructuralSchema): Attempt => this.#attempt(schema, value, correlation);
    if (junctors.anyOf.length > 0) this.#anyOf(junctors.anyOf, attempt);
    if (junctors.oneOf.length > 0) this.#oneOf(junctors.oneOf, attempt);
    if (junctors.allOf.length > 0) this.#allOf(junctors.allOf, attempt);
    if (junctors.not !== undefined && attempt(junctors.not).errors.length === 0) {
      this.#findings.general((name) => `${goQuote(name)} must not validate the schema (not)`);
    }
  }

  #anyOf(schemas: readonly StructuralSchema[], attempt: (schema: StructuralSchema) => Attempt): void {
    let best: Attempt | undefined;
    for (const schema of schemas) {
      const result = attempt(schema);
      if (result.errors.length === 0) {
        this.#findings.matches += result.matches;
        return;
      }
      if (best === undefined || result.matches > best.matches) best = result;
    }
    this.#findings.general((name) => `${goQuote(name)} must validate at least one schema (anyOf)`);
    this.#adopt(best);
  }

  #oneOf(schemas: readonly StructuralSchema[], attempt: (schema: StructuralSchema) => Attempt): void {
    let best: Attempt | undefined;
    const valid: Attempt[] = [];
    for (const schema of schemas) {
      const result = attempt(schema);
      if (result.errors.length === 0) valid.push(result);
      else if (best === undefined || result.matches > best.matches) best = result;
    }
    const [first] = valid;
    if (first !== undefined && valid.length === 1) {
      this.#findings.matches += first.matches;
      return;
    }
    const count = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
    this.#findings.general((name) => `${goQuote(name)} must validate one and only one schema (oneOf). ${count}`);
    if (valid.length === 0) this.#adopt(best);
  }

  #allOf(schemas: readonly StructuralSchema[], attempt: (schema: StructuralSchema) => Attempt): void {
    let valid = 0;
    for (const schema of schemas) {
      const result = attempt(schema);
      if (result.errors.length === 0) valid++;
      this.#adopt(result);
    }
    if (valid === schemas.length) return;
    const none = valid === 0 ? '. None validated' : '';
    this.#findings.general((name) => `${goQuote(name)} must validate all the schemas (allOf)${none}`);
  }

  #attempt(schema: StructuralSchema, value: Json, correlation: Correlation | undefined): Attempt {
    const findings = this.#findings;
    const mark = findings.errors.length;
    const matched = findings.matches;
    findings.matches = 0;
    this.#check(schema, value, correlation);
    const { matches } = findings;
    const errors = findings.errors.length === mark ? noErrors : findings.errors.slice(mark);
    findings.rewind(mark);
    findings.matches = matched;
    return { errors, matches };
  }

  #adopt(attempt: Attempt | undefined): void {
    if (attempt === undefined) return;
    this.#findings.matches += attempt.matches;
    for (const error of attempt.errors) this.#findings.errors.push(error);
  }
}

interface Attempt {
  readonly errors: readonly FieldError[];
  readonly matches: number;
}
interface Members {
  readonly keys: readonly string[];
  readonly correlation: Correlation | undefined;
}
interface Member {
  readonly value: Json;
  /** Of a map, as opposed to the name of a property. */
  readonly isKey: boolean;
  readonly correlation: Correlation | undefined;
}
const noErrors: readonly FieldError[] = [];

/** Brings the errors of siblings, each from its mark to the next, into the order of their names. */
function sortErrors(findings: Findings, found: readonly { key: string; from: number }[], start: number): void {
  const errors = findings.errors.splice(start);
  const groups = found.map(({ key, from }, i) => ({
    key,
    errors: errors.slice(from - start, (found[i + 1]?.from ?? start + errors.length) - start),
  }));
  groups.sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const group of groups) for (const error of group.errors) findings.errors.push(error);
}
