import type { ContainerStatus } from './container-step.ts';

interface PhaseFacts {
  readonly init: readonly ContainerStatus[];
  readonly containers: readonly ContainerStatus[];
  readonly restartPolicy: string;
}

/** k8s: kubelet_pods.go getPhase */
export function phaseOf({ init, containers, restartPolicy }: PhaseFacts): string {
  const exitCode = ({ state }: ContainerStatus): number | undefined => state?.terminated?.exitCode;
  if (restartPolicy === 'Never' && init.some((status) => (exitCode(status) ?? 0) !== 0)) return 'Failed';
  const hasRun = ({ containerID }: ContainerStatus): boolean => containerID !== undefined && containerID !== '';
  if (!containers.some(hasRun)) return 'Pending';
  // What runs beside the others is stopped before the pod is over.
  const isBusy = [...init, ...containers].some(({ state }) => state?.running);
  if (isBusy || !containers.every(({ state }) => state?.terminated)) return 'Running';
  const isGood = containers.every((status) => exitCode(status) === 0);
  if (restartPolicy === 'Always') return 'Running';
  if (isGood) return 'Succeeded';
  return restartPolicy === 'Never' ? 'Failed' : 'Running';
}
