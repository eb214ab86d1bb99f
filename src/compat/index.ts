// Door of the room 'compat': which changes of an API break whom.

export { type Acceptance, readAccepted, sortAccepted } from './accepted.ts';
export type { ApiDefinition, ApiVersion, Stability } from './api-definition.ts';
export { compareDefinitions, removedDefinition } from './compare-definitions.ts';
export {
  type Comparison,
  countBySeverity,
  findingText,
  hasAtLeast,
  inOrder,
} from './comparison.ts';
export {
  type ConvertObjects,
  conversionLosses,
  lostOf,
  lostPaths,
  type TripLoss,
  thereAndBack,
  type Way,
} from './conversion-trips.ts';
export { compareSets, type DefinitionSet, type LazyDefinition } from './definition-set.ts';
export { type Finding, pathText, type TouchedObjects } from './finding.ts';
export { explanation } from './output/explanation.ts';
export { githubReport } from './output/github.ts';
export { jsonReport } from './output/json.ts';
export { junitReport } from './output/junit.ts';
export { markdownReport } from './output/markdown.ts';
export { sarifReport } from './output/sarif.ts';
export { textReport } from './output/text.ts';
export { convertingBy, isDeclaredLost, policyLosses, pruningBy, storedPolicyLosses } from './policy-round-trip.ts';
export { CompatInputError, isDefinition, objectAt, readDefinition } from './read-definition.ts';
export { describedKindsIn, readDescribedKind } from './read-described-kind.ts';
export { isOpenApi, readOpenApi } from './read-openapi.ts';
export { type ReportOptions, ruleNamed, severities } from './report.ts';
export { lossesOf, type TripObject, tripObjects } from './round-trip.ts';
export {
  type Direction,
  type Example,
  exampleDefinition,
  type Rule,
  type RuleId,
  rules,
  type Severity,
} from './rules/index.ts';
export { TouchCounter } from './touch-counter.ts';
