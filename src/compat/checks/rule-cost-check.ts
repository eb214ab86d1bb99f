import { type FieldError, FieldPath } from '#meta';
import { canonicalText, definitionOptionsAfter, type JsonSchema, validateSchemaDefinition } from '#schema';
import type { VersionReport } from '../report.ts';

/** New rules that a server refuses, because they do not compile or may take too long. */
export function checkRuleCosts(old: JsonSchema | undefined, next: JsonSchema, report: VersionReport): void {
  if (!hasNewRules(old, next)) return;
  const before = new Set(old === undefined ? [] : ruleFaults(old).map(({ body }) => body));
  for (const { field, body } of ruleFaults(next)) {
    if (before.has(body)) continue;
    const path = field.replace(/^schema\.?/, '').replace(/\.?x-kubernetes-validations.*$/, '');
    report.note({ rule: 'rule-too-costly', path: fieldPath(path), message: body.split('\n')[0] ?? body });
  }
}

function hasNewRules(old: JsonSchema | undefined, next: JsonSchema): boolean {
  const text = canonicalText(next as never);
  return text.includes('"x-kubernetes-validations"') && (old === undefined || canonicalText(old as never) !== text);
}

function ruleFaults(schema: JsonSchema): readonly FieldError[] {
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
