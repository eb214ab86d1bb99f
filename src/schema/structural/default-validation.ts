import {
  cloneJson,
  type FieldError,
  FieldPath,
  fieldErrors,
  formatFieldErrors,
  type Json,
  type JsonObject,
  numericEqual,
} from '#meta';
import { sortedJson } from './deep-values.ts';
import { coerceEmbedded, validateEmbedded, validateResource } from './embedded-metadata.ts';
import { defaultOf, itemsOf, type JsonSchema, propertiesOf } from './json-schema.ts';
import { pruneValue } from './prune.ts';
import { RuleNode } from './rules/rule-node.ts';
import { RULES_COST_BUDGET, validateRules } from './rules/validate-rules.ts';
import { compileSchema, type StructuralSchema } from './structural-schema.ts';
import { validateValue } from './validate.ts';

interface DefaultRuleOptions {
  readonly requirePruned: boolean;
}

/** Defaults have to be valid, and must not contain what would be pruned. k8s: apiserver/schema/defaulting/validation.go */
export function validateDefaults(schema: JsonSchema, at: FieldPath, options: DefaultRuleOptions): FieldError[] {
  const found: FieldError[] = [];
  const budget = { remaining: RULES_COST_BUDGET };
  visit(schema, at, { options, found, budget, surround: wrapRoot, insideMeta: false, root: true });
  return found;
}

interface Visit {
  readonly options: DefaultRuleOptions;
  readonly found: FieldError[];
  /** What rules may still cost that are evaluated for defaults. */
  readonly budget: { remaining: number };
  /** Builds a resource around a value at this place: metadata can only be judged as a whole. */
  readonly surround: (value: Json) => JsonObject;
  readonly insideMeta: boolean;
  readonly root: boolean;
}

const metaFields: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);
const wrapRoot = (value: Json): JsonObject => ({
  apiVersion: 'validation/v1',
  kind: 'Validation',
  ...(value as JsonObject),
});

function visit(schema: JsonSchema, at: FieldPath, state: Visit): void {
  if (state.budget.remaining < 0) return;
  const resource = state.root || schema['x-kubernetes-embedded-resource'] === true;
  const here: Visit = resource ? { ...state, surround: wrapRoot, insideMeta: false, root: false } : state;
  const value = defaultOf(schema);
  if (value !== undefined) {
    const faults = here.insideMeta ? validateMetaDefault : validateDefault;
    here.found.push(...faults(schema, at.child('default'), { ...here, value, isResource: resource }));
  }
  // Those of additionalProperties never apply, so they are not looked at.
  const items = itemsOf(schema);
  if (items !== undefined) visit(items, at.child('items'), { ...here, surround: (one) => here.surround([one]) });
  for (const [name, property] of propertiesOf(schema)) {
    visit(property, at.child('properties').key(name), {
      ...here,
      surround: (one) => here.surround({ [name]: one }),
      insideMeta: here.insideMeta || (resource && metaFields.has(name)),
    });
  }
}

interface DefaultVisit extends Visit {
  readonly value: Json;
  readonly isResource: boolean;
}

/** What the schema and its rules say to a default. */
function validateOneValue(source: JsonSchema, at: FieldPath, visit: DefaultVisit): FieldError[] {
  const schema = compileSchema(source);
  const faults = validateValue(schema, visit.value, { at });
  return faults.length > 0 ? faults : validateRule(schema, at, visit);
}

/** A default comes with the creation of an object or stays as it is: rules have to allow both. */
function validateRule(
  schema: StructuralSchema,
  at: FieldPath,
  { value, budget, isResource }: DefaultVisit,
): FieldError[] {
  const node = RuleNode.of(schema, { isResource });
  if (node === undefined) return [];
  const staying = validateRules(node, value, { at, old: value, budget: budget.remaining });
  if (staying.faults.length > 0) {
    budget.remaining = staying.remaining;
    return staying.faults;
  }
  const coming = validateRules(node, value, { at, budget: budget.remaining });
  budget.remaining = Math.min(staying.remaining, coming.remaining);
  return coming.faults;
}

function validateDefault(source: JsonSchema, at: FieldPath, visit: DefaultVisit): FieldError[] {
  const { value, options } = visit;
  const schema = compileSchema(source);
  const found: FieldError[] = [];
  if (options.requirePruned && !isPruned(schema, value)) {
    found.push(fieldErrors.invalid(at, sortedJson(value), 'must not have unknown fields'));
  }
  const coerced = cloneJson(value);
  const { error } = coerceEmbedded(schema, coerced, { at });
  if (error !== undefined) return [...found, error];
  const embedded = validateEmbedded(schema, coerced, at);
  return [...found, ...(embedded.length > 0 ? embedded : validateOneValue(source, at, { ...visit, value: coerced }))];
}

function isPruned(schema: StructuralSchema, value: Json): boolean {
  const pruned = cloneJson(value);
  pruneValue(schema, pruned);
  return numericEqual(pruned, value);
}

function validateMetaDefault(source: JsonSchema, at: FieldPath, visit: DefaultVisit): FieldError[] {
  const { value, surround } = visit;
  const object = surround(cloneJson(value));
  const wrong = (why: string): FieldError[] => [
    fieldErrors.invalid(at, sortedJson(value), `must result in valid metadata: ${why}`),
  ];
  const { error } = coerceEmbedded(embeddedRoot, object);
  if (error !== undefined) return wrong(formatFieldErrors([error]));
  const faults = validateResource(object, new FieldPath(''));
  return faults.length > 0 ? wrong(formatFieldErrors(faults)) : validateOneValue(source, at, visit);
}

const embeddedRoot = compileSchema({ type: 'object', 'x-kubernetes-embedded-resource': true });

/** Whether a definition already has defaults with unknown fields, which it may then keep. */
export function hasUnprunedDefaults(schema: JsonSchema): boolean {
  const value = defaultOf(schema);
  if (value !== undefined && !isPruned(compileSchema(schema), value)) return true;
  const items = itemsOf(schema);
  return (
    (items !== undefined && hasUnprunedDefaults(items)) ||
    propertiesOf(schema).some(([, one]) => hasUnprunedDefaults(one))
  );
}
