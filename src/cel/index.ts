// Door of the room 'cel'.
export { Environment, type EnvironmentOptions } from './environment.ts';
export { deviceSelectorFault, type SelectorFault } from './kubernetes/device-selector.ts';
export { PER_CALL_COST_LIMIT } from './kubernetes/environment.ts';
export {
  allStored,
  type CompiledRule,
  maxCardinality,
  RuleCompiler,
  type RuleExpressions,
  type StoredExpressions,
} from './kubernetes/rule-compiler.ts';
export { type CelSchema, SchemaShape } from './kubernetes/schema-shape.ts';
export { schemaValue } from './kubernetes/schema-values.ts';
export { type Compiled, compile, type Evaluation, Program, type Trace } from './program.ts';
export { CelError, Optional, type Value } from './values/value.ts';
