import { MutationFault, OutOfBudget } from '#cel';
import { ApiError } from '#meta';
import { forbid } from '../forbid.ts';
import type { AdmissionRequest } from '../plugin.ts';
import type { Misconfigured } from './dispatch.ts';
import { MutationError } from './patches.ts';
import type { MutatingSpec } from './policy.ts';

/** Something that refuses the request in the end, unless its policy ignores failures. */
export interface PolicyError extends Misconfigured<MutatingSpec> {
  readonly reason?: string;
}

/** What is told of a mutation that failed; what is no fault of the policy is thrown on. */
export function mutationFault(error: unknown): string {
  const isFault = [MutationError, MutationFault, OutOfBudget].some((known) => error instanceof known);
  if (isFault) return (error as Error).message;
  throw error;
}

/** All that was wrong is told, and the first of it is the answer. */
export function refused(request: AdmissionRequest, errors: readonly PolicyError[]): ApiError {
  const messages = errors.map(({ policy, binding, message }) =>
    binding === undefined
      ? `policy "${policy.metadata.name}" denied request: ${message}`
      : `policy '${policy.metadata.name}' with binding '${binding.metadata.name}' denied request: ${message}`,
  );
  const { status } = forbid(request, '');
  const [first] = errors as readonly [PolicyError];
  return new ApiError({
    code: 403,
    reason: first.reason ?? 'Forbidden',
    message: messages[0] as string,
    details: { ...status.details, causes: messages.map((message) => ({ message })) },
  });
}
