import { encodeJson } from '#machinery';
import type { KubeObject } from '#meta';
import { annotate } from '../audit-annotation.ts';
import type { AdmissionAttributes } from '../plugin.ts';

const FAILURE = 'validation.policy.admission.k8s.io/validation_failure';
/** In bytes. */
const LONGEST_VALUE = 10 * 1024;

interface Failure {
  readonly policy: Pick<KubeObject, 'metadata'>;
  readonly binding: Pick<KubeObject, 'metadata'> & {
    readonly spec: { readonly validationActions?: readonly string[] };
  };
  readonly index: number;
  readonly message: string;
}

/** What does not hold where a binding says that it shall be written down. k8s: policy/validating/dispatcher.go */
export function noteFailure(
  request: Pick<AdmissionAttributes, 'annotate'>,
  { policy, binding, index, message }: Failure,
): void {
  if (request.annotate === undefined) return;
  const failure = {
    message,
    policy: policy.metadata.name ?? '',
    binding: binding.metadata.name ?? '',
    expressionIndex: index,
    validationActions: [...(binding.spec.validationActions ?? [])],
  };
  annotate(request, FAILURE, { value: encodeJson([failure]) });
}

/** What policies want to be written down: of several bindings of one policy all values that differ. */
export class PolicyAnnotations {
  readonly #values = new Map<string, Set<string>>();

  add(policy: string, made: readonly { readonly key: string; readonly value: string }[]): void {
    for (const { key, value } of made) {
      const name = `${policy}/${key}`;
      const known = this.#values.get(name) ?? new Set();
      this.#values.set(name, known.add(shortened(value)));
    }
  }
  publish(request: Pick<AdmissionAttributes, 'annotate'>): void {
    for (const [key, values] of this.#values) annotate(request, key, { value: [...values].join(', ') });
  }
}

function shortened(value: string): string {
  const bytes = Buffer.from(value);
  return bytes.length <= LONGEST_VALUE ? value : bytes.subarray(0, LONGEST_VALUE).toString('utf8');
}
