import type { CoreV1 } from '#apis';
import type { ContainerStatus } from './container-step.ts';

type Pod = CoreV1['Pod'];
export type PodCondition = CoreV1['PodCondition'];

/** Those that a kubelet keeps; all others, `PodScheduled` among them, are somebody else's. */
export const kubeletConditions: ReadonlySet<string> = new Set([
  'PodReadyToStartContainers',
  'Initialized',
  'Ready',
  'ContainersReady',
]);

interface Finding {
  readonly type: string;
  readonly isTrue: boolean;
  readonly reason?: string;
  readonly message?: string;
}

interface PodFindings {
  readonly phase: string;
  /** There is a sandbox with an address. */
  readonly hasSandbox: boolean;
  readonly isInitialized: boolean;
  readonly init: readonly ContainerStatus[];
  readonly containers: readonly ContainerStatus[];
}

/** The conditions that a kubelet keeps, before those of others. k8s: kubelet/status/generate.go */
export function podConditions(pod: Pod, findings: PodFindings, now: string): PodCondition[] {
  const before = pod.status?.conditions ?? [];
  const observedGeneration = pod.metadata.generation;
  const made = findingsOf(pod, findings).map(({ type, isTrue, reason, message }): PodCondition => {
    const status = isTrue ? 'True' : 'False';
    const old = before.find((condition) => condition.type === type);
    return {
      type,
      ...(observedGeneration !== undefined && { observedGeneration }),
      status,
      lastProbeTime: null as unknown as string,
      lastTransitionTime: (old?.status === status && old.lastTransitionTime) || now,
      ...(reason && { reason }),
      ...(message && { message }),
    };
  });
  return [...made, ...before.filter(({ type = '' }) => !kubeletConditions.has(type))];
}

function findingsOf(pod: Pod, { phase, hasSandbox, isInitialized, init, containers }: PodFindings): Finding[] {
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  const ended = isOver && { reason: phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed' };
  const incomplete = namesOf(init.filter(({ ready }) => !ready));
  const unready = namesOf(containers.filter(({ ready }) => !ready));
  const notReady = ended || { reason: 'ContainersNotReady', message: `containers with unready status: [${unready}]` };
  const areReady = !isOver && unready === '';
  const gate = areReady ? closedGate(pod) : undefined;
  return [
    { type: 'PodReadyToStartContainers', isTrue: hasSandbox && !isOver },
    isInitialized
      ? { type: 'Initialized', isTrue: true, ...(phase === 'Succeeded' && { reason: 'PodCompleted' }) }
      : {
          type: 'Initialized',
          isTrue: false,
          reason: 'ContainersNotInitialized',
          message: `containers with incomplete status: [${incomplete}]`,
        },
    gate === undefined
      ? { type: 'Ready', isTrue: areReady, ...(!areReady && notReady) }
      : { type: 'Ready', isTrue: false, reason: 'ReadinessGatesNotReady', message: gate },
    { type: 'ContainersReady', isTrue: areReady, ...(!areReady && notReady) },
  ];
}

const namesOf = (statuses: readonly ContainerStatus[]): string => statuses.map(({ name }) => name).join(' ');

/** Why the conditions that others set keep the pod from being ready. */
function closedGate({ spec, status }: Pod): string | undefined {
  const messages = (spec?.readinessGates ?? []).flatMap(({ conditionType = '' }) => {
    const condition = status?.conditions?.find(({ type }) => type === conditionType);
    if (condition?.status === 'True') return [];
    const what = `corresponding condition of pod readiness gate "${conditionType}"`;
    return [
      condition === undefined
        ? `${what} does not exist.`
        : `the status of pod readiness gate "${conditionType}" is not "True", but ${condition.status}`,
    ];
  });
  return messages.length === 0 ? undefined : messages.join(', ');
}
