// Door of the room 'cel'.
export { Environment } from './environment.ts';
export { type ExplainedPart, explain, whyFalse } from './explanation.ts';
export {
  AdmissionCompiler,
  type AdmissionExpression,
  type CompiledExpression,
} from './kubernetes/admission-compiler.ts';
export {
  type AdmissionActivation,
  AdmissionEvaluation,
  CONDITION_COST_BUDGET,
  type ExpressionOutcome,
  OutOfBudget,
  POLICY_COST_BUDGET,
} from './kubernetes/admission-evaluation.ts';
export { AdmissionTypeChecker } from './kubernetes/admission-type-check.ts';
export {
  type AuthorizationAnswer,
  type AuthorizationQuestion,
  AuthorizerValue,
  ResourceCheckValue,
} from './kubernetes/authorizer.ts';
export { DeclType } from './kubernetes/decl-type.ts';
export { deviceSelectorFault } from './kubernetes/device-selector.ts';
export { kubernetesEnvironment, PER_CALL_COST_LIMIT } from './kubernetes/environment.ts';
export { configurationJson, MutationFault, patchJson } from './kubernetes/mutation-results.ts';
export { jsonOfValue } from './kubernetes/mutation-values.ts';
export {
  allStored,
  type CompiledRule,
  maxCardinality,
  RuleCompiler,
  ruleEnvironment,
  type StoredExpressions,
} from './kubernetes/rule-compiler.ts';
export { schemaValue } from './kubernetes/schema-values.ts';
export { sizeBelow } from './kubernetes/size-below.ts';
export { compile, type Evaluation, Program } from './program.ts';
export { celText } from './values/text.ts';
export { goDuration, parseDuration } from './values/time.ts';
export { type CelType, types as celTypes } from './values/type.ts';
export { CelError, Duration, Optional, type Value } from './values/value.ts';
