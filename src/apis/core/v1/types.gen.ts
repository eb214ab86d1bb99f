// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { MetaV1Types } from '#schema';

/** A space of names: objects in different namespaces may bear the same name. */
export type Namespace = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted of the namespace. */
  spec?: NamespaceSpec;
  /** What has become of the namespace; written by the system. */
  status?: NamespaceStatus;
};

/** What is wanted of a namespace. */
export type NamespaceSpec = {
  /** Who must still clean up before the namespace may go. */
  finalizers?: string[];
};

/** The present state of a namespace. */
export type NamespaceStatus = {
  /** Active, or Terminating once it is being deleted. */
  phase?: string;
  /** The latest findings about the namespace, one per type. */
  conditions?: NamespaceCondition[];
};

/** One finding about a namespace. */
export type NamespaceCondition = {
  /** The name of the finding. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
};

/** Settings for other objects to use, as keys and values. */
export type ConfigMap = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** When true, the data can never change again; only metadata can. */
  immutable?: boolean;
  /** Text values by key. A key has letters, digits, '-', '_' or '.', and is not also in binaryData. */
  data?: { [key: string]: string };
  /** Values that are not UTF-8 text, by key; base64 in JSON. */
  binaryData?: { [key: string]: string };
};

/** Confidential values, such as passwords and keys, for other objects to use. */
export type Secret = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** When true, the data can never change again; only metadata can. */
  immutable?: boolean;
  /** The values by key, base64 in JSON. A key has letters, digits, '-', '_' or '.'. */
  data?: { [key: string]: string };
  /** Values given as plain text. Only for writing: they are put into data and never shown. */
  stringData?: { [key: string]: string };
  /** What the secret is for; well-known types demand certain keys. Opaque when not given. */
  type?: string;
};

/** An identity for programs that talk to the API. */
export type ServiceAccount = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Secrets in the same namespace that pods with this account may use. */
  secrets?: ObjectReference[];
  /** Secrets in the same namespace with which pods with this account pull images. */
  imagePullSecrets?: LocalObjectReference[];
  /** Whether pods with this account get a token mounted; a pod may decide otherwise. */
  automountServiceAccountToken?: boolean;
};

/** Points at another object, or at a part of it. */
export type ObjectReference = {
  /** The kind of the object. */
  kind?: string;
  /** The namespace of the object. */
  namespace?: string;
  /** The name of the object. */
  name?: string;
  /** The uid of the object. */
  uid?: string;
  /** The group and version in which the object is meant. */
  apiVersion?: string;
  /** The version of the object that is meant, if one in particular. */
  resourceVersion?: string;
  /** The part of the object that is meant, such as spec.containers{web}; empty for the whole. */
  fieldPath?: string;
};

/** Points at another object in the same namespace. */
export type LocalObjectReference = {
  /** The name of the object. */
  name?: string;
};

/** Something that happened to an object. Kept for a limited time; no program should depend on it. */
export type Event = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What the event is about. */
  involvedObject?: ObjectReference;
  /** Why it happened, in one word for programs. */
  reason?: string;
  /** What happened, in a sentence for people. */
  message?: string;
  /** Who reported it, in the older form. */
  source?: EventSource;
  /** When it was first seen. */
  firstTimestamp?: string | null;
  /** When it was last seen. */
  lastTimestamp?: string | null;
  /** How often it was seen. */
  count?: number;
  /** Normal or Warning; more may come. */
  type?: string;
  /** When it was first observed. */
  eventTime?: string | null;
  /** How often it went on, if it is more than a single event. */
  series?: EventSeries;
  /** What was done or failed to be done. */
  action?: string;
  /** A second object that the event has to do with. */
  related?: ObjectReference;
  /** The controller that reported it, such as example.com/controller. */
  reportingComponent?: string;
  /** Which instance of that controller. */
  reportingInstance?: string;
};

/** Who reported an event. */
export type EventSource = {
  /** The component that reported it. */
  component?: string;
  /** The node on which it was reported. */
  host?: string;
};

/** A run of the same event. */
export type EventSeries = {
  /** How often it was seen so far. */
  count?: number;
  /** When it was last seen. */
  lastObservedTime?: string | null;
};

/** A lasting name and address for programs that answer on a network, wherever they run. */
export type Service = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted of the service. */
  spec?: ServiceSpec;
  /** What has become of the service; written by the system. */
  status?: ServiceStatus;
};

/** What is wanted of a service. */
export type ServiceSpec = {
  /** The ports on which the service answers. */
  ports?: ServicePort[];
  /** The labels of the pods that get the traffic. Empty: somebody else provides the endpoints. */
  selector?: { [key: string]: string };
  /** The service's address inside the cluster: given out by the server, or asked for, or None for no address at all. */
  clusterIP?: string;
  /** All addresses of the service, at most one per IP family; the first equals clusterIP. */
  clusterIPs?: string[];
  /** ClusterIP, NodePort, LoadBalancer or ExternalName: how the service can be reached. */
  type?: string;
  /** More addresses at which nodes take traffic for the service. Deprecated. */
  externalIPs?: string[];
  /** None, or ClientIP to send one client always to the same pod. */
  sessionAffinity?: string;
  /** An address asked of the load balancer. Deprecated; support varies. */
  loadBalancerIP?: string;
  /** From which networks the load balancer takes traffic. */
  loadBalancerSourceRanges?: string[];
  /** The DNS name that a service of type ExternalName stands for. */
  externalName?: string;
  /** Cluster, or Local to send traffic from outside only to pods on the node that took it. */
  externalTrafficPolicy?: string;
  /** The node port for the load balancer's health checks, when externalTrafficPolicy is Local. */
  healthCheckNodePort?: number;
  /** Whether pods count as endpoints before they are ready. */
  publishNotReadyAddresses?: boolean;
  /** Details of the session affinity. */
  sessionAffinityConfig?: SessionAffinityConfig;
  /** IPv4, IPv6 or both, in order of preference. */
  ipFamilies?: string[];
  /** SingleStack, PreferDualStack or RequireDualStack. */
  ipFamilyPolicy?: string;
  /** Whether a service of type LoadBalancer also gets node ports; true by default. */
  allocateLoadBalancerNodePorts?: boolean;
  /** Which implementation of load balancers is meant. Fixed once set. */
  loadBalancerClass?: string;
  /** Cluster, or Local to send traffic from inside the cluster only to pods on the same node. */
  internalTrafficPolicy?: string;
  /** A preference for endpoints near the client, such as PreferSameZone. */
  trafficDistribution?: string;
};

/** The present state of a service. */
export type ServiceStatus = {
  /** Where the load balancer can be reached. */
  loadBalancer?: LoadBalancerStatus;
  /** The latest findings about the service, one per type. */
  conditions?: MetaV1Types['Condition'][];
};

/** One port of a service. */
export type ServicePort = {
  /** The name of the port; needed when there are several. */
  name?: string;
  /** TCP, UDP or SCTP. */
  protocol?: string;
  /** What is spoken on the port, such as http or kubernetes.io/h2c. */
  appProtocol?: string;
  /** The port of the service. */
  port?: number;
  /** The port of the pods, by number or by name. The same as port when not given. */
  targetPort?: number | string;
  /** The port on every node, for services that can be reached through nodes. */
  nodePort?: number;
};

/** Details of session affinity. */
export type SessionAffinityConfig = {
  /** Details of affinity by the client's address. */
  clientIP?: ClientIPConfig;
};

/** Where a load balancer can be reached. */
export type LoadBalancerStatus = {
  /** The points at which traffic enters. */
  ingress?: LoadBalancerIngress[];
};

/** Details of affinity by the client's address. */
export type ClientIPConfig = {
  /** For how long a client stays with its pod: 1 to 86400, three hours by default. */
  timeoutSeconds?: number;
};

/** One point at which traffic enters a load balancer. */
export type LoadBalancerIngress = {
  /** Its address, if it has one. */
  ip?: string;
  /** Its DNS name, if it has one. */
  hostname?: string;
  /** VIP when traffic arrives with the load balancer's address, Proxy when with the node's. */
  ipMode?: string;
  /** The state of its ports. */
  ports?: PortStatus[];
};

/** The state of one port of a load balancer. */
export type PortStatus = {
  /** The port. */
  port?: number;
  /** TCP, UDP or SCTP. */
  protocol?: string;
  /** What is wrong with the port, in one word for programs. */
  error?: string;
};

/** The addresses behind a service, in the older form. Use EndpointSlice instead. */
export type Endpoints = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Groups of addresses that share ports; together they are all endpoints of the service. */
  subsets?: EndpointSubset[];
};

/** Addresses that share the same ports: each address has each port. */
export type EndpointSubset = {
  /** The addresses that are ready for traffic. */
  addresses?: EndpointAddress[];
  /** The addresses that are not ready for traffic. */
  notReadyAddresses?: EndpointAddress[];
  /** The ports of these addresses. */
  ports?: EndpointPort[];
};

/** One address. */
export type EndpointAddress = {
  /** The IP; not a loopback or link-local one. */
  ip?: string;
  /** The host name of the endpoint. */
  hostname?: string;
  /** The node on which the endpoint runs. */
  nodeName?: string;
  /** The object that provides the endpoint. */
  targetRef?: ObjectReference;
};

/** One port of an endpoint. */
export type EndpointPort = {
  /** The name of the port, as in the service; needed when there are several. */
  name?: string;
  /** The port. */
  port?: number;
  /** TCP, UDP or SCTP; TCP when not given. */
  protocol?: string;
  /** What is spoken on the port, such as http or kubernetes.io/h2c. */
  appProtocol?: string;
};

/** Containers that run together on one node. */
export type Pod = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted of it. */
  spec?: PodSpec;
  /** What has become of it; written by the system. */
  status?: PodStatus;
};

/** What a pod looks like. */
export type PodSpec = {
  /** Storage that its containers can mount. */
  volumes?: Volume[];
  /** Containers that run to their end, in order, before the others start. */
  initContainers?: Container[];
  /** The containers that run side by side; at least one. */
  containers?: Container[] | null;
  /** Containers for debugging, added while the pod runs. */
  ephemeralContainers?: EphemeralContainer[];
  /** When its containers are started again: Always, OnFailure or Never. */
  restartPolicy?: string;
  /** How long it may take to end by itself; 30 by default. */
  terminationGracePeriodSeconds?: number | bigint;
  /** How long the pod may run before it is failed. */
  activeDeadlineSeconds?: number | bigint;
  /** ClusterFirst, ClusterFirstWithHostNet, Default or None. */
  dnsPolicy?: string;
  /** Labels that a node must have. */
  nodeSelector?: { [key: string]: string };
  /** The account with which it talks to the API. */
  serviceAccountName?: string;
  /** The older name of serviceAccountName. */
  serviceAccount?: string;
  /** Whether a token of its account is mounted. */
  automountServiceAccountToken?: boolean;
  /** The node it is to run on. */
  nodeName?: string;
  /** Whether it uses the network of its node. */
  hostNetwork?: boolean;
  /** Whether it sees the processes of its node. */
  hostPID?: boolean;
  /** Whether it shares memory and queues with its node. */
  hostIPC?: boolean;
  /** Whether its containers see each other's processes. */
  shareProcessNamespace?: boolean;
  /** Users, privileges and confinement of its processes. */
  securityContext?: PodSecurityContext;
  /** Secrets with which images are pulled. */
  imagePullSecrets?: LocalObjectReference[];
  /** Its host name; the name of the pod by default. */
  hostname?: string;
  /** The domain of its host name within the namespace. */
  subdomain?: string;
  /** Which nodes and which neighbours it wants or avoids. */
  affinity?: Affinity;
  /** Who chooses its node. */
  schedulerName?: string;
  /** Taints of nodes that it puts up with. */
  tolerations?: Toleration[];
  /** Lines that are added to its hosts file. */
  hostAliases?: HostAlias[];
  /** The class that gives its priority. */
  priorityClassName?: string;
  /** How important it is; higher goes first. */
  priority?: number;
  /** How it resolves names, beyond the policy. */
  dnsConfig?: PodDNSConfig;
  /** Further conditions that must be true before it is ready. */
  readinessGates?: PodReadinessGate[];
  /** The class of runtime that runs its containers. */
  runtimeClassName?: string;
  /** Whether services are told in environment variables; true by default. */
  enableServiceLinks?: boolean;
  /** PreemptLowerPriority, or Never to wait for room. */
  preemptionPolicy?: string;
  /** What running it costs beside its containers. */
  overhead?: { [key: string]: string };
  /** How it is spread with others over the cluster. */
  topologySpreadConstraints?: TopologySpreadConstraint[];
  /** Whether its host name includes the domain. */
  setHostnameAsFQDN?: boolean;
  /** The operating system it needs. */
  os?: PodOS;
  /** Whether its users are those of the node; true by default. */
  hostUsers?: boolean;
  /** What must be cleared before a node is chosen. */
  schedulingGates?: PodSchedulingGate[];
  /** Claims to devices that its containers can use. */
  resourceClaims?: PodResourceClaim[];
  /** Amounts of computing resources that are requested and allowed. */
  resources?: ResourceRequirements;
  /** Its host name, whatever the other fields say. */
  hostnameOverride?: string;
  /** The group with which it is scheduled. */
  schedulingGroup?: PodSchedulingGroup;
};

