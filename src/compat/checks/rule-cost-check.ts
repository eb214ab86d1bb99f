import { type FieldError, FieldPath } from '#meta';
import {
  additionalOf,
  definitionOptionsAfter,
  itemsOf,
  type JsonSchema,
  propertiesOf,
  validateSchemaDefinition,
} from '#schema';
import type { VersionReport } from '../report.ts';

/** New rules that a server refuses, because they do not compile or may take too long. */
export function checkRuleCosts(old: JsonSchema | undefined, next: JsonSchema, report: VersionReport): void {
  if (!hasNewRules(old, next)) return;
  const before = new Set(old === undefined ? [] : validateRules(old).map(({ body }) => body));
  for (const { field, body } of validateRules(next)) {
    if (before.has(body)) continue;
    const path = field.replace(/^schema\.?/, '').replace(/\.?x-kubernetes-validations.*$/, '');
    report.note({ rule: 'rule-too-costly', path: fieldPath(path), message: body.split('\n')[0] ?? body });
  }
}

/** Rules cost what they cost because of the bounds of what they walk through: neither may have changed. */
function hasNewRules(old: JsonSchema | undefined, next: JsonSchema): boolean {
  const [before, after] = [old === undefined ? [] : costWords(old), costWords(next)];
  return after.some((word) => word.startsWith('rule ')) && before.join('\n') !== after.join('\n');
}

const bounds = ['maxItems', 'maxLength', 'maxProperties', 'enum', 'format', 'type'] as const;

function costWords(root: JsonSchema): readonly string[] {
  const words: string[] = [];
  const visit = (schema: JsonSchema): void => {
    for (const { rule = '' } of schema['x-kubernetes-validations'] ?? []) words.push(`rule ${rule}`);
    for (const bound of bounds) if (schema[bound] !== undefined) words.push(`${bound} ${schema[bound]}`);
    const [items, values] = [itemsOf(schema), additionalOf(schema)];
    for (const [, property] of propertiesOf(schema)) visit(property);
    if (items !== undefined) visit(items);
    if (values !== undefined) visit(values);
  };
  visit(root);
  return words;
}

function validateRules(schema: JsonSchema): readonly FieldError[] {
  const faults = validateSchemaDefinition(schema, new FieldPath('schema'), definitionOptionsAfter([]));
  return faults.filter(({ field, body }) => /x-kubernetes-validations/.test(`${field} ${body}`));
}

/** `properties[spec].items` as `spec[*]`. */
function fieldPath(path: string): readonly string[] {
  const steps = path.match(/properties\[[^\]]*\]|items|additionalProperties/g) ?? [];
  return steps.map((step) =>
    step === 'items' ? '[*]' : step === 'additionalProperties' ? '{*}' : step.slice('properties['.length, -1),
  );
}
