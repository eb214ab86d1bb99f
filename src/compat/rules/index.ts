import { conventionRules } from './convention-rules.ts';
import { defaultRules } from './default-rules.ts';
import { fieldRules } from './field-rules.ts';
import type { Rule } from './rule.ts';
import { structureRules } from './structure-rules.ts';
import { valueRules } from './value-rules.ts';
import { versionRules } from './version-rules.ts';

const table = [...fieldRules, ...defaultRules, ...valueRules, ...structureRules, ...versionRules, ...conventionRules];

export type RuleId = (typeof table)[number]['id'];

/** Every rule there is, once. The checks name them; explanations, documents and reports are made from them. */
export const rules: readonly Rule[] = table;

export { type Direction, type Example, type ExamplePart, exampleDefinition, type Rule, type Severity } from './rule.ts';
