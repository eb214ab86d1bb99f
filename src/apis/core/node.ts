import { queryOptions, type SubresourceConnection } from '#machinery';
import { apiErrors, cidrWarnings, path } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  keepSpec,
  keepStatus,
  nameColumn,
  wideColumn,
} from '#resource';
import { refusesNamespace } from '../field-refusals.ts';
import { nodeAgent } from './node-address.ts';
import { validateNode, validateNodeChange } from './node-validation.ts';
import { roundUpAmounts } from './pod/resource-list.ts';
import { isSimulatedNode } from './pod/simulated-log.ts';
import { proxiedName } from './proxied-name.ts';
import type { Types } from './v1/types.gen.ts';
import { coreV1 } from './v1/types.ts';

export type Taint = Types['Taint'];

export type Node = Types['Node'];

function setDefaults({ spec = {}, status }: Node): void {
  const first = spec.podCIDRs?.[0];
  if (!spec.podCIDR && first !== undefined) spec.podCIDR = first;
  else if (spec.podCIDR && spec.podCIDR !== first) spec.podCIDRs = [spec.podCIDR];
  roundUpAmounts(status?.capacity);
  roundUpAmounts(status?.allocatable);
  // Without a reservation, pods can have the whole capacity.
  if (status?.capacity !== undefined) status.allocatable ??= { ...status.capacity };
}

/** Settings from an API that is gone. */
function dropConfig(node: Node, live?: Node): void {
  if (live?.spec?.configSource === undefined) delete node.spec?.configSource;
  if (live?.status?.config === undefined) delete node.status?.config;
}

function warnings({ spec = {} }: Node): string[] {
  return [
    ...(spec.configSource === undefined ? [] : ['spec.configSource: the feature is removed']),
    ...(spec.externalID ? ['spec.externalID: this field is deprecated, and is unused by Kubernetes'] : []),
    ...(spec.podCIDRs ?? []).flatMap((range, at) => cidrWarnings(range, path('spec', 'podCIDRs').index(at))),
  ];
}

const strategy: BuiltinStrategy<Node> = {
  prepareForCreate: (node) => dropConfig(node),
  prepareForUpdate(node, live) {
    keepStatus(node, live);
    dropConfig(node, live);
  },
  validateCreate: validateNode,
  repeats: ['whole', 'change'],
  validateUpdate: validateNode,
  validateChange: validateNodeChange,
  warnings,
};

function statusCell({ spec, status }: Node): string {
  const ready = status?.conditions?.findLast(({ type }) => type === 'Ready');
  const is = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable ? `${is},SchedulingDisabled` : is;
}

const ROLE_PREFIX = 'node-role.kubernetes.io/';

function rolesCell({ metadata }: Node): string {
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) =>
    key.startsWith(ROLE_PREFIX)
      ? key.slice(ROLE_PREFIX.length) || []
      : key === 'kubernetes.io/role' && value
        ? value
        : [],
  );
  return [...new Set(roles)].sort().join(',') || '<none>';
}

const addressCell =
  (wanted: string) =>
  ({ status }: Node): string =>
    status?.addresses?.find(({ type }) => type === wanted)?.address ?? '<none>';

const infoOf = ({ status }: Node, name: keyof Types['NodeSystemInfo']): string => {
  const value = status?.nodeInfo?.[name];
  return typeof value === 'string' ? value : '';
};

function kernelCell(node: Node): string {
  const architecture = infoOf(node, 'architecture');
  return `${infoOf(node, 'kernelVersion') || '<unknown>'}${architecture === '' ? '' : ` (${architecture})`}`;
}

/** k8s: registry/core/node ResourceLocation */
const proxyToNode: SubresourceConnection['open'] = (node: Node, { name: asked }) => {
  const { scheme, port } = proxiedName(asked, 'node');
  const agent = nodeAgent(node);
  if (isSimulatedNode(node)) {
    const why = `connect: connection refused (node ${node.metadata.name} is simulated)`;
    throw apiErrors.serviceUnavailable(
      `error trying to reach service: dial tcp ${agent.host}:${port || agent.port}: ${why}`,
    );
  }
  const isAgent = port === '' || port === String(agent.port);
  const target = isAgent ? { scheme: 'https' as const, ...agent } : { scheme, host: agent.host, port: Number(port) };
  return { kind: 'server', ...target, onlyGlobal: true };
};

export const nodes = builtin({
  group: '',
  version: 'v1',
  kind: 'Node',
  resource: 'nodes',
  shortNames: ['no'],
  namespaced: false,
  storagePrefix: '/registry/minions/',
  type: coreV1.type('Node'),
  defaults: setDefaults,
  strategy,
  subresources: [
    {
      name: 'proxy',
      verbs: ['create', 'delete', 'get', 'patch', 'update'],
      connection: {
        kind: { group: '', version: 'v1', kind: 'NodeProxyOptions' },
        anyPath: true,
        options: () => queryOptions(coreV1.type('NodeProxyOptions')),
        objectName: (asked) => proxiedName(asked, 'node').name,
        open: proxyToNode,
      },
    },
    {
      name: 'status',
      strategy: {
        prepareForUpdate(node: Node, live: Node) {
          keepSpec(node, live);
          if (live.status?.config === undefined) delete node.status?.config;
        },
        validateUpdate: validateNodeChange,
      },
    },
  ],
  selectableFields: { 'spec.unschedulable': ({ spec }: Node) => String(spec?.unschedulable ?? false) },
  refusesField: refusesNamespace,
  columns: [
    nameColumn,
    column('Status', 'Whether it is ready, and takes pods.', statusCell),
    column('Roles', 'What it is for.', rolesCell),
    ageColumn,
    column('Version', 'The version of its agent.', (node: Node) => infoOf(node, 'kubeletVersion')),
    wideColumn('Internal-IP', 'Its first address inside the cluster.', addressCell('InternalIP')),
    wideColumn('External-IP', 'Its first address outside.', addressCell('ExternalIP')),
    wideColumn('OS-Image', 'Its operating system.', (node: Node) => infoOf(node, 'osImage') || '<unknown>'),
    wideColumn('Kernel-Version', 'Its kernel and architecture.', kernelCell),
    wideColumn(
      'Container-Runtime',
      'What runs its containers.',
      (node: Node) => infoOf(node, 'containerRuntimeVersion') || '<unknown>',
    ),
  ],
});
