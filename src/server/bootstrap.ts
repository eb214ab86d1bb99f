import {
  localApiServices,
  mandatoryFlowControl,
  suggestedFlowControl,
  systemPriorityClasses,
  updatedFlowControl,
} from '#apis';
import { loadInitialPolicy } from '#auth';
import type { CatalogGroup } from '#machinery';
import type { GroupVersionResource, JsonObject, KubeObject } from '#meta';
import { kubernetesEndpoints } from './kubernetes-endpoints.ts';

/** One object that every server has from its start. */
export interface InitialObject {
  readonly resource: GroupVersionResource;
  readonly object: KubeObject;
  /**
   * `create`: only when it is missing. `set`: also bring one that is there up to date. `absent`: take away what an earlier
   * start left, which bears the same labels.
   */
  readonly how: 'create' | 'set' | 'absent';
  /** The name that the server goes by in managed fields, if not its usual one. */
  readonly manager?: string;
  /** What to make of one that is there; undefined to leave it. */
  readonly repair?: (live: KubeObject) => KubeObject | undefined;
  /** What it reports as long as nobody has reported anything. */
  readonly status?: (now: string) => JsonObject;
}

/** Makes sure that an object is there; does nothing when it is as wanted. */
export type Ensure = (initial: InitialObject) => Promise<void>;

interface Placement {
  /** Of the cluster IPs. */
  readonly serviceRange: string;
  readonly serviceAddress: string;
  /** Undefined when no address can be told to others, or somebody else tells it. */
  readonly advertisedAddress: string | undefined;
  readonly port: number;
  /** What the server serves by itself. */
  readonly groups: readonly CatalogGroup[];
  /** What it could serve by itself, and does not. */
  readonly unserved: readonly CatalogGroup[];
  /** Others that this start brings along. */
  readonly more?: readonly InitialObject[];
}

/** The namespaces before what lies in them; together, so that they share their way to the disk. */
export async function createInitialObjects(ensure: Ensure, placement: Placement): Promise<void> {
  const objects = initialObjects(placement);
  const isNamespace = ({ object }: InitialObject): boolean => object.kind === 'Namespace';
  await Promise.all(objects.filter(isNamespace).map(ensure));
  await Promise.all(objects.filter((initial) => !isNamespace(initial)).map(ensure));
}

export function initialObjects(placement: Placement): readonly InitialObject[] {
  const { advertisedAddress: address, port, serviceAddress, serviceRange } = placement;
  return [
    ...['default', 'kube-system', 'kube-public', 'kube-node-lease'].map(namespace),
    ...systemPriorityClasses.map(priorityClass),
    ...mandatoryFlowControl.map(flowControl),
    ...suggestedFlowControl.map((object) => ({
      ...flowControl(object),
      repair: (live: KubeObject) => updatedFlowControl(live, object),
    })),
    ...initialApiServices(placement.groups),
    ...localApiServices(placement.unserved).map((object) => ({
      ...apiService(object),
      how: 'absent' as const,
    })),
    ...(placement.more ?? []),
    serviceCidr(serviceRange),
    service(serviceAddress, port),
    ...(address === undefined ? [] : kubernetesEndpoints([address], { port })),
  ];
}

/** What tells clients that the server itself serves these versions. */
export const initialApiServices = (groups: readonly CatalogGroup[]): readonly InitialObject[] =>
  localApiServices(groups).map(apiService);

const policyResources: { readonly [kind: string]: string } = {
  Role: 'roles',
  ClusterRole: 'clusterroles',
  RoleBinding: 'rolebindings',
  ClusterRoleBinding: 'clusterrolebindings',
};

/** How many roles are written at a time: others want their turn too. */
const ROLES_AT_A_TIME = 16;

/** The roles and bindings that every server has, missing ones and those that lack something. */
export async function createInitialPolicy(ensure: Ensure, signal: AbortSignal): Promise<void> {
  const { initialPolicy, reconciled } = await loadInitialPolicy();
  const wanted = initialPolicy().map((object): InitialObject => {
    const resource = policyResources[object.kind] ?? '';
    return {
      resource: { group: 'rbac.authorization.k8s.io', version: 'v1', resource },
      object,
      how: 'create',
      repair: (live) => reconciled(live, object),
    };
  });
  for (let at = 0; at < wanted.length && !signal.aborted; at += ROLES_AT_A_TIME) {
    await Promise.all(wanted.slice(at, at + ROLES_AT_A_TIME).map(ensure));
  }
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
  const manager = 'api-priority-and-fairness-config-producer-v1';
  return {
    resource: { group: 'flowcontrol.apiserver.k8s.io', version: 'v1', resource },
    object,
    how: 'create',
    manager,
  };
}

function apiService(object: KubeObject): InitialObject {
  return {
    resource: { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' },
    object,
    how: 'create',
  };
}

/** k8s: controlplane/controller/defaultservicecidr */
function serviceCidr(range: string): InitialObject {
  return {
    resource: { group: 'networking.k8s.io', version: 'v1', resource: 'servicecidrs' },
    object: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'ServiceCIDR',
      metadata: { name: 'kubernetes' },
      spec: { cidrs: [range] },
    },
    how: 'create',
    status: (lastTransitionTime) => {
      const message = 'Kubernetes default Service CIDR is ready';
      return { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime, reason: '', message }] };
    },
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
