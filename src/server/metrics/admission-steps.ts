import type { StepObserver } from '#admission';
import { Counter, Histogram } from './family.ts';

export type ObservedStep = Parameters<StepObserver['observe']>[0];
type PolicyCheck = Extract<ObservedStep, { of: 'policy' }>;
type ConditionCheck = Extract<ObservedStep, { of: 'conditions' }>;

const conditionLabels = ['kind', 'name', 'operation', 'type'];
const checkLimits = [0.0000005, 0.001, 0.01, 0.1, 1];

/** How policies and match conditions came out, under upstream's names. k8s: apiserver/pkg/admission/…/metrics */
export class AdmissionSteps {
  readonly #validating = policyMetrics('validating', ['enforcement_action', 'error_type', 'policy', 'policy_binding']);
  readonly #mutating = policyMetrics('mutating', ['error_type', 'policy', 'policy_binding']);
  readonly #conditionErrors = new Counter({
    name: 'apiserver_admission_match_condition_evaluation_errors_total',
    help: 'Match conditions that failed.',
    labelNames: conditionLabels,
  });
  readonly #exclusions = new Counter({
    name: 'apiserver_admission_match_condition_exclusions_total',
    help: 'Webhooks that were not called because of a match condition.',
    labelNames: conditionLabels,
  });
  readonly #conditionTimes = new Histogram({
    name: 'apiserver_admission_match_condition_evaluation_seconds',
    help: 'How long match conditions took that did not all hold.',
    labelNames: conditionLabels,
    limits: [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25],
  });

  observe(step: ObservedStep): void {
    if (step.of === 'policy') this.#policy(step);
    else this.#conditions(step);
  }

  #policy({ kind, policy, binding, error, action = 'allow', milliseconds }: PolicyCheck): void {
    const { checks, times } = kind === 'validating' ? this.#validating : this.#mutating;
    const labels = kind === 'validating' ? [action, error, policy, binding] : [error, policy, binding];
    checks.add(...labels);
    times.observe(milliseconds / 1000, labels);
  }

  #conditions({ kind, name, operation, type, errors, excluded, milliseconds }: ConditionCheck): void {
    const labels = [kind, name, operation, type];
    for (let count = 0; count < errors; count++) this.#conditionErrors.add(...labels);
    // Here alone upstream calls validating webhooks what it calls policies.
    if (excluded) this.#exclusions.add(kind, name, operation, type === 'admit' ? 'admit' : 'validate');
    this.#conditionTimes.observe(milliseconds / 1000, labels);
  }

  *lines(): Generator<string> {
    for (const { checks, times } of [this.#validating, this.#mutating]) {
      yield* checks.lines();
      yield* times.lines();
    }
    for (const metric of [this.#conditionErrors, this.#exclusions, this.#conditionTimes]) yield* metric.lines();
  }
}

function policyMetrics(kind: PolicyCheck['kind'], labelNames: readonly string[]) {
  const name = `apiserver_${kind}_admission_policy_check`;
  return {
    checks: new Counter({ name: `${name}_total`, help: `What became of ${kind} admission policies.`, labelNames }),
    times: new Histogram({
      name: `${name}_duration_seconds`,
      help: `How long ${kind} admission policies took.`,
      labelNames,
      limits: checkLimits,
    }),
  };
}
