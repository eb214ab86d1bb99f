import type { GroupResource, JsonObject, KubeObject } from '#meta';

/** The parts of objects that plugins look at, and the resources they are of. */

export const resources = {
  certificateSigningRequests: { group: 'certificates.k8s.io', resource: 'certificatesigningrequests' },
  claims: { group: '', resource: 'persistentvolumeclaims' },
  clusterTrustBundles: { group: 'certificates.k8s.io', resource: 'clustertrustbundles' },
  ingressClasses: { group: 'networking.k8s.io', resource: 'ingressclasses' },
  ingresses: { group: 'networking.k8s.io', resource: 'ingresses' },
  namespaces: { group: '', resource: 'namespaces' },
  nodes: { group: '', resource: 'nodes' },
  pods: { group: '', resource: 'pods' },
  priorityClasses: { group: 'scheduling.k8s.io', resource: 'priorityclasses' },
  runtimeClasses: { group: 'node.k8s.io', resource: 'runtimeclasses' },
  serviceAccounts: { group: '', resource: 'serviceaccounts' },
  services: { group: '', resource: 'services' },
  storageClasses: { group: 'storage.k8s.io', resource: 'storageclasses' },
  volumeAttributesClasses: { group: 'storage.k8s.io', resource: 'volumeattributesclasses' },
  volumes: { group: '', resource: 'persistentvolumes' },
} as const satisfies { readonly [name: string]: GroupResource };

export interface Pod extends KubeObject {
  spec?: PodSpec;
}

export interface PodSpec extends JsonObject {
  containers?: Container[];
  initContainers?: Container[];
  ephemeralContainers?: Container[];
  volumes?: Volume[];
  serviceAccountName?: string;
  serviceAccount?: string;
  automountServiceAccountToken?: boolean;
  imagePullSecrets?: Reference[];
  nodeName?: string;
  nodeSelector?: { [key: string]: string };
  tolerations?: Toleration[];
  priority?: number;
  priorityClassName?: string;
  preemptionPolicy?: string;
  runtimeClassName?: string;
  overhead?: { [resource: string]: string };
  securityContext?: PodSecurityContext;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  hostUsers?: boolean;
  os?: { name?: string };
}

export interface Reference extends JsonObject {
  name?: string;
}

export interface Container extends JsonObject {
  name?: string;
  image?: string;
  ports?: { hostPort?: number }[];
  env?: { name?: string; valueFrom?: { secretKeyRef?: Reference } }[];
  envFrom?: { secretRef?: Reference }[];
  volumeMounts?: VolumeMount[];
  resources?: { requests?: { [resource: string]: string } };
  securityContext?: ContainerSecurityContext;
  livenessProbe?: Handler;
  readinessProbe?: Handler;
  startupProbe?: Handler;
  lifecycle?: { postStart?: Handler; preStop?: Handler };
}

export interface VolumeMount extends JsonObject {
  name: string;
  readOnly?: boolean;
  mountPath: string;
}

export interface Handler extends JsonObject {
  httpGet?: { host?: string };
  tcpSocket?: { host?: string };
}

/** A volume's source is told by which field is there. */
export interface Volume extends JsonObject {
  name?: string;
  secret?: { secretName?: string };
  projected?: { sources?: JsonObject[] | null; defaultMode?: number };
}

export interface Toleration extends JsonObject {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
  tolerationSeconds?: number;
}

/** What a pod and its containers can both say about their security. */
export interface SharedSecurityContext extends JsonObject {
  runAsUser?: number;
  runAsNonRoot?: boolean;
  seccompProfile?: { type?: string };
  appArmorProfile?: { type?: string };
  seLinuxOptions?: { type?: string; user?: string; role?: string };
  windowsOptions?: { hostProcess?: boolean };
}

export interface PodSecurityContext extends SharedSecurityContext {
  sysctls?: { name?: string }[];
}

export interface ContainerSecurityContext extends SharedSecurityContext {
  privileged?: boolean;
  allowPrivilegeEscalation?: boolean;
  procMount?: string;
  capabilities?: { add?: string[]; drop?: string[] };
}

export function annotationOf({ metadata }: KubeObject, key: string): string | undefined {
  const { annotations = {} } = metadata;
  return Object.hasOwn(annotations, key) ? annotations[key] : undefined;
}
