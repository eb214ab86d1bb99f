import { type ConnectRequest, queryOptions, type SubresourceConnection } from '#machinery';
import {
  apiErrors,
  type FieldError,
  fieldErrors,
  isGlobalAddress,
  parseTime,
  path,
  type Query,
  TimeError,
} from '#meta';
import type { BuiltinSubresource } from '#resource';
import { BACKEND_ANNOTATION, podBackend } from '#webhook';
import type { Node } from '../node.ts';
import { nodeAgent } from '../node-address.ts';
import { proxiedName } from '../proxied-name.ts';
import type { Pod } from '../v1/types.gen.ts';
import { coreV1 } from '../v1/types.ts';
import { podPlace } from './pod-place.ts';
import { isSimulatedNode, simulatedLog } from './simulated-log.ts';

/** Requests that the node of a pod answers, or a process that stands in for it. Where nobody does, each says so as upstream. */

const first = (query: Query, name: string): string | undefined => query.get(name)?.[0];

function refuseContainer({ metadata, spec = {} }: Pod, name: string): void {
  const all = [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
  const names = all.map((container) => container.name ?? '');
  if (name !== '') {
    if (names.includes(name)) return;
    throw apiErrors.badRequest(`container ${name} is not valid for pod ${metadata.name}`);
  }
  if ((spec.containers ?? []).length === 1) return;
  const choose = `a container name must be specified for pod ${metadata.name}, choose one of: [${names.join(' ')}]`;
  throw apiErrors.badRequest(choose);
}

/** Where the node of a pod is asked; undefined where it has none. */
async function agentOf({ spec }: Pod, { find }: ConnectRequest): Promise<Agent | undefined> {
  if (!spec?.nodeName) return undefined;
  const node: Node | null = await find('nodes', spec.nodeName);
  if (node === null) throw apiErrors.notFound({ group: '', resource: 'pods' }, spec.nodeName);
  return isSimulatedNode(node) ? 'simulated' : nodeAgent(node);
}

type Agent = ReturnType<typeof nodeAgent> | 'simulated';

function validateLogOption(query: Query): FieldError[] {
  const number = (name: string): number | undefined => {
    const text = first(query, name);
    return text === undefined ? undefined : Number(text);
  };
  const [tail, bytes, seconds] = [number('tailLines'), number('limitBytes'), number('sinceSeconds')];
  const positive = 'must be greater than 0';
  const both = 'at most one of `sinceTime` or `sinceSeconds` may be specified';
  const since = seconds !== undefined && query.has('sinceTime') ? [fieldErrors.forbidden(path('[]'), both)] : undefined;
  return [
    ...((tail ?? 0) < 0 ? [fieldErrors.invalid(path('tailLines'), tail, 'must be greater than or equal to 0')] : []),
    ...((bytes ?? 1) < 1 ? [fieldErrors.invalid(path('limitBytes'), bytes, positive)] : []),
    ...(since ?? ((seconds ?? 1) < 1 ? [fieldErrors.invalid(path('sinceSeconds'), seconds, positive)] : [])),
    ...(query.has('stream') ? [fieldErrors.forbidden(path('stream'), 'may not be specified')] : []),
  ];
}

function checkLogOptions({ name, query }: Pick<ConnectRequest, 'name' | 'query'>): void {
  checkTime(first(query, 'sinceTime') ?? '');
  const faults = validateLogOption(query);
  if (faults.length > 0) throw apiErrors.invalid({ group: '', kind: 'PodLogOptions' }, name, faults);
}

function checkTime(text: string): void {
  if (text === '' || text === 'null') return;
  try {
    parseTime(text);
  } catch (error) {
    if (error instanceof TimeError) throw apiErrors.badRequest(error.message);
    throw error;
  }
}

const readLog: SubresourceConnection['open'] = async (pod: Pod, request) => {
  const { query } = request;
  refuseContainer(pod, first(query, 'container') ?? '');
  const agent = await agentOf(pod, request);
  if (agent === undefined) return undefined;
  if (agent === 'simulated') return simulatedLog(pod, query);
  const path = `/containerLogs/${placeOf(pod)}/${containerOf(pod, query)}`;
  return { kind: 'node', ...agent, path, query: queryText(query, ['container']), isStream: false };
};

const placeOf = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`;

const containerOf = ({ spec }: Pod, query: Query): string =>
  first(query, 'container') || spec?.containers?.[0]?.name || '';

function queryText(query: Query, without: readonly string[]): string {
  const pairs = [...query].flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
  return new URLSearchParams(pairs.filter(([name]) => !without.includes(name))).toString();
}

const noHost = ({ metadata }: Pod): Error => apiErrors.badRequest(`pod ${metadata.name} does not have a host assigned`);

type StreamOptions = 'PodAttachOptions' | 'PodExecOptions' | 'PodPortForwardOptions';

const connect = (name: string, kind: StreamOptions, open: SubresourceConnection['open']): BuiltinSubresource => ({
  name,
  verbs: ['create', 'get'],
  connection: {
    kind: { group: '', version: 'v1', kind },
    // WebSocket clients ask with GET: who may only get pods must not run commands in them.
    alsoNeeds: 'create',
    options: () => queryOptions(coreV1.type(kind)),
    open,
  },
});

/** How the agent of a node calls what the query calls otherwise. k8s: registry/core/pod streamLocation */
const agentNames: { readonly [name: string]: string } = {
  stdin: 'input',
  stdout: 'output',
  stderr: 'error',
  tty: 'tty',
};

function streamQuery(query: Query): string {
  const isOn = ([name, [value = '']]: readonly [string, readonly string[]]): boolean =>
    Object.hasOwn(agentNames, name) && value.toLowerCase() !== 'false' && value !== '0';
  const switches = [...query].filter(isOn).map(([name]): [string, string] => [agentNames[name] as string, '1']);
  const command = (query.get('command') ?? []).map((word): [string, string] => ['command', word]);
  return new URLSearchParams([...switches, ...command]).toString();
}

const intoContainer =
  (action: 'exec' | 'attach'): SubresourceConnection['open'] =>
  async (pod: Pod, request) => {
    const { query } = request;
    refuseContainer(pod, first(query, 'container') ?? '');
    const agent = await agentOf(pod, request);
    if (agent === undefined) throw noHost(pod);
    const container = containerOf(pod, query);
    const text = `container ${container} of pod ${placeOf(pod)} is simulated: nothing runs in it\n`;
    if (agent === 'simulated') return { kind: 'simulated', action, text };
    const path = `/${action}/${placeOf(pod)}/${container}`;
    return { kind: 'node', ...agent, path, query: streamQuery(query), isStream: true };
  };

/** To a process that stands in for the pod, to the node, or nowhere. */
const forwardPorts: SubresourceConnection['open'] = async (pod: Pod, request) => {
  const { metadata } = pod;
  const hasBackend = metadata.annotations?.[BACKEND_ANNOTATION] !== undefined;
  const agent = hasBackend ? 'simulated' : await agentOf(pod, request);
  if (agent === undefined) throw noHost(pod);
  if (agent !== 'simulated')
    return {
      kind: 'node',
      ...agent,
      path: `/portForward/${placeOf(pod)}`,
      query: portQuery(request.query),
      isStream: true,
    };
  const address = async (port: number) => {
    const place = podBackend(pod, { number: port, name: nameOfPort(pod, port) });
    if (place !== undefined) return place;
    throw new Error(
      `dial tcp ${pod.status?.podIP ?? ''}:${port}: connect: connection refused (${placeOf(pod)} is simulated)`,
    );
  };
  return { kind: 'ports', name: metadata.name ?? '', uid: metadata.uid ?? '', address };
};

function portQuery(query: Query): string {
  const ports = query.get('ports') ?? [];
  return ports.length === 0 ? '' : new URLSearchParams({ port: ports.join(',') }).toString();
}

function nameOfPort({ spec }: Pod, number: number): string | undefined {
  const ports = (spec?.containers ?? []).flatMap((container) => container.ports ?? []);
  return ports.find(({ containerPort }) => containerPort === number)?.name;
}

/** k8s: registry/core/pod ResourceLocation */
const proxyToPod: SubresourceConnection['open'] = async (pod: Pod, request) => {
  const { scheme, port } = proxiedName(request.name, 'pod');
  const [usual] = (pod.spec?.containers ?? []).flatMap((container) => container.ports ?? []);
  const number = Number(port || usual?.containerPort || (scheme === 'https' ? 443 : 80));
  const wanted = { number, name: nameOfPort(pod, number) };
  const backend = podBackend(pod, wanted);
  if (backend === undefined && !isGlobalAddress(pod.status?.podIP ?? ''))
    throw apiErrors.badRequest('address not allowed');
  const place = backend ?? (await podPlace(pod, wanted, request));
  return place && { kind: 'server', scheme, ...place, onlyGlobal: false };
};

export const nodeRequests: readonly BuiltinSubresource[] = [
  connect('attach', 'PodAttachOptions', intoContainer('attach')),
  connect('exec', 'PodExecOptions', intoContainer('exec')),
  connect('portforward', 'PodPortForwardOptions', forwardPorts),
  {
    name: 'log',
    verbs: ['get'],
    connection: {
      kind: { group: '', version: 'v1', kind: 'Pod' },
      answersText: true,
      options: () => queryOptions(coreV1.type('PodLogOptions')),
      check: checkLogOptions,
      open: readLog,
    },
  },
  {
    name: 'proxy',
    verbs: ['create', 'delete', 'get', 'patch', 'update'],
    connection: {
      kind: { group: '', version: 'v1', kind: 'PodProxyOptions' },
      anyPath: true,
      options: () => queryOptions(coreV1.type('PodProxyOptions')),
      objectName: (asked) => proxiedName(asked, 'pod').name,
      open: proxyToPod,
    },
  },
];
