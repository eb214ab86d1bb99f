import { builtinGroups, localApiServices, mandatoryFlowControl, systemPriorityClasses } from '#apis';
import type { GroupVersionResource, KubeObject } from '#meta';

/** One object that every server has from its start. */
export interface InitialObject {
  readonly resource: GroupVersionResource;
  readonly object: KubeObject;
  /** `create`: only when it is missing. `set`: also bring one that is there up to date. */
  readonly how: 'create' | 'set';
}

/** Makes sure that an object is there; does nothing when it is as wanted. */
export type Ensure = (initial: InitialObject) => Promise<void>;

export interface Placement {
  readonly serviceAddress: string;
  /** Undefined when no address can be told to others. */
  readonly advertisedAddress: string | undefined;
  readonly port: number;
}

/** The namespaces before what lies in them; together, so that they share their way to the disk. */
export async function createInitialObjects(ensure: Ensure, placement: Placement): Promise<void> {
  const objects = initialObjects(placement);
  const isNamespace = ({ object }: InitialObject): boolean => object.kind === 'Namespace';
  await Promise.all(objects.filter(isNamespace).map(ensure));
  await Promise.all(objects.filter((initial) => !isNamespace(initial)).map(ensure));
}

export function initialObjects(placement: Placement): readonly InitialObject[] {
  const { advertisedAddress: address, port, serviceAddress } = placement;
  return [
    ...['default', 'kube-system', 'kube-public', 'kube-node-lease'].map(namespace),
    ...systemPriorityClasses.map(priorityClass),
    ...mandatoryFlowControl.map(flowControl),
    ...localApiServices(builtinGroups).map(apiService),
    service(serviceAddress, port),
    ...(address === undefined ? [] : [endpoints(address, port), endpointSlice(address, port)]),
  ];
}

function namespace(name: string): InitialObject {
  return {
    resource: { group: '', version: 'v1', resource: 'namespaces' },
    object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
    how: 'create',
  };
}

function priorityClass({ name, ...rest }: (typeof systemPriorityClasses)[number]): InitialObject {
  return {
    resource: { group: 'scheduling.k8s.io', version: 'v1', resource: 'priorityclasses' },
    object: { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, ...rest },
    how: 'create',
  };
}

function flowControl(object: KubeObject): InitialObject {
  const resource = object.kind === 'FlowSchema' ? 'flowschemas' : 'prioritylevelconfigurations';
  return { resource: { group: 'flowcontrol.apiserver.k8s.io', version: 'v1', resource }, object, how: 'create' };
}

function apiService(object: KubeObject): InitialObject {
  return {
    resource: { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' },
    object,
    how: 'create',
  };
}

/** k8s: controlplane/controller/kubernetesservice */
function service(clusterIP: string, port: number): InitialObject {
  return {
    resource: { group: '', version: 'v1', resource: 'services' },
    object: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: {
        name: 'kubernetes',
        namespace: 'default',
        labels: { component: 'apiserver', provider: 'kubernetes' },
      },
      spec: {
        type: 'ClusterIP',
        clusterIP,
        ipFamilyPolicy: 'SingleStack',
        sessionAffinity: 'None',
        ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: port }],
      },
    },
    how: 'create',
  };
}

/** k8s: controlplane/reconcilers. The label keeps other controllers from making a second slice of it. */
function endpoints(ip: string, port: number): InitialObject {
  return {
    resource: { group: '', version: 'v1', resource: 'endpoints' },
    object: {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: {
        name: 'kubernetes',
        namespace: 'default',
        labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' },
      },
      subsets: [{ addresses: [{ ip }], ports: [{ name: 'https', port, protocol: 'TCP' }] }],
    },
    how: 'set',
  };
}

function endpointSlice(ip: string, port: number): InitialObject {
  return {
    resource: { group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' },
    object: {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        name: 'kubernetes',
        namespace: 'default',
        labels: { 'kubernetes.io/service-name': 'kubernetes' },
      },
      addressType: ip.includes(':') ? 'IPv6' : 'IPv4',
      endpoints: [{ addresses: [ip], conditions: { ready: true } }],
      ports: [{ name: 'https', port, protocol: 'TCP' }],
    },
    how: 'set',
  };
}
