import type { FieldPair } from '../field-pair.ts';

/** What must be given, and no longer must. */
export function checkRequired({ old, next, path, report }: FieldPair): void {
  for (const name of next.required) {
    if (old.required.includes(name)) continue;
    if (next.properties.get(name)?.default !== undefined) {
      const message = 'the field is required now, and has a default';
      report.note({ rule: 'required-with-default', path: [...path, name], message });
      continue;
    }
    const isNew = !old.properties.has(name);
    const message = isNew
      ? 'a new field is required, and has no default'
      : 'the field could be left out and is required now';
    report.note({ rule: 'required-field-added', path: [...path, name], message, effect: 'tightens' });
  }
  for (const name of old.required) {
    const property = next.properties.get(name);
    if (next.required.includes(name) || property === undefined || property.default !== undefined) continue;
    const message = 'the field was always there and may be absent now';
    report.note({ rule: 'required-made-optional', path: [...path, name], message, effect: 'loosens' });
  }
}
