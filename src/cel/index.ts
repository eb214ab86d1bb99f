// Door of the room 'cel'.
export { Environment, type EnvironmentOptions } from './environment.ts';
export { type ExplainedPart, explain, whyFalse } from './explanation.ts';
export { DeclType, sizeBelow } from './kubernetes/decl-type.ts';
export { deviceSelectorFault, type SelectorFault } from './kubernetes/device-selector.ts';
export { kubernetesEnvironment, PER_CALL_COST_LIMIT } from './kubernetes/environment.ts';
export {
  allStored,
  type CompiledRule,
  maxCardinality,
  RuleCompiler,
  type RuleExpressions,
  ruleEnvironment,
  type StoredExpressions,
} from './kubernetes/rule-compiler.ts';
export { schemaValue } from './kubernetes/schema-values.ts';
export { type Compiled, compile, type Evaluation, Program, type Trace } from './program.ts';
export { celText } from './values/text.ts';
export { type CelType, types as celTypes } from './values/type.ts';
export { CelError, Optional, type Value } from './values/value.ts';
