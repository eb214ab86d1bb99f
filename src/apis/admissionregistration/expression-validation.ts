import { AdmissionCompiler, type AdmissionExpression } from '#cel';
import { type FieldError, type FieldPath, fieldErrors } from '#meta';
import type { PolicySpec } from './policy-validation.ts';

/** What is to be checked. It is shown as it was written. */
interface WrittenExpression extends Omit<AdmissionExpression, 'stored'> {
  readonly shown?: string;
}

export type Expressions = ReadonlySet<string>;

export const noExpressions: Expressions = new Set();

/** Says whether expressions compile, and to the right type. k8s: pkg/apis/admissionregistration/validation */
export class ExpressionRules {
  readonly #compiler: AdmissionCompiler;

  constructor(compiler: AdmissionCompiler) {
    this.#compiler = compiler;
  }

  /** Those of a policy, with its variables. */
  static of({ paramKind, variables = [] }: PolicySpec, { composes = variables.length > 0 } = {}): ExpressionRules {
    return new ExpressionRules(new AdmissionCompiler({ params: paramKind !== undefined, composes }));
  }

  validate(field: FieldPath, written: WrittenExpression, stored: Expressions): FieldError[] {
    const { shown = written.expression } = written;
    const { fault } = this.#compiler.compile({ ...written, stored: stored.has(shown) });
    return fault === undefined ? [] : [faultError(field, shown, fault)];
  }

  validateVariable(field: FieldPath, variable: { name: string; expression: string }, stored: Expressions) {
    const { name, expression } = variable;
    const { fault } = this.#compiler.addVariable(name, expression, { stored: stored.has(expression) });
    return fault === undefined ? [] : [faultError(field, expression, fault)];
  }
}

interface Fault {
  readonly kind: 'invalid' | 'internal';
  readonly detail: string;
}

function faultError(field: FieldPath, shown: string, { kind, detail }: Fault): FieldError {
  return kind === 'internal' ? fieldErrors.internal(field, detail) : fieldErrors.invalid(field, shown, detail);
}

const withParams = new ExpressionRules(new AdmissionCompiler({ params: true, composes: false }));
const withoutParams = new ExpressionRules(new AdmissionCompiler({ params: false, composes: false }));

/** Conditions know no variables of the policy. */
export function conditionRules({ params }: { readonly params: boolean }): ExpressionRules {
  return params ? withParams : withoutParams;
}