/** One container of a pod. */
export type Container = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** The image that it is made of. */
  image?: string;
  /** The program and its first arguments, instead of the image's. */
  command?: string[];
  /** The arguments of the program, instead of the image's. */
  args?: string[];
  /** Where the program starts, instead of the image's directory. */
  workingDir?: string;
  /** The ports that the container listens on. */
  ports?: ContainerPort[];
  /** Where further environment variables come from. */
  envFrom?: EnvFromSource[];
  /** The environment variables of the container. */
  env?: EnvVar[];
  /** Amounts of computing resources that are requested and allowed. */
  resources?: ResourceRequirements;
  /** What a change of each resource needs. */
  resizePolicy?: ContainerResizePolicy[];
  /** When this container is started again, whatever its pod says. */
  restartPolicy?: string;
  /** By which exit codes the container is started again. */
  restartPolicyRules?: ContainerRestartRule[];
  /** Volumes that appear in the container's file system. */
  volumeMounts?: VolumeMount[];
  /** Volumes that appear in the container as raw devices. */
  volumeDevices?: VolumeDevice[];
  /** Restarts the container when it fails. */
  livenessProbe?: Probe;
  /** Takes the container out of services when it fails. */
  readinessProbe?: Probe;
  /** Holds back the other probes until it succeeds. */
  startupProbe?: Probe;
  /** What is done after the start and before the end. */
  lifecycle?: Lifecycle;
  /** The file with the last words of the container. */
  terminationMessagePath?: string;
  /** File, or FallbackToLogsOnError. */
  terminationMessagePolicy?: string;
  /** Always, IfNotPresent or Never. */
  imagePullPolicy?: string;
  /** Users, privileges and confinement of its processes. */
  securityContext?: SecurityContext;
  /** Whether the container has an input that can be attached to. */
  stdin?: boolean;
  /** Whether its input closes after the first attachment. */
  stdinOnce?: boolean;
  /** Whether the container has a terminal. */
  tty?: boolean;
};

/** A container for debugging a pod that runs. */
export type EphemeralContainer = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** The image that it is made of. */
  image?: string;
  /** The program and its first arguments, instead of the image's. */
  command?: string[];
  /** The arguments of the program, instead of the image's. */
  args?: string[];
  /** Where the program starts, instead of the image's directory. */
  workingDir?: string;
  /** The ports that the container listens on. */
  ports?: ContainerPort[];
  /** Where further environment variables come from. */
  envFrom?: EnvFromSource[];
  /** The environment variables of the container. */
  env?: EnvVar[];
  /** Amounts of computing resources that are requested and allowed. */
  resources?: ResourceRequirements;
  /** What a change of each resource needs. */
  resizePolicy?: ContainerResizePolicy[];
  /** When this container is started again; not for ephemeral ones. */
  restartPolicy?: string;
  /** By which exit codes the container is started again. */
  restartPolicyRules?: ContainerRestartRule[];
  /** Volumes that appear in the container's file system. */
  volumeMounts?: VolumeMount[];
  /** Volumes that appear in the container as raw devices. */
  volumeDevices?: VolumeDevice[];
  /** Restarts the container when it fails. */
  livenessProbe?: Probe;
  /** Takes the container out of services when it fails. */
  readinessProbe?: Probe;
  /** Holds back the other probes until it succeeds. */
  startupProbe?: Probe;
  /** What is done after the start and before the end. */
  lifecycle?: Lifecycle;
  /** The file with the last words of the container. */
  terminationMessagePath?: string;
  /** File, or FallbackToLogsOnError. */
  terminationMessagePolicy?: string;
  /** Always, IfNotPresent or Never. */
  imagePullPolicy?: string;
  /** Users, privileges and confinement of its processes. */
  securityContext?: SecurityContext;
  /** Whether the container has an input that can be attached to. */
  stdin?: boolean;
  /** Whether its input closes after the first attachment. */
  stdinOnce?: boolean;
  /** Whether the container has a terminal. */
  tty?: boolean;
  /** The container whose processes are to be seen. */
  targetContainerName?: string;
};

/** Security settings of a whole pod. */
export type PodSecurityContext = {
  /** The SELinux context of its processes. */
  seLinuxOptions?: SELinuxOptions;
  /** Settings that only Windows understands. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** The id of the user that its processes run as. */
  runAsUser?: number | bigint;
  /** The id of the group that its processes run as. */
  runAsGroup?: number | bigint;
  /** Whether it is refused when it would run as root. */
  runAsNonRoot?: boolean;
  /** Further groups of its processes. */
  supplementalGroups?: (number | bigint)[];
  /** Merge with the image's groups, or Strict. */
  supplementalGroupsPolicy?: string;
  /** The group that owns its volumes. */
  fsGroup?: number | bigint;
  /** Settings of the kernel for the pod. */
  sysctls?: Sysctl[];
  /** OnRootMismatch or Always, when to change owners. */
  fsGroupChangePolicy?: string;
  /** Which system calls are allowed. */
  seccompProfile?: SeccompProfile;
  /** The AppArmor profile that confines it. */
  appArmorProfile?: AppArmorProfile;
  /** MountOption or Recursive, how volumes are labelled. */
  seLinuxChangePolicy?: string;
};

/** Rules about the nodes and neighbours of a pod. */
export type Affinity = {
  /** Which nodes it wants. */
  nodeAffinity?: NodeAffinity;
  /** Near which pods it wants to be. */
  podAffinity?: PodAffinity;
  /** From which pods it wants to be apart. */
  podAntiAffinity?: PodAntiAffinity;
};

/** A taint that a pod puts up with. */
export type Toleration = {
  /** The key of the taint; empty for all. */
  key?: string;
  /** How the values are compared. */
  operator?: string;
  /** The value. */
  value?: string;
  /** NoSchedule, PreferNoSchedule or NoExecute. */
  effect?: string;
  /** How long the taint is put up with; for ever if unsaid. */
  tolerationSeconds?: number | bigint;
};

/** Names of an address. */
export type HostAlias = {
  /** An IP address. */
  ip?: string;
  /** The names of the address. */
  hostnames?: string[];
};

/** How a pod resolves names. */
export type PodDNSConfig = {
  /** Addresses of servers to ask, at most three. */
  nameservers?: string[];
  /** Domains to search for short names. */
  searches?: string[];
  /** Further options, by name. */
  options?: PodDNSConfigOption[];
};

/** A condition that a pod needs to be ready. */
export type PodReadinessGate = {
  /** The type of the condition. */
  conditionType?: string;
};

/** How evenly pods are spread. */
export type TopologySpreadConstraint = {
  /** By how many pods two places may differ. */
  maxSkew?: number;
  /** The label of nodes that tells their place. */
  topologyKey?: string;
  /** DoNotSchedule or ScheduleAnyway. */
  whenUnsatisfiable?: string;
  /** The labels of the pods that count. */
  labelSelector?: MetaV1Types['LabelSelector'];
  /** How many places there must be at least. */
  minDomains?: number;
  /** Honor or Ignore the wanted nodes when counting. */
  nodeAffinityPolicy?: string;
  /** Honor or Ignore taints when counting. */
  nodeTaintsPolicy?: string;
  /** Labels whose values are to be the pod's own. */
  matchLabelKeys?: string[];
};

/** An operating system. */
export type PodOS = {
  /** Its name, unique among its kind here. */
  name?: string;
};

/** Something that holds a pod back from scheduling. */
export type PodSchedulingGate = {
  /** Its name, unique among its kind here. */
  name?: string;
};

/** A claim to devices, for a pod. */
export type PodResourceClaim = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** The claim, in the same namespace. */
  resourceClaimName?: string;
  /** The template from which a claim is made. */
  resourceClaimTemplateName?: string;
};

/** Amounts that are requested and allowed. */
export type ResourceRequirements = {
  /** The most that may be used. */
  limits?: { [key: string]: string };
  /** The least that is needed. */
  requests?: { [key: string]: string };
  /** Which of the pod's claims the container uses. */
  claims?: ResourceClaim[];
};

/** The group with which a pod is scheduled. */
export type PodSchedulingGroup = {
  /** The group of pods it belongs to. */
  podGroupName?: string;
};

/** One port of a container. */
export type ContainerPort = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** The port of the node, if it is to be reached there. */
  hostPort?: number;
  /** The port of the container. */
  containerPort?: number;
  /** TCP, UDP or SCTP. */
  protocol?: string;
  /** The address of the node to bind the port to. */
  hostIP?: string;
};

/** A source of environment variables. */
export type EnvFromSource = {
  /** What is put before each name. */
  prefix?: string;
  /** The config map whose keys become variables. */
  configMapRef?: ConfigMapEnvSource;
  /** The secret whose keys become variables. */
  secretRef?: SecretEnvSource;
};

/** One environment variable. */
export type EnvVar = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** The value. */
  value?: string;
  /** Where the value comes from. */
  valueFrom?: EnvVarSource;
};

/** What a change of a resource needs. */
export type ContainerResizePolicy = {
  /** The resource that is meant. */
  resourceName?: string;
  /** NotRequired, or RestartContainer to apply the new amount. */
  restartPolicy?: string;
};

/** When a container is started again. */
export type ContainerRestartRule = {
  /** What is done when the rule holds. */
  action?: string;
  /** The exit codes for which the rule holds. */
  exitCodes?: ContainerRestartRuleOnExitCodes;
};

/** A volume in the file system of a container. */
export type VolumeMount = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** Disabled, IfPossible or Enabled, for mounts below it. */
  recursiveReadOnly?: string;
  /** Where it appears in the container. */
  mountPath?: string;
  /** The path within the volume. */
  subPath?: string;
  /** None, HostToContainer or Bidirectional. */
  mountPropagation?: string;
  /** The path within the volume, with variables in it. */
  subPathExpr?: string;
};

/** A volume as a device of a container. */
export type VolumeDevice = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** Where the device appears. */
  devicePath?: string;
};

