import type { Environment } from '../environment.ts';
import { compile, type Program } from '../program.ts';
import { type CelType, listType, types } from '../values/type.ts';
import { admissionTypes, namespaceType, requestType, VariableTypes, variablesType } from './admission-types.ts';
import { authorizerType, resourceCheckType } from './authorizer.ts';
import { COMPATIBILITY_VERSION, kubernetesEnvironment } from './environment.ts';
import { kubernetesJsonPatch } from './json-patch.ts';
import { configurationType, mutationTypes, patchOperationType } from './mutation-values.ts';

/** What an expression of admission must give. */
const admissionResults = {
  condition: [types.bool],
  message: [types.string],
  annotation: [types.string, types.null],
  configuration: [configurationType],
  jsonPatch: [listType(patchOperationType)],
  anything: undefined,
} as const satisfies Record<string, readonly CelType[] | undefined>;

export interface AdmissionExpression {
  readonly expression: string;
  readonly result: keyof typeof admissionResults;
  /** Whether there is a variable `authorizer`; true if absent. */
  readonly authorizer?: boolean;
  /** It was stored before, so it may use functions of newer versions too. */
  readonly stored: boolean;
}

/** Why an expression cannot be used. */
interface ExpressionFault {
  readonly kind: 'invalid' | 'internal';
  readonly detail: string;
}

/** An expression that is ready to be evaluated, or why it is not. */
export type CompiledExpression = {
  readonly expression: string;
} & ({ readonly program: Program; readonly fault?: undefined } | { readonly fault: ExpressionFault });

interface Declared {
  readonly stored: boolean;
  readonly params: boolean;
  readonly authorizer: boolean;
  readonly patches: boolean;
}

const environments = new Map<string, Environment>();

function environmentFor(declared: Declared): Environment {
  const key = JSON.stringify(declared);
  let environment = environments.get(key);
  if (environment === undefined) {
    environment = makeEnvironment(declared);
    environments.set(key, environment);
  }
  return environment;
}

function makeEnvironment({ stored, params, authorizer, patches }: Declared): Environment {
  const environment = kubernetesEnvironment(stored ? 'newest' : COMPATIBILITY_VERSION).extend({
    types: admissionTypes,
    variables: {
      object: types.dyn,
      oldObject: types.dyn,
      namespaceObject: namespaceType,
      request: requestType,
      ...(params && { params: types.dyn }),
      ...(authorizer && { authorizer: authorizerType, 'authorizer.requestResource': resourceCheckType }),
    },
  });
  return patches ? environment.extend({ types: mutationTypes, libraries: [kubernetesJsonPatch] }) : environment;
}

/**
 * Compiles the expressions of a policy, or of the conditions of a webhook. A variable is known to what is compiled after
 * it. k8s: apiserver/pkg/admission/plugin/cel/compile.go, composition.go
 */
export class AdmissionCompiler {
  readonly #params: boolean;
  readonly #variableTypes: VariableTypes | undefined;
  readonly #variables = new Map<string, CompiledExpression>();
  readonly #composed = new Map<Environment, Environment>();

  /** `composes`: whether there is a variable `variables`. */
  constructor({ params, composes }: { readonly params: boolean; readonly composes: boolean }) {
    this.#params = params;
    this.#variableTypes = composes ? new VariableTypes() : undefined;
  }

  /** The variables that were compiled, by their names. */
  get variables(): ReadonlyMap<string, CompiledExpression> {
    return this.#variables;
  }

  addVariable(name: string, expression: string, { stored }: { readonly stored: boolean }): CompiledExpression {
    const compiled = this.compile({ expression, result: 'anything', stored });
    this.#variableTypes?.add(name, 'program' in compiled ? compiled.program.outputType : undefined);
    this.#variables.set(name, compiled);
    return compiled;
  }

  compile({ expression, result, authorizer = true, stored }: AdmissionExpression): CompiledExpression {
    const patches = result === 'configuration' || result === 'jsonPatch';
    const environment = this.#compose(environmentFor({ stored, params: this.#params, authorizer, patches }));
    return compileFor(expression, environment, admissionResults[result]);
  }

  #compose(environment: Environment): Environment {
    if (this.#variableTypes === undefined) return environment;
    let composed = this.#composed.get(environment);
    if (composed === undefined) {
      composed = environment.extend({ variables: { variables: variablesType }, types: this.#variableTypes });
      this.#composed.set(environment, composed);
    }
    return composed;
  }
}

function compileFor(
  expression: string,
  environment: Environment,
  results: readonly CelType[] | undefined,
): CompiledExpression {
  const failed = (kind: ExpressionFault['kind'], detail: string) => ({ expression, fault: { kind, detail } });
  const compiled = compile(expression, environment);
  if ('issues' in compiled) return failed('invalid', `compilation failed: ${compiled.issues}`);
  const { ast } = 'program' in compiled ? compiled.program : compiled;
  const output = ast.types[ast.expr.id] as CelType;
  if (results !== undefined && !results.some((type) => type.equals(output) && type.nullable === output.nullable)) {
    const [only] = results as readonly [CelType];
    const wanted = results.length === 1 ? `${goTypeText(only)}` : `one of [${results.map(goTypeText).join(' ')}]`;
    return failed('invalid', `must evaluate to ${wanted} but got ${goTypeText(output)}`);
  }
  if ('planFault' in compiled) return failed('internal', `program instantiation failed: ${compiled.planFault}`);
  return { expression, program: compiled.program };
}

/** As Go shows a type: by the names that types have at run time. */
function goTypeText(type: CelType): string {
  const { name, parameters } = type;
  return parameters.length === 0 ? name : `${name}(${parameters.map(goTypeText).join(', ')})`;
}
