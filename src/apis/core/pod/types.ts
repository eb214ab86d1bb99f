import type { JsonObject, KubeObject, ObjectMeta } from '#meta';
import type {
  AppArmorProfile,
  Container,
  NamedReference,
  ResourceList,
  ResourceRequirements,
  SeccompProfile,
  WindowsSecurityContextOptions,
} from './container-types.ts';
import type { Volume } from './volume-types.ts';

export type { Container, Volume };

/** The parts of a pod that the rules look at. */

export interface Pod extends KubeObject {
  spec?: PodSpec;
  status?: PodStatus;
}

export interface Selector extends JsonObject {
  matchLabels?: { [key: string]: string };
  matchExpressions?: SelectorRequirement[];
}

export interface SelectorRequirement extends JsonObject {
  key: string;
  operator: string;
  values?: string[];
}

export interface EphemeralContainer extends Container {
  targetContainerName?: string;
}

export interface PodTemplateSpec extends JsonObject {
  metadata?: ObjectMeta;
  spec?: PodSpec;
}

export interface PodSpec extends JsonObject {
  volumes?: Volume[];
  initContainers?: Container[];
  containers?: Container[];
  ephemeralContainers?: EphemeralContainer[];
  restartPolicy?: string;
  terminationGracePeriodSeconds?: number;
  activeDeadlineSeconds?: number;
  dnsPolicy?: string;
  nodeSelector?: { [key: string]: string };
  serviceAccountName?: string;
  serviceAccount?: string;
  automountServiceAccountToken?: boolean;
  nodeName?: string;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  shareProcessNamespace?: boolean;
  securityContext?: PodSecurityContext;
  imagePullSecrets?: NamedReference[];
  hostname?: string;
  subdomain?: string;
  affinity?: Affinity;
  schedulerName?: string;
  tolerations?: Toleration[];
  hostAliases?: HostAlias[];
  priorityClassName?: string;
  priority?: number;
  dnsConfig?: PodDNSConfig;
  readinessGates?: PodReadinessGate[];
  runtimeClassName?: string;
  enableServiceLinks?: boolean;
  preemptionPolicy?: string;
  overhead?: ResourceList;
  topologySpreadConstraints?: TopologySpreadConstraint[];
  setHostnameAsFQDN?: boolean;
  os?: PodOS;
  hostUsers?: boolean;
  schedulingGates?: PodSchedulingGate[];
  resourceClaims?: PodResourceClaim[];
  resources?: ResourceRequirements;
  hostnameOverride?: string;
  schedulingGroup?: PodSchedulingGroup;
}

export interface PodSecurityContext extends JsonObject {
  seLinuxOptions?: JsonObject;
  windowsOptions?: WindowsSecurityContextOptions;
  runAsUser?: number;
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  supplementalGroups?: number[];
  supplementalGroupsPolicy?: string;
  fsGroup?: number;
  sysctls?: Sysctl[];
  fsGroupChangePolicy?: string;
  seccompProfile?: SeccompProfile;
  appArmorProfile?: AppArmorProfile;
  seLinuxChangePolicy?: string;
}

export interface Sysctl extends JsonObject {
  name?: string;
  value?: string;
}

export interface Affinity extends JsonObject {
  nodeAffinity?: NodeAffinity;
  podAffinity?: PodAffinity;
  podAntiAffinity?: PodAffinity;
}

export interface NodeAffinity extends JsonObject {
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
}

export interface NodeSelector extends JsonObject {
  nodeSelectorTerms?: NodeSelectorTerm[] | null;
}

export interface NodeSelectorTerm extends JsonObject {
  matchExpressions?: NodeSelectorRequirement[];
  matchFields?: NodeSelectorRequirement[];
}

export interface NodeSelectorRequirement extends JsonObject {
  key?: string;
  operator?: string;
  values?: string[];
}