/** A check of a container, done again and again. */
export type Probe = {
  /** Runs a program in the container. */
  exec?: ExecAction;
  /** Makes an HTTP request. */
  httpGet?: HTTPGetAction;
  /** Opens a TCP connection. */
  tcpSocket?: TCPSocketAction;
  /** Asks the health service of gRPC. */
  grpc?: GRPCAction;
  /** How long to wait before the first probe. */
  initialDelaySeconds?: number;
  /** How long a probe may take; 1 by default. */
  timeoutSeconds?: number;
  /** How often to probe; every 10 seconds by default. */
  periodSeconds?: number;
  /** How many successes in a row count; 1 by default. */
  successThreshold?: number;
  /** How many failures in a row count; 3 by default. */
  failureThreshold?: number;
  /** How long a container may take to end after this probe failed. */
  terminationGracePeriodSeconds?: number | bigint;
};

/** What is done at the start and the end of a container. */
export type Lifecycle = {
  /** Done right after the container started. */
  postStart?: LifecycleHandler;
  /** Done before the container is ended. */
  preStop?: LifecycleHandler;
  /** The signal that ends the container. */
  stopSignal?: string;
};

/** Security settings of a container. */
export type SecurityContext = {
  /** Capabilities of Linux to add or to drop. */
  capabilities?: Capabilities;
  /** Whether it may do nearly all that the node may. */
  privileged?: boolean;
  /** The SELinux context of its processes. */
  seLinuxOptions?: SELinuxOptions;
  /** Settings that only Windows understands. */
  windowsOptions?: WindowsSecurityContextOptions;
  /** The id of the user that its processes run as. */
  runAsUser?: number | bigint;
  /** The id of the group that its processes run as. */
  runAsGroup?: number | bigint;
  /** Whether it is refused when it would run as root. */
  runAsNonRoot?: boolean;
  /** Whether its own files cannot be changed. */
  readOnlyRootFilesystem?: boolean;
  /** Whether a process may gain more privileges than its parent. */
  allowPrivilegeEscalation?: boolean;
  /** Default or Unmasked, how /proc appears. */
  procMount?: string;
  /** Which system calls are allowed. */
  seccompProfile?: SeccompProfile;
  /** The AppArmor profile that confines it. */
  appArmorProfile?: AppArmorProfile;
};

/** What a container for debugging has in common with others. */
export type EphemeralContainerCommon = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** The image that it is made of. */
  image?: string;
  /** The program and its first arguments, instead of the image's. */
  command?: string[];
  /** The arguments of the program, instead of the image's. */
  args?: string[];
  /** Where the program starts, instead of the image's directory. */
  workingDir?: string;
  /** The ports that the container listens on. */
  ports?: ContainerPort[];
  /** Where further environment variables come from. */
  envFrom?: EnvFromSource[];
  /** The environment variables of the container. */
  env?: EnvVar[];
  /** Amounts of computing resources that are requested and allowed. */
  resources?: ResourceRequirements;
  /** What a change of each resource needs. */
  resizePolicy?: ContainerResizePolicy[];
  /** When this container is started again; not for ephemeral ones. */
  restartPolicy?: string;
  /** By which exit codes the container is started again. */
  restartPolicyRules?: ContainerRestartRule[];
  /** Volumes that appear in the container's file system. */
  volumeMounts?: VolumeMount[];
  /** Volumes that appear in the container as raw devices. */
  volumeDevices?: VolumeDevice[];
  /** Restarts the container when it fails. */
  livenessProbe?: Probe;
  /** Takes the container out of services when it fails. */
  readinessProbe?: Probe;
  /** Holds back the other probes until it succeeds. */
  startupProbe?: Probe;
  /** What is done after the start and before the end. */
  lifecycle?: Lifecycle;
  /** The file with the last words of the container. */
  terminationMessagePath?: string;
  /** File, or FallbackToLogsOnError. */
  terminationMessagePolicy?: string;
  /** Always, IfNotPresent or Never. */
  imagePullPolicy?: string;
  /** Users, privileges and confinement of its processes. */
  securityContext?: SecurityContext;
  /** Whether the container has an input that can be attached to. */
  stdin?: boolean;
  /** Whether its input closes after the first attachment. */
  stdinOnce?: boolean;
  /** Whether the container has a terminal. */
  tty?: boolean;
};

/** An SELinux context. */
export type SELinuxOptions = {
  /** The SELinux user. */
  user?: string;
  /** The SELinux role. */
  role?: string;
  /** The SELinux type. */
  type?: string;
  /** The SELinux level. */
  level?: string;
};

/** Security settings for Windows. */
export type WindowsSecurityContextOptions = {
  /** The name of the group account's credentials. */
  gmsaCredentialSpecName?: string;
  /** The credentials of the group account. */
  gmsaCredentialSpec?: string;
  /** The Windows user that its processes run as. */
  runAsUserName?: string;
  /** Whether it runs as a process of the host. */
  hostProcess?: boolean;
};

/** A setting of the kernel. */
export type Sysctl = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** The value. */
  value?: string;
};

/** Which system calls are allowed. */
export type SeccompProfile = {
  /** RuntimeDefault, Unconfined or Localhost. */
  type?: string;
  /** The profile on the node, for the type Localhost. */
  localhostProfile?: string;
};

/** An AppArmor profile. */
export type AppArmorProfile = {
  /** RuntimeDefault, Unconfined or Localhost. */
  type?: string;
  /** The profile on the node, for the type Localhost. */
  localhostProfile?: string;
};

/** Rules about the nodes of a pod. */
export type NodeAffinity = {
  /** What must hold when a node is chosen. */
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  /** What would be good when a node is chosen. */
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[];
};

/** Rules about pods to be near to. */
export type PodAffinity = {
  /** What must hold when a node is chosen. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /** What would be good when a node is chosen. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
};

/** Rules about pods to be apart from. */
export type PodAntiAffinity = {
  /** What must hold when a node is chosen. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[];
  /** What would be good when a node is chosen. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[];
};

/** An option for resolving names. */
export type PodDNSConfigOption = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** The value. */
  value?: string;
};

/** A claim of the pod that a container uses. */
export type ResourceClaim = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** The one request of the claim that is meant. */
  request?: string;
};

/** A config map whose keys become variables. */
export type ConfigMapEnvSource = {
  /** The name of the object. */
  name?: string;
  /** Whether it may be missing. */
  optional?: boolean;
};

/** A secret whose keys become variables. */
export type SecretEnvSource = {
  /** The name of the object. */
  name?: string;
  /** Whether it may be missing. */
  optional?: boolean;
};

/** Where a variable's value comes from; one of these. */
export type EnvVarSource = {
  /** A field of the pod. */
  fieldRef?: ObjectFieldSelector;
  /** A resource of a container. */
  resourceFieldRef?: ResourceFieldSelector;
  /** A key of a config map. */
  configMapKeyRef?: ConfigMapKeySelector;
  /** A key of a secret. */
  secretKeyRef?: SecretKeySelector;
  /** A key in a file of a volume. */
  fileKeyRef?: FileKeySelector;
};

/** Exit codes that a rule is about. */
export type ContainerRestartRuleOnExitCodes = {
  /** How the values are compared. */
  operator?: string;
  /** The values to compare with. */
  values?: number[];
};

/** What a probe does; one of these. */
export type ProbeHandler = {
  /** Runs a program in the container. */
  exec?: ExecAction;
  /** Makes an HTTP request. */
  httpGet?: HTTPGetAction;
  /** Opens a TCP connection. */
  tcpSocket?: TCPSocketAction;
  /** Asks the health service of gRPC. */
  grpc?: GRPCAction;
};

/** What is done; one of these. */
export type LifecycleHandler = {
  /** Runs a program in the container. */
  exec?: ExecAction;
  /** Makes an HTTP request. */
  httpGet?: HTTPGetAction;
  /** Opens a TCP connection. */
  tcpSocket?: TCPSocketAction;
  /** Waits. */
  sleep?: SleepAction;
};

/** Capabilities of Linux. */
export type Capabilities = {
  /** What to add. */
  add?: string[];
  /** What to take away. */
  drop?: string[];
};

/** Terms that nodes may meet, any of them. */
export type NodeSelector = {
  /** Of these terms one must hold. */
  nodeSelectorTerms?: NodeSelectorTerm[] | null;
};

/** Nodes that are preferred, and how much. */
export type PreferredSchedulingTerm = {
  /** How much it counts, 1 to 100. */
  weight?: number;
  /** The nodes that are preferred. */
  preference?: NodeSelectorTerm;
};

/** Pods, and what it is to be near them. */
export type PodAffinityTerm = {
  /** The labels of the pods that count. */
  labelSelector?: MetaV1Types['LabelSelector'];
  /** The namespaces of the pods; its own if unsaid. */
  namespaces?: string[];
  /** The label of nodes that tells their place. */
  topologyKey?: string;
  /** The labels of the namespaces of the pods. */
  namespaceSelector?: MetaV1Types['LabelSelector'];
  /** Labels whose values are to be the pod's own. */
  matchLabelKeys?: string[];
  /** Labels whose values are to differ from the pod's. */
  mismatchLabelKeys?: string[];
};

/** Pods that are preferred, and how much. */
export type WeightedPodAffinityTerm = {
  /** How much it counts, 1 to 100. */
  weight?: number;
  /** The pods that are meant. */
  podAffinityTerm?: PodAffinityTerm;
};

/** A field of an object. */
export type ObjectFieldSelector = {
  /** The version in which the path is meant; v1 by default. */
  apiVersion?: string;
  /** The path of the field. */
  fieldPath?: string;
};

/** A resource of a container. */
export type ResourceFieldSelector = {
  /** The name of the container. */
  containerName?: string;
  /** The resource, such as limits.cpu. */
  resource?: string;
  /** The unit in which it is shown; 1 by default. */
  divisor?: string;
};

/** A key of a config map. */
export type ConfigMapKeySelector = {
  /** The name of the object. */
  name?: string;
  /** The key that is meant. */
  key?: string;
  /** Whether it may be missing. */
  optional?: boolean;
};

/** A key of a secret. */
export type SecretKeySelector = {
  /** The name of the object. */
  name?: string;
  /** The key that is meant. */
  key?: string;
  /** Whether it may be missing. */
  optional?: boolean;
};

/** A key in a file of a volume. */
export type FileKeySelector = {
  /** The name of the volume. */
  volumeName?: string;
  /** The path, relative to the volume. */
  path?: string;
  /** The key that is meant. */
  key?: string;
  /** Whether it may be missing. */
  optional?: boolean;
};

/** A program that is run in a container. */
export type ExecAction = {
  /** The program and its arguments; run without a shell. */
  command?: string[];
};

/** An HTTP request. */
export type HTTPGetAction = {
  /** The path of the request; / by default. */
  path?: string;
  /** The port, by number or by name. */
  port?: number | string;
  /** The host to connect to; the pod if unsaid. */
  host?: string;
  /** HTTP or HTTPS. */
  scheme?: string;
  /** Headers of the request. */
  httpHeaders?: HTTPHeader[];
};

/** A TCP connection. */
export type TCPSocketAction = {
  /** The port, by number or by name. */
  port?: number | string;
  /** The host to connect to; the pod if unsaid. */
  host?: string;
};

/** A question to the health service of gRPC. */
export type GRPCAction = {
  /** The port, by number or by name. */
  port?: number;
  /** The service to ask for. */
  service?: string | null;
};

/** A pause. */
export type SleepAction = {
  /** How long to wait. */
  seconds?: number | bigint;
};

/** Requirements that a node meets all of; an empty one no node meets. */
export type NodeSelectorTerm = {
  /** Requirements that must all hold. */
  matchExpressions?: NodeSelectorRequirement[];
  /** Requirements on fields of nodes. */
  matchFields?: NodeSelectorRequirement[];
};

/** A header of an HTTP request. */
export type HTTPHeader = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** The value. */
  value?: string;
};

/** A requirement on one label or field of nodes. */
export type NodeSelectorRequirement = {
  /** The key that is meant. */
  key?: string;
  /** How the values are compared. */
  operator?: string;
  /** The values to compare with. */
  values?: string[];
};

