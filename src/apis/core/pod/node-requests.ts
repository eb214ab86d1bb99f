import { type ConnectRequest, queryOptions, type SubresourceConnection } from '#machinery';
import { apiErrors, type FieldError, fieldErrors, path, type Query } from '#meta';
import type { BuiltinSubresource } from '#resource';
import { refuseNodeAddress } from '../node-address.ts';
import { proxiedName } from '../proxied-name.ts';
import type { Pod } from '../v1/types.gen.ts';
import { coreV1 } from '../v1/types.ts';
import { isSimulatedNode, simulatedLog } from './simulated-log.ts';

/** Requests that the node of a pod would answer. No node runs anything here, and each says so as the real server does. */

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

/** No node answers, whether there is an object for it or not. */
async function refuseNode({ spec }: Pod, { find }: ConnectRequest): Promise<void> {
  if (!spec?.nodeName) return;
  const node = await find('nodes', spec.nodeName);
  if (node !== null) refuseNodeAddress(node);
  throw apiErrors.notFound({ group: '', resource: 'pods' }, spec.nodeName);
}

function validateLogOption(query: Query): FieldError[] {
  const number = (name: string): number | undefined => {
    const text = first(query, name);
    return text === undefined || text === '' ? undefined : Number(text);
  };
  const [tail, bytes, seconds] = [number('tailLines'), number('limitBytes'), number('sinceSeconds')];
  const positive = 'must be greater than 0';
  const both = 'at most one of `sinceTime` or `sinceSeconds` may be specified';
  const since =
    seconds !== undefined && first(query, 'sinceTime') ? [fieldErrors.forbidden(path('[]'), both)] : undefined;
  return [
    ...((tail ?? 0) < 0 ? [fieldErrors.invalid(path('tailLines'), tail, 'must be greater than or equal to 0')] : []),
    ...((bytes ?? 1) < 1 ? [fieldErrors.invalid(path('limitBytes'), bytes, positive)] : []),
    ...(since ?? ((seconds ?? 1) < 1 ? [fieldErrors.invalid(path('sinceSeconds'), seconds, positive)] : [])),
    ...(query.has('stream') ? [fieldErrors.forbidden(path('stream'), 'may not be specified')] : []),
  ];
}

const readLog: SubresourceConnection['open'] = async (pod: Pod, request) => {
  const { query } = request;
  const faults = validateLogOption(query);
  if (faults.length > 0) throw apiErrors.invalid({ group: '', kind: 'PodLogOptions' }, pod.metadata.name ?? '', faults);
  refuseContainer(pod, first(query, 'container') ?? '');
  const node = pod.spec?.nodeName ? await request.find('nodes', pod.spec.nodeName) : null;
  if (node !== null && isSimulatedNode(node)) return simulatedLog(pod, query);
  await refuseNode(pod, request);
  return undefined;
};

async function stream(pod: Pod, request: ConnectRequest): Promise<never> {
  await refuseNode(pod, request);
  throw apiErrors.badRequest(`pod ${pod.metadata.name} does not have a host assigned`);
}

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

const intoContainer: SubresourceConnection['open'] = (pod: Pod, request) => {
  refuseContainer(pod, first(request.query, 'container') ?? '');
  return stream(pod, request);
};

export const nodeRequests: readonly BuiltinSubresource[] = [
  connect('attach', 'PodAttachOptions', intoContainer),
  connect('exec', 'PodExecOptions', intoContainer),
  connect('portforward', 'PodPortForwardOptions', stream),
  {
    name: 'log',
    verbs: ['get'],
    connection: {
      kind: { group: '', version: 'v1', kind: 'Pod' },
      answersText: true,
      options: () => queryOptions(coreV1.type('PodLogOptions')),
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
      open() {
        // No address of a pod can be reached from here.
        throw apiErrors.badRequest('address not allowed');
      },
    },
  },
];
