import type { ObjectMeta } from '#meta';
import type { AdmissionAttributes } from '../plugin.ts';
import type { ConditionCheck, StepObserver } from '../step-observation.ts';
import type { checkConditions } from './match-conditions.ts';

type Asked = Pick<ConditionCheck, 'kind' | 'type' | 'name' | 'operation'>;
type Verdict = ReturnType<typeof checkConditions>;

/** Begins to time conditions. What it gives tells how they came out; upstream counts only those that do not all hold. */
export function conditionTeller(observer: StepObserver | undefined, asked: Asked): (verdict: Verdict) => void {
  if (observer === undefined) return () => undefined;
  const began = observer.now();
  return (verdict) => {
    if ('matches' in verdict && verdict.matches) return;
    const excluded = asked.kind === 'webhook' && 'matches' in verdict;
    const milliseconds = observer.now() - began;
    observer.observe({ of: 'conditions', ...asked, errors: verdict.errors, excluded, milliseconds });
  };
}

/** Of policies of both kinds, as upstream calls them. */
export const policyConditions = (
  { metadata }: { readonly metadata: ObjectMeta },
  { operation }: AdmissionAttributes,
): Asked => ({
  kind: 'policy',
  type: 'validate',
  name: metadata.name ?? '',
  operation,
});