/** A template that pods can be made from. */
export type PodTemplate = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What the pods look like. */
  template?: PodTemplateSpec;
};

/** What pods look like that are made from it. */
export type PodTemplateSpec = {
  /** Name, labels and other facts that every object has. */
  metadata?: ObjectMeta;
  /** What is wanted of it. */
  spec?: PodSpec;
};

/** Puts a pod on a node. */
export type Binding = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The node. */
  target?: ObjectReference;
};

/** The present state of a pod. */
export type PodStatus = {
  /** The generation of the object that this is about. */
  observedGeneration?: number | bigint;
  /** The stage it is in, in one word. */
  phase?: string;
  /** The latest findings about it, one per type. */
  conditions?: PodCondition[];
  /** Why, in a sentence for people. */
  message?: string;
  /** Why, in one word for programs. */
  reason?: string;
  /** The node that is being cleared for it. */
  nominatedNodeName?: string;
  /** The first address of its node. */
  hostIP?: string;
  /** The addresses of its node. */
  hostIPs?: HostIP[];
  /** Its first address. */
  podIP?: string;
  /** Its addresses, one per IP family. */
  podIPs?: PodIP[];
  /** When the node took notice of it. */
  startTime?: string;
  /** The states of its init containers. */
  initContainerStatuses?: ContainerStatus[];
  /** The states of its containers. */
  containerStatuses?: ContainerStatus[];
  /** Guaranteed, Burstable or BestEffort, from its resources. */
  qosClass?: string;
  /** The states of its containers for debugging. */
  ephemeralContainerStatuses?: ContainerStatus[];
  /** How far a change of its resources has come. */
  resize?: string;
  /** The claims to devices that were made for it. */
  resourceClaimStatuses?: PodResourceClaimStatus[];
  /** The claim that stands for its extended resources. */
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus;
  /** What has been set aside for it. */
  allocatedResources?: { [key: string]: string };
  /** Amounts of computing resources that are requested and allowed. */
  resources?: ResourceRequirements;
  /** What its claims take from the node's own resources. */
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[];
};

/** One finding about a pod. */
export type PodCondition = {
  /** The name of the finding. */
  type?: string;
  /** The generation of the object that this is about. */
  observedGeneration?: number | bigint;
  /** True, False or Unknown. */
  status?: string;
  /** When it was last looked at. */
  lastProbeTime?: string | null;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
};

/** An address of a node. */
export type HostIP = {
  /** An IP address. */
  ip?: string;
};

/** An address of a pod. */
export type PodIP = {
  /** An IP address. */
  ip?: string;
};

/** The present state of a container. */
export type ContainerStatus = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** What the container does now. */
  state?: ContainerState;
  /** What the container did before. */
  lastState?: ContainerState;
  /** Whether the container takes traffic. */
  ready?: boolean;
  /** How often the container was started again. */
  restartCount?: number;
  /** The image that it is made of. */
  image?: string;
  /** The image by its digest. */
  imageID?: string;
  /** The container's id, with the runtime. */
  containerID?: string;
  /** Whether the container got past its start. */
  started?: boolean;
  /** What has been set aside for it. */
  allocatedResources?: { [key: string]: string };
  /** Amounts of computing resources that are requested and allowed. */
  resources?: ResourceRequirements;
  /** The state of its mounted volumes. */
  volumeMounts?: VolumeMountStatus[];
  /** The user that its first process runs as. */
  user?: ContainerUser;
  /** The health of the devices it got. */
  allocatedResourcesStatus?: ResourceStatus[];
  /** The signal that ends the container. */
  stopSignal?: string;
};

/** The claim that was made for a pod. */
export type PodResourceClaimStatus = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** The claim, in the same namespace. */
  resourceClaimName?: string;
};

/** The claim that stands for extended resources. */
export type PodExtendedResourceClaimStatus = {
  /** Which request stands for which extended resource. */
  requestMappings?: ContainerExtendedResourceRequest[] | null;
  /** The claim, in the same namespace. */
  resourceClaimName?: string;
};

/** What a claim takes from the node's own resources. */
export type NodeAllocatableResourceClaimStatus = {
  /** The claim, in the same namespace. */
  resourceClaimName?: string;
  /** The containers that use the claim. */
  containers?: string[];
  /** Amounts of computing resources that are requested and allowed. */
  resources?: { [key: string]: string } | null;
};

/** What a container does; one of these. */
export type ContainerState = {
  /** The container waits to start. */
  waiting?: ContainerStateWaiting;
  /** The container runs. */
  running?: ContainerStateRunning;
  /** The container has ended. */
  terminated?: ContainerStateTerminated;
};

/** The state of a mounted volume. */
export type VolumeMountStatus = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** Where it appears in the container. */
  mountPath?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** Disabled, IfPossible or Enabled, for mounts below it. */
  recursiveReadOnly?: string;
  /** The state of the volume behind the mount. */
  volumeStatus?: VolumeStatus;
};

/** The user of a container's first process. */
export type ContainerUser = {
  /** The user on Linux. */
  linux?: LinuxContainerUser;
};

/** The health of devices. */
export type ResourceStatus = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** Amounts of computing resources that are requested and allowed. */
  resources?: ResourceHealth[];
};

/** An extended resource, and the request that stands for it. */
export type ContainerExtendedResourceRequest = {
  /** The name of the container. */
  containerName?: string;
  /** The resource that is meant. */
  resourceName?: string;
  /** The name of the request in the claim. */
  requestName?: string;
};

/** A container that waits. */
export type ContainerStateWaiting = {
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
};

/** A container that runs. */
export type ContainerStateRunning = {
  /** When it started. */
  startedAt?: string | null;
};

/** A container that has ended. */
export type ContainerStateTerminated = {
  /** With which code it ended. */
  exitCode?: number;
  /** By which signal it ended. */
  signal?: number;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
  /** When it started. */
  startedAt?: string | null;
  /** When it ended. */
  finishedAt?: string | null;
  /** The container's id, with the runtime. */
  containerID?: string;
};

/** The state of a volume. */
export type VolumeStatus = {
  /** The image behind the volume. */
  image?: ImageVolumeStatus;
};

/** A user on Linux. */
export type LinuxContainerUser = {
  /** The id of the user. */
  uid?: number | bigint;
  /** The id of the group. */
  gid?: number | bigint;
  /** Further groups of its processes. */
  supplementalGroups?: (number | bigint)[];
};

/** The health of one device. */
export type ResourceHealth = {
  /** Which device it is. */
  resourceID?: string;
  /** Healthy, Unhealthy or Unknown. */
  health?: string;
  /** Why, in a sentence for people. */
  message?: string;
};

/** The image behind a volume. */
export type ImageVolumeStatus = {
  /** The image by its digest. */
  imageRef?: string;
};

/** Storage that the containers of a pod can mount. */
export type Volume = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** A file or directory of the node. */
  hostPath?: HostPathVolumeSource;
  /** A directory that lives as long as the pod. */
  emptyDir?: EmptyDirVolumeSource;
  /** A disk of Google Compute Engine. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** A disk of Amazon Web Services. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** A Git repository; no longer supported. */
  gitRepo?: GitRepoVolumeSource;
  /** The keys of a secret as files. */
  secret?: SecretVolumeSource;
  /** A directory of an NFS server. */
  nfs?: NFSVolumeSource;
  /** A disk that is reached with iSCSI. */
  iscsi?: ISCSIVolumeSource;
  /** A GlusterFS volume; no longer supported. */
  glusterfs?: GlusterfsVolumeSource;
  /** The volume that a claim has. */
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  /** A Ceph block device; no longer supported. */
  rbd?: RBDVolumeSource;
  /** A volume of an exec-based plugin; deprecated. */
  flexVolume?: FlexVolumeSource;
  /** A disk of OpenStack. */
  cinder?: CinderVolumeSource;
  /** A Ceph file system; no longer supported. */
  cephfs?: CephFSVolumeSource;
  /** A Flocker volume; no longer supported. */
  flocker?: FlockerVolumeSource;
  /** Fields of the pod as files. */
  downwardAPI?: DownwardAPIVolumeSource;
  /** A disk that is reached by Fibre Channel. */
  fc?: FCVolumeSource;
  /** A file share of Azure. */
  azureFile?: AzureFileVolumeSource;
  /** The keys of a config map as files. */
  configMap?: ConfigMapVolumeSource;
  /** A disk of vSphere. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** A Quobyte volume; no longer supported. */
  quobyte?: QuobyteVolumeSource;
  /** A disk of Azure. */
  azureDisk?: AzureDiskVolumeSource;
  /** A disk of Photon; no longer supported. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** Files from several sources in one directory. */
  projected?: ProjectedVolumeSource;
  /** A Portworx volume. */
  portworxVolume?: PortworxVolumeSource;
  /** A ScaleIO volume; no longer supported. */
  scaleIO?: ScaleIOVolumeSource;
  /** A StorageOS volume; no longer supported. */
  storageos?: StorageOSVolumeSource;
  /** Storage of a CSI driver. */
  csi?: CSIVolumeSource;
  /** A volume of a claim that is made for the pod. */
  ephemeral?: EphemeralVolumeSource;
  /** A volume with the content of an image. */
  image?: ImageVolumeSource;
};

/** Where a volume comes from; one of these. */
export type VolumeSource = {
  /** A file or directory of the node. */
  hostPath?: HostPathVolumeSource;
  /** A directory that lives as long as the pod. */
  emptyDir?: EmptyDirVolumeSource;
  /** A disk of Google Compute Engine. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** A disk of Amazon Web Services. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** A Git repository; no longer supported. */
  gitRepo?: GitRepoVolumeSource;
  /** The keys of a secret as files. */
  secret?: SecretVolumeSource;
  /** A directory of an NFS server. */
  nfs?: NFSVolumeSource;
  /** A disk that is reached with iSCSI. */
  iscsi?: ISCSIVolumeSource;
  /** A GlusterFS volume; no longer supported. */
  glusterfs?: GlusterfsVolumeSource;
  /** The volume that a claim has. */
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;
  /** A Ceph block device; no longer supported. */
  rbd?: RBDVolumeSource;
  /** A volume of an exec-based plugin; deprecated. */
  flexVolume?: FlexVolumeSource;
  /** A disk of OpenStack. */
  cinder?: CinderVolumeSource;
  /** A Ceph file system; no longer supported. */
  cephfs?: CephFSVolumeSource;
  /** A Flocker volume; no longer supported. */
  flocker?: FlockerVolumeSource;
  /** Fields of the pod as files. */
  downwardAPI?: DownwardAPIVolumeSource;
  /** A disk that is reached by Fibre Channel. */
  fc?: FCVolumeSource;
  /** A file share of Azure. */
  azureFile?: AzureFileVolumeSource;
  /** The keys of a config map as files. */
  configMap?: ConfigMapVolumeSource;
  /** A disk of vSphere. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** A Quobyte volume; no longer supported. */
  quobyte?: QuobyteVolumeSource;
  /** A disk of Azure. */
  azureDisk?: AzureDiskVolumeSource;
  /** A disk of Photon; no longer supported. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** Files from several sources in one directory. */
  projected?: ProjectedVolumeSource;
  /** A Portworx volume. */
  portworxVolume?: PortworxVolumeSource;
  /** A ScaleIO volume; no longer supported. */
  scaleIO?: ScaleIOVolumeSource;
  /** A StorageOS volume; no longer supported. */
  storageos?: StorageOSVolumeSource;
  /** Storage of a CSI driver. */
  csi?: CSIVolumeSource;
  /** A volume of a claim that is made for the pod. */
  ephemeral?: EphemeralVolumeSource;
  /** A volume with the content of an image. */
  image?: ImageVolumeSource;
};

/** A file or directory of the node. */
export type HostPathVolumeSource = {
  /** The path on the node. */
  path?: string;
  /** What must be at the path: a File, a Directory, … */
  type?: string;
};

