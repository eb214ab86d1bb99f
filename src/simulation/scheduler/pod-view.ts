import { type CoreV1, podRequests } from '#apis';
import { timeMs } from '#in-process-client';
import { parseQuantity } from '#meta';

export type Pod = CoreV1['Pod'];

/** Amounts of resources: processors in thousandths, all else in its own unit. */
export type Amounts = ReadonlyMap<string, number>;

export interface HostPort {
  readonly protocol: string;
  readonly ip: string;
  readonly port: number;
}

/** What the scheduler looks at in a pod. */
export interface PodView {
  readonly pod: Pod;
  readonly requests: Amounts;
  readonly hostPorts: readonly HostPort[];
  readonly priority: number;
  readonly createdMs: number;
}

export function podViewOf(pod: Pod): PodView {
  const { spec = {}, metadata } = pod;
  return {
    pod,
    requests: amountsOf(podRequests(spec)),
    hostPorts: hostPortsOf(pod),
    priority: spec.priority ?? 0,
    createdMs: timeMs(metadata.creationTimestamp) ?? 0,
  };
}

export function amountsOf(list: { readonly [resource: string]: string } | undefined): Amounts {
  return new Map(
    Object.entries(list ?? {}).map(([name, text]) => {
      const quantity = parseQuantity(text);
      return [name, Number(name === 'cpu' ? quantity.milliValue() : quantity.value())];
    }),
  );
}

function hostPortsOf({ spec }: Pod): HostPort[] {
  const containers = [
    ...(spec?.initContainers ?? []).filter((one) => one.restartPolicy === 'Always'),
    ...(spec?.containers ?? []),
  ];
  return containers.flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort = 0, hostIP, protocol = 'TCP' }) =>
      hostPort === 0 ? [] : [{ protocol, ip: hostIP || '0.0.0.0', port: hostPort }],
    ),
  );
}

const DEFAULT_SCHEDULER = 'default-scheduler';

/** Whether it waits for us to find it a node. */
export function isWaiting({ pod: { metadata, spec = {}, status } }: PodView): boolean {
  if (spec.nodeName || metadata.deletionTimestamp !== undefined) return false;
  if ((spec.schedulerName ?? DEFAULT_SCHEDULER) !== DEFAULT_SCHEDULER) return false;
  return (spec.schedulingGates ?? []).length === 0 && !isOver(status?.phase);
}

/** Whether it takes anything of its node. */
export const isPlaced = ({ pod: { spec, status } }: PodView): boolean =>
  Boolean(spec?.nodeName) && !isOver(status?.phase);

const isOver = (phase: string | undefined): boolean => phase === 'Succeeded' || phase === 'Failed';
