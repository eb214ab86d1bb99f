import {
  type AdmissionActivation,
  AdmissionEvaluation,
  CONDITION_COST_BUDGET,
  type CompiledExpression,
  OutOfBudget,
} from '#cel';

export interface ConditionChecks {
  readonly conditions: readonly CompiledExpression[];
  readonly variables?: ReadonlyMap<string, CompiledExpression>;
  readonly failurePolicy: 'Fail' | 'Ignore';
}

/** Whether all conditions hold, or why nobody can tell. */
type ConditionVerdict = { readonly errors: number } & ({ readonly matches: boolean } | { readonly error: string });

const noVariables: ReadonlyMap<string, CompiledExpression> = new Map();

/**
 * One condition that does not hold is enough, whatever the others say. Where failures are ignored, nobody can tell means
 * no. k8s: apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go
 */
export function checkConditions(checks: ConditionChecks, activation: AdmissionActivation): ConditionVerdict {
  const { conditions, variables = noVariables, failurePolicy } = checks;
  const errors: string[] = [];
  try {
    const evaluation = new AdmissionEvaluation({ activation, variables, budget: CONDITION_COST_BUDGET });
    const outcomes = conditions.map((condition) => evaluation.evaluate(condition));
    for (const { error, ...outcome } of outcomes) {
      if (error !== undefined) errors.push(error);
      else if ('value' in outcome && outcome.value === false) return { matches: false, errors: errors.length };
    }
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    // Not counted as an error of a condition: none of them was at fault alone.
    return failurePolicy === 'Ignore' ? { matches: false, errors: 0 } : { error: error.message, errors: 0 };
  }
  const count = errors.length;
  if (count === 0) return { matches: true, errors: 0 };
  return failurePolicy === 'Ignore' ? { matches: false, errors: count } : { error: aggregate(errors), errors: count };
}

/** Several errors as one text; each is told once. */
function aggregate(errors: readonly string[]): string {
  const [only, ...others] = new Set(errors);
  return others.length === 0 ? (only as string) : `[${[only, ...others].join(', ')}]`;
}