/** A directory that lives as long as the pod. */
export type EmptyDirVolumeSource = {
  /** Memory, or empty for the node's disk. */
  medium?: string;
  /** How much may be stored there. */
  sizeLimit?: string;
};

/** A disk of Google Compute Engine. */
export type GCEPersistentDiskVolumeSource = {
  /** The name of the disk. */
  pdName?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** The number of the partition. */
  partition?: number;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
};

/** A disk of Amazon Web Services. */
export type AWSElasticBlockStoreVolumeSource = {
  /** The id of the volume. */
  volumeID?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** The number of the partition. */
  partition?: number;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
};

/** A Git repository. */
export type GitRepoVolumeSource = {
  /** The address of the repository. */
  repository?: string;
  /** The commit to check out. */
  revision?: string;
  /** The directory to put it into. */
  directory?: string;
};

/** The keys of a secret as files. */
export type SecretVolumeSource = {
  /** The name of the secret. */
  secretName?: string;
  /** Which keys become files, and where; all if unsaid. */
  items?: KeyToPath[];
  /** The permissions of the files; 0644 by default. */
  defaultMode?: number;
  /** Whether it may be missing. */
  optional?: boolean;
};

/** A directory of an NFS server. */
export type NFSVolumeSource = {
  /** The name or address of the server. */
  server?: string;
  /** The directory that the server shares. */
  path?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
};

/** A disk that is reached with iSCSI. */
export type ISCSIVolumeSource = {
  /** The address of the target. */
  targetPortal?: string;
  /** The qualified name of the target. */
  iqn?: string;
  /** The number of the logical unit. */
  lun?: number;
  /** The interface that is used; default if unsaid. */
  iscsiInterface?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** Further addresses of the target. */
  portals?: string[];
  /** Whether finding the target needs CHAP. */
  chapAuthDiscovery?: boolean;
  /** Whether a session needs CHAP. */
  chapAuthSession?: boolean;
  /** The secret that is needed for access. */
  secretRef?: LocalObjectReference;
  /** The name of the initiator, instead of the node's. */
  initiatorName?: string;
};

/** A GlusterFS volume. */
export type GlusterfsVolumeSource = {
  /** The endpoints of the servers. */
  endpoints?: string;
  /** The path, relative to the volume. */
  path?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
};

/** The volume that a claim has. */
export type PersistentVolumeClaimVolumeSource = {
  /** The name of the claim. */
  claimName?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
};

/** A Ceph block device. */
export type RBDVolumeSource = {
  /** The addresses of the monitors. */
  monitors?: string[] | null;
  /** The image of the block device. */
  image?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** The pool of the image; rbd by default. */
  pool?: string;
  /** The user's name. */
  user?: string;
  /** The path of the keyring. */
  keyring?: string;
  /** The secret that is needed for access. */
  secretRef?: LocalObjectReference;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
};

/** A volume of an exec-based plugin. */
export type FlexVolumeSource = {
  /** The name of the driver. */
  driver?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** The secret that is needed for access. */
  secretRef?: LocalObjectReference;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** Further options, by name. */
  options?: { [key: string]: string };
};

/** A disk of OpenStack. */
export type CinderVolumeSource = {
  /** The id of the volume. */
  volumeID?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** The secret that is needed for access. */
  secretRef?: LocalObjectReference;
};

/** A Ceph file system. */
export type CephFSVolumeSource = {
  /** The addresses of the monitors. */
  monitors?: string[] | null;
  /** The path, relative to the volume. */
  path?: string;
  /** The user's name. */
  user?: string;
  /** The path of the key of the user. */
  secretFile?: string;
  /** The secret that is needed for access. */
  secretRef?: LocalObjectReference;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
};

/** A Flocker volume. */
export type FlockerVolumeSource = {
  /** The name of the dataset. */
  datasetName?: string;
  /** The id of the dataset. */
  datasetUUID?: string;
};

/** Fields of the pod as files. */
export type DownwardAPIVolumeSource = {
  /** The files. */
  items?: DownwardAPIVolumeFile[];
  /** The permissions of the files; 0644 by default. */
  defaultMode?: number;
};

/** A disk that is reached by Fibre Channel. */
export type FCVolumeSource = {
  /** The world wide names of the target. */
  targetWWNs?: string[];
  /** The number of the logical unit. */
  lun?: number;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** The world wide ids of the volume. */
  wwids?: string[];
};

/** A file share of Azure. */
export type AzureFileVolumeSource = {
  /** The name of the secret. */
  secretName?: string;
  /** The name of the share. */
  shareName?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
};

/** The keys of a config map as files. */
export type ConfigMapVolumeSource = {
  /** The name of the object. */
  name?: string;
  /** Which keys become files, and where; all if unsaid. */
  items?: KeyToPath[];
  /** The permissions of the files; 0644 by default. */
  defaultMode?: number;
  /** Whether it may be missing. */
  optional?: boolean;
};

/** A disk of vSphere. */
export type VsphereVirtualDiskVolumeSource = {
  /** The path of the disk. */
  volumePath?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** The name of the storage policy. */
  storagePolicyName?: string;
  /** The id of the storage policy. */
  storagePolicyID?: string;
};

/** A Quobyte volume. */
export type QuobyteVolumeSource = {
  /** The addresses of the registry services. */
  registry?: string;
  /** The name of the volume. */
  volume?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** The user's name. */
  user?: string;
  /** The group that is used. */
  group?: string;
  /** Who owns the volume. */
  tenant?: string;
};

/** A disk of Azure. */
export type AzureDiskVolumeSource = {
  /** The name of the disk. */
  diskName?: string;
  /** The address of the disk. */
  diskURI?: string;
  /** None, ReadOnly or ReadWrite. */
  cachingMode?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** Shared, Dedicated or Managed. */
  kind?: string;
};

/** A disk of Photon. */
export type PhotonPersistentDiskVolumeSource = {
  /** The id of the disk. */
  pdID?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
};

/** Files from several sources in one directory. */
export type ProjectedVolumeSource = {
  /** Where the files come from. */
  sources?: VolumeProjection[] | null;
  /** The permissions of the files; 0644 by default. */
  defaultMode?: number;
};

/** A Portworx volume. */
export type PortworxVolumeSource = {
  /** The id of the volume. */
  volumeID?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
};

/** A ScaleIO volume. */
export type ScaleIOVolumeSource = {
  /** The address of the gateway. */
  gateway?: string;
  /** The name of the storage system. */
  system?: string;
  /** The secret that is needed for access. */
  secretRef?: LocalObjectReference | null;
  /** Whether the connection is encrypted. */
  sslEnabled?: boolean;
  /** The protection domain of the storage. */
  protectionDomain?: string;
  /** The pool of the storage. */
  storagePool?: string;
  /** ThickProvisioned or ThinProvisioned. */
  storageMode?: string;
  /** The name of the volume. */
  volumeName?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
};

/** A StorageOS volume. */
export type StorageOSVolumeSource = {
  /** The name of the volume. */
  volumeName?: string;
  /** The namespace of the volume. */
  volumeNamespace?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** The secret that is needed for access. */
  secretRef?: LocalObjectReference;
};

/** Storage of a CSI driver that lives with its pod. */
export type CSIVolumeSource = {
  /** The name of the driver. */
  driver?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** Settings for the driver. */
  volumeAttributes?: { [key: string]: string };
  /** The secret for mounting the volume. */
  nodePublishSecretRef?: LocalObjectReference;
};

/** A volume of a claim that is made for the pod. */
export type EphemeralVolumeSource = {
  /** What the claim looks like. */
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
};

/** The content of an image. */
export type ImageVolumeSource = {
  /** The image, by name. */
  reference?: string;
  /** Always, IfNotPresent or Never. */
  pullPolicy?: string;
};

/** A key, and the file that it becomes. */
export type KeyToPath = {
  /** The key that is meant. */
  key?: string;
  /** The path, relative to the volume. */
  path?: string;
  /** The permissions of this file. */
  mode?: number;
};

/** A file with a field of the pod. */
export type DownwardAPIVolumeFile = {
  /** The path, relative to the volume. */
  path?: string;
  /** A field of the pod. */
  fieldRef?: ObjectFieldSelector;
  /** A resource of a container. */
  resourceFieldRef?: ResourceFieldSelector;
  /** The permissions of this file. */
  mode?: number;
};

/** A source of files; one of these. */
export type VolumeProjection = {
  /** The keys of a secret as files. */
  secret?: SecretProjection;
  /** Fields of the pod as files. */
  downwardAPI?: DownwardAPIProjection;
  /** The keys of a config map as files. */
  configMap?: ConfigMapProjection;
  /** A token of the pod's account. */
  serviceAccountToken?: ServiceAccountTokenProjection;
  /** Certificates to trust. */
  clusterTrustBundle?: ClusterTrustBundleProjection;
  /** A certificate and key for the pod. */
  podCertificate?: PodCertificateProjection;
};

/** What a claim looks like that is made for a pod. */
export type PersistentVolumeClaimTemplate = {
  /** Name, labels and other facts that every object has. */
  metadata?: ObjectMeta;
  /** What is wanted of it. */
  spec?: PersistentVolumeClaimSpec;
};

/** Keys of a secret as files. */
export type SecretProjection = {
  /** The name of the object. */
  name?: string;
  /** Which keys become files, and where; all if unsaid. */
  items?: KeyToPath[];
  /** Whether it may be missing. */
  optional?: boolean;
};

/** Fields of the pod as files. */
export type DownwardAPIProjection = {
  /** The files. */
  items?: DownwardAPIVolumeFile[];
};

/** Keys of a config map as files. */
export type ConfigMapProjection = {
  /** The name of the object. */
  name?: string;
  /** Which keys become files, and where; all if unsaid. */
  items?: KeyToPath[];
  /** Whether it may be missing. */
  optional?: boolean;
};

/** A token as a file. */
export type ServiceAccountTokenProjection = {
  /** For whom the token is meant; the API if unsaid. */
  audience?: string;
  /** How long the token lives; an hour by default. */
  expirationSeconds?: number | bigint;
  /** The path, relative to the volume. */
  path?: string;
};

/** Certificates to trust as a file. */
export type ClusterTrustBundleProjection = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** Who signs. */
  signerName?: string;
  /** The labels of the bundles of a signer. */
  labelSelector?: MetaV1Types['LabelSelector'];
  /** Whether it may be missing. */
  optional?: boolean;
  /** The path, relative to the volume. */
  path?: string;
};

/** A key and certificate as files. */
export type PodCertificateProjection = {
  /** Who signs. */
  signerName?: string;
  /** The kind of key, such as ED25519. */
  keyType?: string;
  /** How long the certificate may live at most. */
  maxExpirationSeconds?: number;
  /** The file for key and certificates together. */
  credentialBundlePath?: string;
  /** The file for the key. */
  keyPath?: string;
  /** The file for the certificates. */
  certificateChainPath?: string;
  /** Notes for the signer. */
  userAnnotations?: { [key: string]: string };
};

/** What is claimed. */
export type PersistentVolumeClaimSpec = {
  /** ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod. */
  accessModes?: string[];
  /** The labels of the volumes that will do. */
  selector?: MetaV1Types['LabelSelector'];
  /** Amounts of computing resources that are requested and allowed. */
  resources?: VolumeResourceRequirements;
  /** The name of the volume. */
  volumeName?: string;
  /** The class of storage. */
  storageClassName?: string;
  /** Filesystem or Block. */
  volumeMode?: string;
  /** What the volume is filled with; claims and snapshots. */
  dataSource?: TypedLocalObjectReference;
  /** What the volume is filled with; any kind. */
  dataSourceRef?: TypedObjectReference;
  /** The class of its attributes. */
  volumeAttributesClassName?: string;
};

