// Door of the room 'conversion': rules that convert objects between the versions of a definition, in both directions.
export { type ConvertedDefinition, policyProblems } from './assess-policy.ts';
export { ConversionRuleError } from './conversion-fault.ts';
export { type ReadPolicy, readPolicy } from './policy.ts';
export { byAge } from './policy-age.ts';
export { type AppliedRule, PolicyConverter } from './policy-converter.ts';
export { policyDefinition } from './policy-definition.ts';
