import type { Operation } from './plugin.ts';

/** A policy was asked, for one of its bindings. */
export interface PolicyCheck {
  readonly of: 'policy';
  readonly kind: 'mutating' | 'validating';
  readonly policy: string;
  readonly binding: string;
  /** What was wrong; a refusal counts as invalid too. */
  readonly error: 'no_error' | 'compile_error' | 'invalid_error' | 'out_of_budget';
  /** What was done about it. Mutations are only done. */
  readonly action?: 'allow' | 'deny' | 'audit' | 'warn';
  readonly milliseconds: number;
}

/** Match conditions did not all hold, or failed. */
export interface ConditionCheck {
  readonly of: 'conditions';
  readonly kind: 'webhook' | 'policy';
  readonly type: 'admit' | 'validating' | 'validate';
  /** Of the webhook or policy. */
  readonly name: string;
  readonly operation: Operation;
  readonly errors: number;
  /** A webhook was not called for it. */
  readonly excluded: boolean;
  readonly milliseconds: number;
}

/** Observes how webhooks and policies were called. */
export interface StepObserver {
  /** Milliseconds, with fractions, of a clock that does not jump. */
  now(): number;
  observe(step: PolicyCheck | ConditionCheck): void;
}

/** The kind of error that a message tells of. k8s: apiserver/pkg/admission/plugin/policy/validating/errors.go */
export function errorOf(message: string): PolicyCheck['error'] {
  if (message.startsWith('compilation')) return 'compile_error';
  return message.startsWith('validation failed due to running out of cost budget') ? 'out_of_budget' : 'invalid_error';
}