/** How large a volume is wanted. */
export type VolumeResourceRequirements = {
  /** The most that may be used. */
  limits?: { [key: string]: string };
  /** The least that is needed. */
  requests?: { [key: string]: string };
};

/** Points at an object of any kind in the same namespace. */
export type TypedLocalObjectReference = {
  /** The group of the object; empty for the core group. */
  apiGroup?: string | null;
  /** The kind of the object. */
  kind?: string;
  /** Its name, unique among its kind here. */
  name?: string;
};

/** Points at an object of any kind. */
export type TypedObjectReference = {
  /** The group of the object; empty for the core group. */
  apiGroup?: string | null;
  /** The kind of the object. */
  kind?: string;
  /** Its name, unique among its kind here. */
  name?: string;
  /** The namespace of the object. */
  namespace?: string;
};

/** Storage in the cluster that can be claimed. */
export type PersistentVolume = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted of it. */
  spec?: PersistentVolumeSpec;
  /** What has become of it; written by the system. */
  status?: PersistentVolumeStatus;
};

/** What a persistent volume looks like. */
export type PersistentVolumeSpec = {
  /** How large the volume is. */
  capacity?: { [key: string]: string };
  /** A disk of Google Compute Engine. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** A disk of Amazon Web Services. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** A file or directory of the node. */
  hostPath?: HostPathVolumeSource;
  /** A GlusterFS volume; no longer supported. */
  glusterfs?: GlusterfsPersistentVolumeSource;
  /** A directory of an NFS server. */
  nfs?: NFSVolumeSource;
  /** A Ceph block device; no longer supported. */
  rbd?: RBDPersistentVolumeSource;
  /** A disk that is reached with iSCSI. */
  iscsi?: ISCSIPersistentVolumeSource;
  /** A disk of OpenStack. */
  cinder?: CinderPersistentVolumeSource;
  /** A Ceph file system; no longer supported. */
  cephfs?: CephFSPersistentVolumeSource;
  /** A disk that is reached by Fibre Channel. */
  fc?: FCVolumeSource;
  /** A Flocker volume; no longer supported. */
  flocker?: FlockerVolumeSource;
  /** A volume of an exec-based plugin; deprecated. */
  flexVolume?: FlexPersistentVolumeSource;
  /** A file share of Azure. */
  azureFile?: AzureFilePersistentVolumeSource;
  /** A disk of vSphere. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** A Quobyte volume; no longer supported. */
  quobyte?: QuobyteVolumeSource;
  /** A disk of Azure. */
  azureDisk?: AzureDiskVolumeSource;
  /** A disk of Photon; no longer supported. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** A Portworx volume. */
  portworxVolume?: PortworxVolumeSource;
  /** A ScaleIO volume; no longer supported. */
  scaleIO?: ScaleIOPersistentVolumeSource;
  /** A disk of one node. */
  local?: LocalVolumeSource;
  /** A StorageOS volume; no longer supported. */
  storageos?: StorageOSPersistentVolumeSource;
  /** Storage of a CSI driver. */
  csi?: CSIPersistentVolumeSource;
  /** ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod. */
  accessModes?: string[];
  /** The claim that has the volume. */
  claimRef?: ObjectReference;
  /** Retain, Delete or Recycle, once the claim is gone. */
  persistentVolumeReclaimPolicy?: string;
  /** The class of storage. */
  storageClassName?: string;
  /** Options for mounting it. */
  mountOptions?: string[];
  /** Filesystem or Block. */
  volumeMode?: string;
  /** From which nodes the volume can be reached. */
  nodeAffinity?: VolumeNodeAffinity;
  /** The class of its attributes. */
  volumeAttributesClassName?: string;
};

/** The present state of a persistent volume. */
export type PersistentVolumeStatus = {
  /** The stage it is in, in one word. */
  phase?: string;
  /** Why, in a sentence for people. */
  message?: string;
  /** Why, in one word for programs. */
  reason?: string;
  /** When the phase last changed. */
  lastPhaseTransitionTime?: string;
};

/** Where a persistent volume comes from; one of these. */
export type PersistentVolumeSource = {
  /** A disk of Google Compute Engine. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;
  /** A disk of Amazon Web Services. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;
  /** A file or directory of the node. */
  hostPath?: HostPathVolumeSource;
  /** A GlusterFS volume; no longer supported. */
  glusterfs?: GlusterfsPersistentVolumeSource;
  /** A directory of an NFS server. */
  nfs?: NFSVolumeSource;
  /** A Ceph block device; no longer supported. */
  rbd?: RBDPersistentVolumeSource;
  /** A disk that is reached with iSCSI. */
  iscsi?: ISCSIPersistentVolumeSource;
  /** A disk of OpenStack. */
  cinder?: CinderPersistentVolumeSource;
  /** A Ceph file system; no longer supported. */
  cephfs?: CephFSPersistentVolumeSource;
  /** A disk that is reached by Fibre Channel. */
  fc?: FCVolumeSource;
  /** A Flocker volume; no longer supported. */
  flocker?: FlockerVolumeSource;
  /** A volume of an exec-based plugin; deprecated. */
  flexVolume?: FlexPersistentVolumeSource;
  /** A file share of Azure. */
  azureFile?: AzureFilePersistentVolumeSource;
  /** A disk of vSphere. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource;
  /** A Quobyte volume; no longer supported. */
  quobyte?: QuobyteVolumeSource;
  /** A disk of Azure. */
  azureDisk?: AzureDiskVolumeSource;
  /** A disk of Photon; no longer supported. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;
  /** A Portworx volume. */
  portworxVolume?: PortworxVolumeSource;
  /** A ScaleIO volume; no longer supported. */
  scaleIO?: ScaleIOPersistentVolumeSource;
  /** A disk of one node. */
  local?: LocalVolumeSource;
  /** A StorageOS volume; no longer supported. */
  storageos?: StorageOSPersistentVolumeSource;
  /** Storage of a CSI driver. */
  csi?: CSIPersistentVolumeSource;
};

/** From which nodes a volume can be reached. */
export type VolumeNodeAffinity = {
  /** What nodes must have. */
  required?: NodeSelector;
};

/** A GlusterFS volume. */
export type GlusterfsPersistentVolumeSource = {
  /** The endpoints of the servers. */
  endpoints?: string;
  /** The path, relative to the volume. */
  path?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** The namespace of the endpoints. */
  endpointsNamespace?: string;
};

/** A Ceph block device. */
export type RBDPersistentVolumeSource = {
  /** The addresses of the monitors. */
  monitors?: string[] | null;
  /** The image of the block device. */
  image?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** The pool of the image; rbd by default. */
  pool?: string;
  /** The user's name. */
  user?: string;
  /** The path of the keyring. */
  keyring?: string;
  /** The secret that is needed for access. */
  secretRef?: SecretReference;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
};

/** A disk that is reached with iSCSI. */
export type ISCSIPersistentVolumeSource = {
  /** The address of the target. */
  targetPortal?: string;
  /** The qualified name of the target. */
  iqn?: string;
  /** The number of the logical unit. */
  lun?: number;
  /** The interface that is used; default if unsaid. */
  iscsiInterface?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** Further addresses of the target. */
  portals?: string[];
  /** Whether finding the target needs CHAP. */
  chapAuthDiscovery?: boolean;
  /** Whether a session needs CHAP. */
  chapAuthSession?: boolean;
  /** The secret that is needed for access. */
  secretRef?: SecretReference;
  /** The name of the initiator, instead of the node's. */
  initiatorName?: string;
};

/** A disk of OpenStack. */
export type CinderPersistentVolumeSource = {
  /** The id of the volume. */
  volumeID?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** The secret that is needed for access. */
  secretRef?: SecretReference;
};

/** A Ceph file system. */
export type CephFSPersistentVolumeSource = {
  /** The addresses of the monitors. */
  monitors?: string[] | null;
  /** The path, relative to the volume. */
  path?: string;
  /** The user's name. */
  user?: string;
  /** The path of the key of the user. */
  secretFile?: string;
  /** The secret that is needed for access. */
  secretRef?: SecretReference;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
};

/** A volume of an exec-based plugin. */
export type FlexPersistentVolumeSource = {
  /** The name of the driver. */
  driver?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** The secret that is needed for access. */
  secretRef?: SecretReference;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** Further options, by name. */
  options?: { [key: string]: string };
};

/** A file share of Azure. */
export type AzureFilePersistentVolumeSource = {
  /** The name of the secret. */
  secretName?: string;
  /** The name of the share. */
  shareName?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** The namespace of the secret. */
  secretNamespace?: string | null;
};

/** A ScaleIO volume. */
export type ScaleIOPersistentVolumeSource = {
  /** The address of the gateway. */
  gateway?: string;
  /** The name of the storage system. */
  system?: string;
  /** The secret that is needed for access. */
  secretRef?: SecretReference | null;
  /** Whether the connection is encrypted. */
  sslEnabled?: boolean;
  /** The protection domain of the storage. */
  protectionDomain?: string;
  /** The pool of the storage. */
  storagePool?: string;
  /** ThickProvisioned or ThinProvisioned. */
  storageMode?: string;
  /** The name of the volume. */
  volumeName?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
};

/** A disk of one node. */
export type LocalVolumeSource = {
  /** The path on the node. */
  path?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
};

/** A StorageOS volume. */
export type StorageOSPersistentVolumeSource = {
  /** The name of the volume. */
  volumeName?: string;
  /** The namespace of the volume. */
  volumeNamespace?: string;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** The secret that is needed for access. */
  secretRef?: ObjectReference;
};

/** Storage of a CSI driver. */
export type CSIPersistentVolumeSource = {
  /** The name of the driver. */
  driver?: string;
  /** The id of the volume at the driver. */
  volumeHandle?: string;
  /** Whether nothing may be written to it. */
  readOnly?: boolean;
  /** The type of the file system, such as ext4. */
  fsType?: string;
  /** Settings for the driver. */
  volumeAttributes?: { [key: string]: string };
  /** The secret for attaching the volume. */
  controllerPublishSecretRef?: SecretReference;
  /** The secret for preparing the volume on a node. */
  nodeStageSecretRef?: SecretReference;
  /** The secret for mounting the volume. */
  nodePublishSecretRef?: SecretReference;
  /** The secret for making the volume larger. */
  controllerExpandSecretRef?: SecretReference;
  /** The secret for making its file system larger. */
  nodeExpandSecretRef?: SecretReference;
};

/** Points at a secret in any namespace. */
export type SecretReference = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** The namespace of the object. */
  namespace?: string;
};

/** Asks for a persistent volume. */
export type PersistentVolumeClaim = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted of it. */
  spec?: PersistentVolumeClaimSpec;
  /** What has become of it; written by the system. */
  status?: PersistentVolumeClaimStatus;
};

/** The present state of a claim. */
export type PersistentVolumeClaimStatus = {
  /** The stage it is in, in one word. */
  phase?: string;
  /** ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod. */
  accessModes?: string[];
  /** How large the volume is. */
  capacity?: { [key: string]: string };
  /** The latest findings about it, one per type. */
  conditions?: PersistentVolumeClaimCondition[];
  /** What has been set aside for it. */
  allocatedResources?: { [key: string]: string };
  /** How far changes of size have come. */
  allocatedResourceStatuses?: { [key: string]: string };
  /** The class of attributes that it has. */
  currentVolumeAttributesClassName?: string;
  /** How far a change of attributes has come. */
  modifyVolumeStatus?: ModifyVolumeStatus;
};

/** One finding about a claim. */
export type PersistentVolumeClaimCondition = {
  /** The name of the finding. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When it was last looked at. */
  lastProbeTime?: string | null;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
};

/** How far a change of attributes has come. */
export type ModifyVolumeStatus = {
  /** The class that is wanted. */
  targetVolumeAttributesClassName?: string;
  /** Pending, InProgress or Infeasible. */
  status?: string;
};

