import { type FieldError, FieldPath, fieldErrors, type Json, type JsonObject } from '#meta';
import { Correlation } from './correlation.ts';
import { validateEmbedded } from './embedded-metadata.ts';
import { validateListTypes } from './list-types.ts';
import { validateRules } from './rules/validate-rules.ts';
import type { StructuralSchema } from './structural-schema.ts';
import { checkValue, depthFault } from './validate.ts';

/** All that a schema asks of a new object or value, except its rules (`x-kubernetes-validations`). */
export function validateObject(schema: StructuralSchema, object: Json, at?: FieldPath): FieldError[] {
  const deep = depthFault(object);
  if (deep !== undefined) return [deep];
  return [...checkValue(schema, object, { at }), ...validateContent(schema, object, { at })];
}

/**
 * All that it asks of an update. Values that have not changed may keep their faults; an object that had anything twice
 * in a set or map list may have such things everywhere.
 */
export function validateUpdate(schema: StructuralSchema, next: JsonObject, live: JsonObject): FieldError[] {
  const deep = depthFault(next);
  if (deep !== undefined) return [deep];
  const found = checkValue(schema, next, { correlation: new Correlation(schema, live) });
  return [...found, ...validateContent(schema, next, { live })];
}

interface ContentOptions {
  readonly at?: FieldPath | undefined;
  readonly live?: JsonObject;
}

/** What is asked behind the values: of the resources in an object, and of its set and map lists. It must not be too deep. */
export function validateContent(schema: StructuralSchema, next: Json, { at, live }: ContentOptions = {}): FieldError[] {
  const found = validateEmbedded(schema, next, at);
  const twice = validateListTypes(schema, next, at);
  const mayStay = twice.length > 0 && live !== undefined && validateListTypes(schema, live).length > 0;
  return mayStay ? found : [...found, ...twice];
}

const blocking: ReadonlySet<FieldError['type']> = new Set<FieldError['type']>([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

interface ObjectRuleOptions {
  /** What else is wrong with the object. After some faults the rules are not evaluated, and the answer says so. */
  readonly found: readonly FieldError[];
  /** The object before an update. */
  readonly live?: JsonObject;
  /** Called with faults that are ignored because the value has not changed. */
  readonly warn: (text: string) => void;
}

/** What the rules of a schema say to an object. */
export function validateObjectRules(
  schema: StructuralSchema,
  object: JsonObject,
  { found, live, warn }: ObjectRuleOptions,
): readonly FieldError[] {
  const { rules } = schema;
  if (rules === undefined) return [];
  if (found.some(({ type }) => blocking.has(type))) {
    const detail =
      'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
    return [fieldErrors.invalid(new FieldPath(''), null, detail)];
  }
  const former = live === undefined ? {} : { old: live, correlation: new Correlation(schema, live) };
  return validateRules(rules, object, { ...former, warn }).faults;
}
