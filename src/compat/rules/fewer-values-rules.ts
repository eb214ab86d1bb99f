import type { RuleId } from './index.ts';

/** The rules that only tell that fewer values are valid. */
export const fewerValuesRules: ReadonlySet<RuleId> = new Set<RuleId>([
  'type-changed',
  'required-field-added',
  'enum-value-removed',
  'bounds-tightened',
  'pattern-changed',
  'format-changed',
  'nullable-changed',
  'int-or-string-changed',
]);