/** A machine that runs pods. */
export type Node = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted of it. */
  spec?: NodeSpec;
  /** What has become of it; written by the system. */
  status?: NodeStatus;
};

/** What is wanted of a node. */
export type NodeSpec = {
  /** The range of its pods' addresses. */
  podCIDR?: string;
  /** The ranges of its pods' addresses, one per family. */
  podCIDRs?: string[];
  /** Its id at the cloud provider. */
  providerID?: string;
  /** Whether it takes no new pods. */
  unschedulable?: boolean;
  /** What keeps pods away that do not tolerate it. */
  taints?: Taint[];
  /** Settings from the API; no longer supported. */
  configSource?: NodeConfigSource;
  /** An older id; unused. */
  externalID?: string;
};

/** The present state of a node. */
export type NodeStatus = {
  /** What there is in all. */
  capacity?: { [key: string]: string };
  /** What there is for pods. */
  allocatable?: { [key: string]: string };
  /** The stage it is in, in one word. */
  phase?: string;
  /** The latest findings about it, one per type. */
  conditions?: NodeCondition[];
  /** Where it can be reached. */
  addresses?: NodeAddress[];
  /** Where its services can be reached. */
  daemonEndpoints?: NodeDaemonEndpoints;
  /** What it runs on. */
  nodeInfo?: NodeSystemInfo;
  /** The images that are there. */
  images?: ContainerImage[];
  /** The volumes that are mounted. */
  volumesInUse?: string[];
  /** The volumes that are attached. */
  volumesAttached?: AttachedVolume[];
  /** The state of settings from the API. */
  config?: NodeConfigStatus;
  /** The runtimes that are there. */
  runtimeHandlers?: NodeRuntimeHandler[];
  /** What is supported. */
  features?: NodeFeatures;
  /** The features that it has, in order. */
  declaredFeatures?: string[];
};

/** Keeps pods away that do not tolerate it. */
export type Taint = {
  /** The key of the taint. */
  key?: string;
  /** The value. */
  value?: string;
  /** NoSchedule, PreferNoSchedule or NoExecute. */
  effect?: string;
  /** When the taint was added. */
  timeAdded?: string;
};

/** Where settings of a node come from. */
export type NodeConfigSource = {
  /** The config map with the settings. */
  configMap?: ConfigMapNodeConfigSource;
};

/** One finding about a node. */
export type NodeCondition = {
  /** The name of the finding. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When it was last reported. */
  lastHeartbeatTime?: string | null;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
};

/** One address of a node. */
export type NodeAddress = {
  /** InternalIP, ExternalIP, Hostname and the like. */
  type?: string;
  /** The address. */
  address?: string;
};

/** Where the services of a node listen. */
export type NodeDaemonEndpoints = {
  /** Where the agent listens. */
  kubeletEndpoint?: DaemonEndpoint;
};

/** What a node runs on. */
export type NodeSystemInfo = {
  /** The id of the machine. */
  machineID?: string;
  /** The id of the hardware. */
  systemUUID?: string;
  /** The id of the last start. */
  bootID?: string;
  /** The version of the kernel. */
  kernelVersion?: string;
  /** The name of the operating system's image. */
  osImage?: string;
  /** What runs containers, with its version. */
  containerRuntimeVersion?: string;
  /** The version of the agent. */
  kubeletVersion?: string;
  /** No longer set. */
  kubeProxyVersion?: string;
  /** linux or windows. */
  operatingSystem?: string;
  /** The architecture of its processors. */
  architecture?: string;
  /** About its swap. */
  swap?: NodeSwapStatus;
};

/** An image on a node. */
export type ContainerImage = {
  /** The names of the image. */
  names?: string[] | null;
  /** The size of the image. */
  sizeBytes?: number | bigint;
};

/** A volume that is attached to a node. */
export type AttachedVolume = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** Where the device appears. */
  devicePath?: string;
};

/** The state of a node's settings. */
export type NodeConfigStatus = {
  /** The settings that are wanted. */
  assigned?: NodeConfigSource;
  /** The settings that are used. */
  active?: NodeConfigSource;
  /** The settings to fall back to. */
  lastKnownGood?: NodeConfigSource;
  /** What is wrong, if anything. */
  error?: string;
};

/** A runtime on a node. */
export type NodeRuntimeHandler = {
  /** Its name, unique among its kind here. */
  name?: string;
  /** What is supported. */
  features?: NodeRuntimeHandlerFeatures;
};

/** What a node supports. */
export type NodeFeatures = {
  /** Whether the policy for supplemental groups is supported. */
  supplementalGroupsPolicy?: boolean;
};

/** A config map with settings for a node. */
export type ConfigMapNodeConfigSource = {
  /** The namespace of the object. */
  namespace?: string;
  /** Its name, unique among its kind here. */
  name?: string;
  /** The id of the user. */
  uid?: string;
  /** The version of the config map. */
  resourceVersion?: string;
  /** The key with the settings. */
  kubeletConfigKey?: string;
};

/** Where a service of a node listens. */
export type DaemonEndpoint = {
  /** The port. */
  Port?: number;
};

/** The swap of a node. */
export type NodeSwapStatus = {
  /** How many bytes of swap there are. */
  capacity?: number | bigint;
};

/** What a runtime supports. */
export type NodeRuntimeHandlerFeatures = {
  /** Whether mounts can be read-only all the way down. */
  recursiveReadOnlyMounts?: boolean;
  /** Whether pods can have users of their own. */
  userNamespaces?: boolean;
};

/** The health of a component; deprecated. */
export type ComponentStatus = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The latest findings about it, one per type. */
  conditions?: ComponentCondition[];
};

/** One finding about a component. */
export type ComponentCondition = {
  /** The name of the finding. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** Why, in a sentence for people. */
  message?: string;
  /** What is wrong, if anything. */
  error?: string;
};

/** A place where volumes may be: all of its requirements hold there. */
export type TopologySelectorTerm = {
  /** Requirements of the labels of a place. */
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
};

/** One requirement of a place. */
export type TopologySelectorLabelRequirement = {
  /** The label. */
  key?: string;
  /** Values it may have. */
  values?: string[] | null;
};

/** Keeps as many pods as are wanted; use a Deployment instead. */
export type ReplicationController = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted of it. */
  spec?: ReplicationControllerSpec;
  /** What has become of it; written by the system. */
  status?: ReplicationControllerStatus;
};

/** What is wanted of a replication controller. */
export type ReplicationControllerSpec = {
  /** How many pods are wanted; 1 by default. */
  replicas?: number;
  /** How long a pod must be ready to count as available. */
  minReadySeconds?: number;
  /** The labels of its pods. */
  selector?: { [key: string]: string };
  /** What the pods look like. */
  template?: PodTemplateSpec;
};

/** The present state of a replication controller. */
export type ReplicationControllerStatus = {
  /** How many pods there are. */
  replicas?: number;
  /** How many pods have all labels of the template. */
  fullyLabeledReplicas?: number;
  /** How many pods are ready. */
  readyReplicas?: number;
  /** How many pods are available. */
  availableReplicas?: number;
  /** The generation of the object that this is about. */
  observedGeneration?: number | bigint;
  /** The latest findings about it, one per type. */
  conditions?: ReplicationControllerCondition[];
};

/** One finding about a replication controller. */
export type ReplicationControllerCondition = {
  /** The name of the finding. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
};

/** Limits and defaults for what pods and claims of a namespace use. */
export type LimitRange = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted of it. */
  spec?: LimitRangeSpec;
};

/** The limits. */
export type LimitRangeSpec = {
  /** The limits, one per type. */
  limits?: LimitRangeItem[] | null;
};

/** The limits of one type of object. */
export type LimitRangeItem = {
  /** Pod, Container or PersistentVolumeClaim. */
  type?: string;
  /** The most that is allowed. */
  max?: { [key: string]: string };
  /** The least that is allowed. */
  min?: { [key: string]: string };
  /** The limit where none is given. */
  default?: { [key: string]: string };
  /** The request where none is given. */
  defaultRequest?: { [key: string]: string };
  /** How many times the request a limit may be. */
  maxLimitRequestRatio?: { [key: string]: string };
};

/** How much may be used in a namespace. */
export type ResourceQuota = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted of it. */
  spec?: ResourceQuotaSpec;
  /** What has become of it; written by the system. */
  status?: ResourceQuotaStatus;
};

/** What a quota allows. */
export type ResourceQuotaSpec = {
  /** How much of each resource may be used. */
  hard?: { [key: string]: string };
  /** The kinds of objects that count. */
  scopes?: string[];
  /** The kinds of objects that count, in more detail. */
  scopeSelector?: ScopeSelector;
};

/** What is allowed and used. */
export type ResourceQuotaStatus = {
  /** How much of each resource may be used. */
  hard?: { [key: string]: string };
  /** How much of each resource is used. */
  used?: { [key: string]: string };
};

/** The objects that count, by their scope. */
export type ScopeSelector = {
  /** Requirements that must all hold. */
  matchExpressions?: ScopedResourceSelectorRequirement[];
};

/** A requirement on one scope. */
export type ScopedResourceSelectorRequirement = {
  /** The name of the scope. */
  scopeName?: string;
  /** How the values are compared. */
  operator?: string;
  /** The values to compare with. */
  values?: string[];
};

/** What a request to attach to a running process says in its query. */
export type PodAttachOptions = {
  apiVersion: string;
  kind: string;
  /** Whether the client's input goes to the process. */
  stdin?: boolean;
  /** Whether the client gets what the process writes; yes when not given. */
  stdout?: boolean;
  /** Whether the client gets the errors that the process writes; yes when not given. */
  stderr?: boolean;
  /** Whether the process has a terminal. */
  tty?: boolean;
  /** Which container; the only one when not given. */
  container?: string;
};

/** What a request to run a command in a container says in its query. */
export type PodExecOptions = {
  apiVersion: string;
  kind: string;
  /** Whether the client's input goes to the command. */
  stdin?: boolean;
  /** Whether the client gets what the command writes. */
  stdout?: boolean;
  /** Whether the client gets the errors that the command writes. */
  stderr?: boolean;
  /** Whether the command gets a terminal. */
  tty?: boolean;
  /** The container to run it in; the only one when not given. */
  container?: string;
  /** The command and its arguments, run without a shell. */
  command?: string[] | null;
};

/** What a request for a log says in its query. */
export type PodLogOptions = {
  apiVersion: string;
  kind: string;
  /** Whose log; that of the only container when not given. */
  container?: string;
  /** Whether to go on with what is written from now on. */
  follow?: boolean;
  /** Whether to show the log of the container before its last restart. */
  previous?: boolean;
  /** Show only what is at most this old. */
  sinceSeconds?: number | bigint;
  /** Show only what was written since then. */
  sinceTime?: string;
  /** Whether each line begins with its time. */
  timestamps?: boolean;
  /** How many lines to show, counted from the end. */
  tailLines?: number | bigint;
  /** How many bytes to show at most, roughly. */
  limitBytes?: number | bigint;
  /** Whether to trust whatever answers in the place of the node. */
  insecureSkipTLSVerifyBackend?: boolean;
  /** Which stream to show: All, Stdout or Stderr. */
  stream?: string;
};

/** What a request to forward ports says in its query. */
export type PodPortForwardOptions = {
  apiVersion: string;
  kind: string;
  /** The ports to forward; needed over WebSocket. */
  ports?: number[];
};

/** What a request to a pod says in its query. */
export type PodProxyOptions = {
  apiVersion: string;
  kind: string;
  /** The path to ask the pod for. */
  path?: string;
};

/** What a request to a node says in its query. */
export type NodeProxyOptions = {
  apiVersion: string;
  kind: string;
  /** The path to ask the node for. */
  path?: string;
};

