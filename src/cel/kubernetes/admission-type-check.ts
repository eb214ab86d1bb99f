import type { Environment } from '../environment.ts';
import { compile } from '../program.ts';
import { type CelType, types } from '../values/type.ts';
import { admissionTypes, namespaceType, requestType, VariableTypes, variablesType } from './admission-types.ts';
import { authorizerType } from './authorizer.ts';
import type { DeclType } from './decl-type.ts';
import { kubernetesEnvironment } from './environment.ts';
import { SchemaTypes } from './schema-types.ts';

/** What expressions are checked against. Without a shape a variable may be anything. */
interface CheckedShapes {
  readonly object: DeclType | undefined;
  /** Absent where there is no variable `params`. */
  readonly params?: { readonly shape: DeclType | undefined };
}

/**
 * Checks expressions of a policy once more, now that the types of objects and parameters are known.
 * k8s: apiserver/pkg/admission/plugin/policy/validating/typechecking.go
 */
export class AdmissionTypeChecker {
  readonly #environment: Environment;
  readonly #variables = new VariableTypes();

  constructor({ object, params }: CheckedShapes) {
    const roots = [object, params?.shape].filter((shape) => shape !== undefined);
    const typeOf = (shape: DeclType | undefined): CelType => shape?.type ?? types.dyn;
    this.#environment = kubernetesEnvironment('newest')
      .extend({ types: new SchemaTypes(roots, { keywordFields: true }) })
      .extend({
        types: admissionTypes,
        variables: {
          namespaceObject: namespaceType,
          request: requestType,
          object: typeOf(object),
          oldObject: typeOf(object),
          ...(params && { params: typeOf(params.shape) }),
          authorizer: authorizerType,
        },
      })
      .extend({ types: this.#variables, variables: { variables: variablesType } });
  }

  addVariable(name: string, expression: string): void {
    const compiled = compile(expression, this.#environment);
    const ast = 'program' in compiled ? compiled.program.ast : 'ast' in compiled ? compiled.ast : undefined;
    this.#variables.add(name, ast?.types[ast.expr.id]);
  }

  /** What is wrong with an expression, with places; undefined if nothing is. */
  check(expression: string): string | undefined {
    const compiled = compile(expression, this.#environment);
    return 'issues' in compiled ? String(compiled.issues) : undefined;
  }
}
