import { type JsonObject, type KubeObject, sameJson } from '#meta';
import { AUTO_UPDATE, configuration, everything, group } from './mandatory.ts';

/** What every server has besides, and its users may change. k8s: apiserver/pkg/apis/flowcontrol/bootstrap/default.go */

const user = (name: string): JsonObject => ({ kind: 'User', user: { name } });
const accounts = (namespace: string): JsonObject => ({
  kind: 'ServiceAccount',
  serviceAccount: { namespace, name: '*' },
});
const everybody = [group('system:unauthenticated'), group('system:authenticated')];

interface Flow {
  readonly level: string;
  readonly precedence: number;
  readonly by?: 'ByUser' | 'ByNamespace';
  readonly subjects: readonly JsonObject[];
  readonly rules?: JsonObject;
}

function flowSchema({ level, precedence, by, subjects, rules = everything }: Flow): JsonObject {
  return {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence: precedence,
    ...(by && { distinguisherMethod: { type: by } }),
    rules: [{ subjects: [...subjects], ...rules }],
  };
}

const leases = (...verbs: string[]): JsonObject => ({
  verbs,
  apiGroups: ['coordination.k8s.io'],
  resources: ['leases'],
  namespaces: ['*'],
});
const nodes: JsonObject = {
  verbs: ['*'],
  apiGroups: [''],
  resources: ['nodes', 'nodes/status'],
  clusterScope: true,
  namespaces: ['*'],
};
const probes: JsonObject = {
  nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
};
const leaders = [user('system:kube-controller-manager'), user('system:kube-scheduler'), accounts('kube-system')];

const flows: { readonly [name: string]: Flow } = {
  probes: { level: 'exempt', precedence: 2, subjects: everybody, rules: probes },
  'system-leader-election': {
    level: 'leader-election',
    precedence: 100,
    by: 'ByUser',
    subjects: leaders,
    rules: { resourceRules: [leases('get', 'create', 'update')] },
  },
  'system-node-high': {
    level: 'node-high',
    precedence: 400,
    by: 'ByUser',
    subjects: [group('system:nodes')],
    rules: { resourceRules: [nodes, leases('*')] },
  },
  'system-nodes': { level: 'system', precedence: 500, by: 'ByUser', subjects: [group('system:nodes')] },
  'kube-controller-manager': {
    level: 'workload-high',
    precedence: 800,
    by: 'ByNamespace',
    subjects: [user('system:kube-controller-manager')],
  },
  'kube-scheduler': {
    level: 'workload-high',
    precedence: 800,
    by: 'ByNamespace',
    subjects: [user('system:kube-scheduler')],
  },
  'kube-system-service-accounts': {
    level: 'workload-high',
    precedence: 900,
    by: 'ByNamespace',
    subjects: [accounts('kube-system')],
  },
  'service-accounts': {
    level: 'workload-low',
    precedence: 9000,
    by: 'ByUser',
    subjects: [group('system:serviceaccounts')],
  },
  'global-default': { level: 'global-default', precedence: 9900, by: 'ByUser', subjects: everybody },
};

interface Level {
  readonly shares: number;
  readonly lendable: number;
  readonly queues: number;
  readonly hand: number;
}

const priorityLevel = ({ shares, lendable, queues, hand }: Level): JsonObject => ({
  type: 'Limited',
  limited: {
    nominalConcurrencyShares: shares,
    limitResponse: { type: 'Queue', queuing: { queues, handSize: hand, queueLengthLimit: 50 } },
    lendablePercent: lendable,
  },
});

const levels: { readonly [name: string]: Level } = {
  system: { shares: 30, lendable: 33, queues: 64, hand: 6 },
  'node-high': { shares: 40, lendable: 25, queues: 64, hand: 6 },
  'leader-election': { shares: 10, lendable: 0, queues: 16, hand: 4 },
  'workload-high': { shares: 40, lendable: 50, queues: 128, hand: 6 },
  'workload-low': { shares: 100, lendable: 90, queues: 128, hand: 6 },
  'global-default': { shares: 20, lendable: 50, queues: 128, hand: 6 },
};

/** Levels before the schemas that point to them. */
export const suggestedFlowControl: readonly KubeObject[] = [
  ...Object.entries(levels).map(([name, level]) =>
    configuration('PriorityLevelConfiguration', name, priorityLevel(level)),
  ),
  ...Object.entries(flows).map(([name, flow]) => configuration('FlowSchema', name, flowSchema(flow))),
];

/** One that was found, as it should be; undefined where it is so, or where its users keep it as they want it. */
export function updatedFlowControl(found: KubeObject, wanted: KubeObject): KubeObject | undefined {
  if (found.metadata.annotations?.[AUTO_UPDATE] !== 'true') return undefined;
  return sameJson(found.spec, wanted.spec) ? undefined : { ...found, spec: wanted.spec };
}
