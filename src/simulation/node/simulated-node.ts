import { createHash } from 'node:crypto';
import type { CoreV1 } from '#apis';
import type { OwnerReference } from '#meta';
import { SIMULATED_NODE_LABEL } from '#webhook';
import { KUBELET_ANNOTATION, READY_ANNOTATION } from './well-known.ts';

export type Node = CoreV1['Node'];
type NodeStatus = NonNullable<Node['status']>;
type NodeCondition = NonNullable<NodeStatus['conditions']>[number];

/** As long as a real one that has enough of everything. */
const capacity = { cpu: '8', 'ephemeral-storage': '100Gi', memory: '32Gi', pods: '110' };

const KUBELET_PORT = 10_250;
const VERSION = 'v1.36.4';

export const isSimulated = ({ metadata }: Node): boolean => metadata.labels?.[SIMULATED_NODE_LABEL] === 'true';

export const isStopped = ({ metadata }: Node): boolean => metadata.annotations?.[KUBELET_ANNOTATION] === 'stopped';

/** Whether somebody here speaks for the node. */
export const isKeptAlive = (node: Node): boolean => isSimulated(node) && !isStopped(node);

export const nodeName = (index: number): string => `node-${index + 1}`;

/** Its own for each of a thousand nodes. */
const podRange = (index: number): string => `10.${244 + (index >> 8)}.${index & 255}.0/24`;

const internalAddress = (index: number): string => `172.18.${(index + 2) >> 8}.${(index + 2) & 255}`;

/** A node as its kubelet registers it. */
export function newNode(index: number, now: string): Node {
  const name = nodeName(index);
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        [SIMULATED_NODE_LABEL]: 'true',
      },
      annotations: { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' },
    },
    spec: { podCIDR: podRange(index), podCIDRs: [podRange(index)] },
    status: statusOf({ name, address: internalAddress(index), isReady: true }, now),
  };
}

interface NodeFacts {
  readonly name: string;
  readonly address: string;
  readonly isReady: boolean;
}

function statusOf({ name, address, isReady }: NodeFacts, now: string): NodeStatus {
  return {
    capacity: { ...capacity },
    allocatable: { ...capacity },
    conditions: conditionsOf(isReady, now),
    addresses: [
      { type: 'InternalIP', address },
      { type: 'Hostname', address: name },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: KUBELET_PORT } },
    nodeInfo: {
      machineID: name,
      systemUUID: name,
      bootID: name,
      kernelVersion: 'simulated',
      osImage: 'Pinnace (simulated)',
      containerRuntimeVersion: 'simulated://1.0.0',
      kubeletVersion: VERSION,
      kubeProxyVersion: '',
      operatingSystem: 'linux',
      architecture: 'amd64',
    },
  };
}

function conditionsOf(isReady: boolean, now: string): NodeCondition[] {
  const times = { lastHeartbeatTime: now, lastTransitionTime: now };
  const fine = (type: string, reason: string, message: string): NodeCondition => ({
    type,
    status: 'False',
    ...times,
    reason,
    message,
  });
  return [
    fine('MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'),
    fine('DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
    fine('PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
    isReady
      ? { type: 'Ready', status: 'True', ...times, reason: 'KubeletReady', message: 'kubelet is posting ready status' }
      : {
          type: 'Ready',
          status: 'False',
          ...times,
          reason: 'KubeletNotReady',
          message: `the annotation ${READY_ANNOTATION} says so`,
        },
  ];
}

/** What the kubelet says of the node now. What others have said, and what people changed of its size, stays. */
export function statusNow(node: Node, now: string): NodeStatus {
  const { name = '', annotations = {} } = node.metadata;
  const isReady = annotations[READY_ANNOTATION] !== 'false';
  const { status = {} } = node;
  const before = status.conditions ?? [];
  const own = conditionsOf(isReady, now).map((condition) => {
    const old = before.find(({ type }) => type === condition.type);
    const isSame = old !== undefined && old.status === condition.status && old.lastTransitionTime;
    return isSame ? { ...condition, lastTransitionTime: old.lastTransitionTime ?? now } : condition;
  });
  const others = before.filter(({ type }) => !own.some((condition) => condition.type === type));
  const fresh = statusOf({ name, address: addressOf(node), isReady }, now);
  return { ...fresh, ...status, conditions: [...others, ...own] };
}

/** One that somebody else made may have none: its name gives one that hardly another node has. */
export function addressOf({ metadata, status }: Node): string {
  const [third, fourth] = bytesOf(metadata.name ?? '');
  return status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? `172.19.${third}.${fourth}`;
}

/** The range of the addresses of its pods, likewise. */
export function podRangeOf({ metadata, spec }: Node): string {
  return spec?.podCIDR ?? `10.243.${bytesOf(metadata.name ?? '')[0]}.0/24`;
}

function bytesOf(name: string): readonly [number, number] {
  const [first = 0, second = 0] = createHash('sha256').update(name).digest();
  return [first, second];
}

/** The node as the owner of its lease. */
export function ownerOf({ metadata }: Node): OwnerReference {
  return { apiVersion: 'v1', kind: 'Node', name: metadata.name ?? '', uid: metadata.uid ?? '' };
}