export interface PreferredSchedulingTerm extends JsonObject {
  weight?: number;
  preference?: NodeSelectorTerm;
}

export interface PodAffinity extends JsonObject {
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
}

export interface PodAffinityTerm extends JsonObject {
  labelSelector?: Selector;
  namespaces?: string[];
  topologyKey?: string;
  namespaceSelector?: Selector;
  matchLabelKeys?: string[];
  mismatchLabelKeys?: string[];
}

export interface WeightedPodAffinityTerm extends JsonObject {
  weight?: number;
  podAffinityTerm?: PodAffinityTerm;
}

export interface Toleration extends JsonObject {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
  tolerationSeconds?: number;
}

export interface HostAlias extends JsonObject {
  ip?: string;
  hostnames?: string[];
}

export interface PodDNSConfig extends JsonObject {
  nameservers?: string[];
  searches?: string[];
  options?: PodDNSConfigOption[];
}

export interface PodDNSConfigOption extends JsonObject {
  name?: string;
  value?: string;
}

export interface PodReadinessGate extends JsonObject {
  conditionType?: string;
}

export interface TopologySpreadConstraint extends JsonObject {
  maxSkew?: number;
  topologyKey?: string;
  whenUnsatisfiable?: string;
  labelSelector?: Selector;
  minDomains?: number;
  nodeAffinityPolicy?: string;
  nodeTaintsPolicy?: string;
  matchLabelKeys?: string[];
}

export interface PodOS extends JsonObject {
  name?: string;
}

export interface PodSchedulingGate extends JsonObject {
  name?: string;
}

export interface PodResourceClaim extends JsonObject {
  name?: string;
  resourceClaimName?: string;
  resourceClaimTemplateName?: string;
}

export interface PodSchedulingGroup extends JsonObject {
  podGroupName?: string;
}

export interface PodStatus extends JsonObject {
  observedGeneration?: number;
  phase?: string;
  conditions?: PodCondition[];
  message?: string;
  reason?: string;
  nominatedNodeName?: string;
  hostIP?: string;
  hostIPs?: PodIP[];
  podIP?: string;
  podIPs?: PodIP[];
  startTime?: string;
  initContainerStatuses?: ContainerStatus[];
  containerStatuses?: ContainerStatus[];
  qosClass?: string;
  ephemeralContainerStatuses?: ContainerStatus[];
  resize?: string;
  resourceClaimStatuses?: JsonObject[];
  extendedResourceClaimStatus?: JsonObject;
  allocatedResources?: ResourceList;
  resources?: ResourceRequirements;
  nodeAllocatableResourceClaimStatuses?: JsonObject[];
}

export interface PodCondition extends JsonObject {
  type?: string;
  observedGeneration?: number;
  status?: string;
  lastProbeTime?: string;
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

export interface PodIP extends JsonObject {
  ip?: string;
}

export interface ContainerStatus extends JsonObject {
  name?: string;
  state?: ContainerState;
  lastState?: ContainerState;
  ready?: boolean;
  restartCount?: number;
  image?: string;
  imageID?: string;
  containerID?: string;
  started?: boolean;
  allocatedResources?: ResourceList;
  resources?: ResourceRequirements;
  volumeMounts?: JsonObject[];
  user?: JsonObject;
  allocatedResourcesStatus?: JsonObject[];
  stopSignal?: string;
}

export interface ContainerState extends JsonObject {
  waiting?: ContainerStateWaiting;
  running?: ContainerStateRunning;
  terminated?: ContainerStateTerminated;
}

export interface ContainerStateWaiting extends JsonObject {
  reason?: string;
  message?: string;
}

export interface ContainerStateTerminated extends JsonObject {
  exitCode?: number;
  signal?: number;
  reason?: string;
  message?: string;
  startedAt?: string;
  finishedAt?: string;
  containerID?: string;
}

export interface ContainerStateRunning extends JsonObject {
  startedAt?: string;
}
