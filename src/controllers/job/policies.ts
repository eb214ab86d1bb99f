import type { Pod } from '../pods/pod.ts';
import { parseIndexes } from './indexes.ts';
import type { Job, PodFailureRule } from './types.ts';

/** What a failed pod means for its job. */
interface FailureMeaning {
  readonly action: string;
  /** Why the job fails, if it does. */
  readonly message: string;
}

/** The first rule that a failed pod matches decides. k8s: job/pod_failure_policy.go */
export function meaningOf({ spec }: Job, pod: Pod): FailureMeaning | undefined {
  for (const [at, rule] of (spec?.podFailurePolicy?.rules ?? []).entries()) {
    const cause = causeIn(rule, pod);
    if (cause !== undefined) {
      const { action = '' } = rule;
      return { action, message: `${cause} matching ${action} rule at index ${at}` };
    }
  }
  return undefined;
}

function causeIn({ onExitCodes, onPodConditions }: PodFailureRule, { metadata, status }: Pod): string | undefined {
  const name = `${metadata.namespace}/${metadata.name}`;
  if (onExitCodes !== undefined) {
    const { containerName, operator, values } = onExitCodes;
    const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
    const found = all.find((container) => {
      const code = container.state?.terminated?.exitCode ?? 0;
      const isMeant = containerName === undefined || containerName === container.name;
      return code !== 0 && isMeant && (values ?? []).includes(code) === (operator === 'In');
    });
    const code = found?.state?.terminated?.exitCode;
    return found && `Container ${found.name} for pod ${name} failed with exit code ${code}`;
  }
  const condition = onPodConditions?.find((wanted) =>
    status?.conditions?.some(({ type, status: is }) => type === wanted.type && is === (wanted.status ?? 'True')),
  );
  return condition && `Pod ${name} has condition ${condition.type}`;
}

/** The rule by which enough indexes have succeeded. k8s: job/success_policy.go */
export function successByPolicy({ spec }: Job, completed: ReadonlySet<number>): string | undefined {
  const at = (spec?.successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) return succeededCount !== undefined && completed.size >= succeededCount;
    const wanted = parseIndexes(succeededIndexes, spec?.completions ?? 0);
    const reached = [...wanted].filter((index) => completed.has(index)).length;
    return wanted.size > 0 && reached >= (succeededCount ?? wanted.size);
  });
  return at < 0 || completed.size === 0 ? undefined : `Matched rules at index ${at}`;
}