/** What a request to a service says in its query. */
export type ServiceProxyOptions = {
  apiVersion: string;
  kind: string;
  /** The path to ask the service for. */
  path?: string;
};

/** All of them by name. */
export type Types = {
  Namespace: Namespace;
  NamespaceSpec: NamespaceSpec;
  NamespaceStatus: NamespaceStatus;
  NamespaceCondition: NamespaceCondition;
  ConfigMap: ConfigMap;
  Secret: Secret;
  ServiceAccount: ServiceAccount;
  ObjectReference: ObjectReference;
  LocalObjectReference: LocalObjectReference;
  Event: Event;
  EventSource: EventSource;
  EventSeries: EventSeries;
  Service: Service;
  ServiceSpec: ServiceSpec;
  ServiceStatus: ServiceStatus;
  ServicePort: ServicePort;
  SessionAffinityConfig: SessionAffinityConfig;
  LoadBalancerStatus: LoadBalancerStatus;
  ClientIPConfig: ClientIPConfig;
  LoadBalancerIngress: LoadBalancerIngress;
  PortStatus: PortStatus;
  Endpoints: Endpoints;
  EndpointSubset: EndpointSubset;
  EndpointAddress: EndpointAddress;
  EndpointPort: EndpointPort;
  Pod: Pod;
  PodSpec: PodSpec;
  Container: Container;
  EphemeralContainer: EphemeralContainer;
  PodSecurityContext: PodSecurityContext;
  Affinity: Affinity;
  Toleration: Toleration;
  HostAlias: HostAlias;
  PodDNSConfig: PodDNSConfig;
  PodReadinessGate: PodReadinessGate;
  TopologySpreadConstraint: TopologySpreadConstraint;
  PodOS: PodOS;
  PodSchedulingGate: PodSchedulingGate;
  PodResourceClaim: PodResourceClaim;
  ResourceRequirements: ResourceRequirements;
  PodSchedulingGroup: PodSchedulingGroup;
  ContainerPort: ContainerPort;
  EnvFromSource: EnvFromSource;
  EnvVar: EnvVar;
  ContainerResizePolicy: ContainerResizePolicy;
  ContainerRestartRule: ContainerRestartRule;
  VolumeMount: VolumeMount;
  VolumeDevice: VolumeDevice;
  Probe: Probe;
  Lifecycle: Lifecycle;
  SecurityContext: SecurityContext;
  EphemeralContainerCommon: EphemeralContainerCommon;
  SELinuxOptions: SELinuxOptions;
  WindowsSecurityContextOptions: WindowsSecurityContextOptions;
  Sysctl: Sysctl;
  SeccompProfile: SeccompProfile;
  AppArmorProfile: AppArmorProfile;
  NodeAffinity: NodeAffinity;
  PodAffinity: PodAffinity;
  PodAntiAffinity: PodAntiAffinity;
  PodDNSConfigOption: PodDNSConfigOption;
  ResourceClaim: ResourceClaim;
  ConfigMapEnvSource: ConfigMapEnvSource;
  SecretEnvSource: SecretEnvSource;
  EnvVarSource: EnvVarSource;
  ContainerRestartRuleOnExitCodes: ContainerRestartRuleOnExitCodes;
  ProbeHandler: ProbeHandler;
  LifecycleHandler: LifecycleHandler;
  Capabilities: Capabilities;
  NodeSelector: NodeSelector;
  PreferredSchedulingTerm: PreferredSchedulingTerm;
  PodAffinityTerm: PodAffinityTerm;
  WeightedPodAffinityTerm: WeightedPodAffinityTerm;
  ObjectFieldSelector: ObjectFieldSelector;
  ResourceFieldSelector: ResourceFieldSelector;
  ConfigMapKeySelector: ConfigMapKeySelector;
  SecretKeySelector: SecretKeySelector;
  FileKeySelector: FileKeySelector;
  ExecAction: ExecAction;
  HTTPGetAction: HTTPGetAction;
  TCPSocketAction: TCPSocketAction;
  GRPCAction: GRPCAction;
  SleepAction: SleepAction;
  NodeSelectorTerm: NodeSelectorTerm;
  HTTPHeader: HTTPHeader;
  NodeSelectorRequirement: NodeSelectorRequirement;
  PodTemplate: PodTemplate;
  PodTemplateSpec: PodTemplateSpec;
  Binding: Binding;
  PodStatus: PodStatus;
  PodCondition: PodCondition;
  HostIP: HostIP;
  PodIP: PodIP;
  ContainerStatus: ContainerStatus;
  PodResourceClaimStatus: PodResourceClaimStatus;
  PodExtendedResourceClaimStatus: PodExtendedResourceClaimStatus;
  NodeAllocatableResourceClaimStatus: NodeAllocatableResourceClaimStatus;
  ContainerState: ContainerState;
  VolumeMountStatus: VolumeMountStatus;
  ContainerUser: ContainerUser;
  ResourceStatus: ResourceStatus;
  ContainerExtendedResourceRequest: ContainerExtendedResourceRequest;
  ContainerStateWaiting: ContainerStateWaiting;
  ContainerStateRunning: ContainerStateRunning;
  ContainerStateTerminated: ContainerStateTerminated;
  VolumeStatus: VolumeStatus;
  LinuxContainerUser: LinuxContainerUser;
  ResourceHealth: ResourceHealth;
  ImageVolumeStatus: ImageVolumeStatus;
  Volume: Volume;
  VolumeSource: VolumeSource;
  HostPathVolumeSource: HostPathVolumeSource;
  EmptyDirVolumeSource: EmptyDirVolumeSource;
  GCEPersistentDiskVolumeSource: GCEPersistentDiskVolumeSource;
  AWSElasticBlockStoreVolumeSource: AWSElasticBlockStoreVolumeSource;
  GitRepoVolumeSource: GitRepoVolumeSource;
  SecretVolumeSource: SecretVolumeSource;
  NFSVolumeSource: NFSVolumeSource;
  ISCSIVolumeSource: ISCSIVolumeSource;
  GlusterfsVolumeSource: GlusterfsVolumeSource;
  PersistentVolumeClaimVolumeSource: PersistentVolumeClaimVolumeSource;
  RBDVolumeSource: RBDVolumeSource;
  FlexVolumeSource: FlexVolumeSource;
  CinderVolumeSource: CinderVolumeSource;
  CephFSVolumeSource: CephFSVolumeSource;
  FlockerVolumeSource: FlockerVolumeSource;
  DownwardAPIVolumeSource: DownwardAPIVolumeSource;
  FCVolumeSource: FCVolumeSource;
  AzureFileVolumeSource: AzureFileVolumeSource;
  ConfigMapVolumeSource: ConfigMapVolumeSource;
  VsphereVirtualDiskVolumeSource: VsphereVirtualDiskVolumeSource;
  QuobyteVolumeSource: QuobyteVolumeSource;
  AzureDiskVolumeSource: AzureDiskVolumeSource;
  PhotonPersistentDiskVolumeSource: PhotonPersistentDiskVolumeSource;
  ProjectedVolumeSource: ProjectedVolumeSource;
  PortworxVolumeSource: PortworxVolumeSource;
  ScaleIOVolumeSource: ScaleIOVolumeSource;
  StorageOSVolumeSource: StorageOSVolumeSource;
  CSIVolumeSource: CSIVolumeSource;
  EphemeralVolumeSource: EphemeralVolumeSource;
  ImageVolumeSource: ImageVolumeSource;
  KeyToPath: KeyToPath;
  DownwardAPIVolumeFile: DownwardAPIVolumeFile;
  VolumeProjection: VolumeProjection;
  PersistentVolumeClaimTemplate: PersistentVolumeClaimTemplate;
  SecretProjection: SecretProjection;
  DownwardAPIProjection: DownwardAPIProjection;
  ConfigMapProjection: ConfigMapProjection;
  ServiceAccountTokenProjection: ServiceAccountTokenProjection;
  ClusterTrustBundleProjection: ClusterTrustBundleProjection;
  PodCertificateProjection: PodCertificateProjection;
  PersistentVolumeClaimSpec: PersistentVolumeClaimSpec;
  VolumeResourceRequirements: VolumeResourceRequirements;
  TypedLocalObjectReference: TypedLocalObjectReference;
  TypedObjectReference: TypedObjectReference;
  PersistentVolume: PersistentVolume;
  PersistentVolumeSpec: PersistentVolumeSpec;
  PersistentVolumeStatus: PersistentVolumeStatus;
  PersistentVolumeSource: PersistentVolumeSource;
  VolumeNodeAffinity: VolumeNodeAffinity;
  GlusterfsPersistentVolumeSource: GlusterfsPersistentVolumeSource;
  RBDPersistentVolumeSource: RBDPersistentVolumeSource;
  ISCSIPersistentVolumeSource: ISCSIPersistentVolumeSource;
  CinderPersistentVolumeSource: CinderPersistentVolumeSource;
  CephFSPersistentVolumeSource: CephFSPersistentVolumeSource;
  FlexPersistentVolumeSource: FlexPersistentVolumeSource;
  AzureFilePersistentVolumeSource: AzureFilePersistentVolumeSource;
  ScaleIOPersistentVolumeSource: ScaleIOPersistentVolumeSource;
  LocalVolumeSource: LocalVolumeSource;
  StorageOSPersistentVolumeSource: StorageOSPersistentVolumeSource;
  CSIPersistentVolumeSource: CSIPersistentVolumeSource;
  SecretReference: SecretReference;
  PersistentVolumeClaim: PersistentVolumeClaim;
  PersistentVolumeClaimStatus: PersistentVolumeClaimStatus;
  PersistentVolumeClaimCondition: PersistentVolumeClaimCondition;
  ModifyVolumeStatus: ModifyVolumeStatus;
  Node: Node;
  NodeSpec: NodeSpec;
  NodeStatus: NodeStatus;
  Taint: Taint;
  NodeConfigSource: NodeConfigSource;
  NodeCondition: NodeCondition;
  NodeAddress: NodeAddress;
  NodeDaemonEndpoints: NodeDaemonEndpoints;
  NodeSystemInfo: NodeSystemInfo;
  ContainerImage: ContainerImage;
  AttachedVolume: AttachedVolume;
  NodeConfigStatus: NodeConfigStatus;
  NodeRuntimeHandler: NodeRuntimeHandler;
  NodeFeatures: NodeFeatures;
  ConfigMapNodeConfigSource: ConfigMapNodeConfigSource;
  DaemonEndpoint: DaemonEndpoint;
  NodeSwapStatus: NodeSwapStatus;
  NodeRuntimeHandlerFeatures: NodeRuntimeHandlerFeatures;
  ComponentStatus: ComponentStatus;
  ComponentCondition: ComponentCondition;
  TopologySelectorTerm: TopologySelectorTerm;
  TopologySelectorLabelRequirement: TopologySelectorLabelRequirement;
  ReplicationController: ReplicationController;
  ReplicationControllerSpec: ReplicationControllerSpec;
  ReplicationControllerStatus: ReplicationControllerStatus;
  ReplicationControllerCondition: ReplicationControllerCondition;
  LimitRange: LimitRange;
  LimitRangeSpec: LimitRangeSpec;
  LimitRangeItem: LimitRangeItem;
  ResourceQuota: ResourceQuota;
  ResourceQuotaSpec: ResourceQuotaSpec;
  ResourceQuotaStatus: ResourceQuotaStatus;
  ScopeSelector: ScopeSelector;
  ScopedResourceSelectorRequirement: ScopedResourceSelectorRequirement;
  PodAttachOptions: PodAttachOptions;
  PodExecOptions: PodExecOptions;
  PodLogOptions: PodLogOptions;
  PodPortForwardOptions: PodPortForwardOptions;
  PodProxyOptions: PodProxyOptions;
  NodeProxyOptions: NodeProxyOptions;
  ServiceProxyOptions: ServiceProxyOptions;
};
