/** Pods, their templates and containers. In the notation of `describeTypes`. */
export const podTypes = `
Pod | Containers that run together on one node.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec PodSpec | What is wanted of it.
  3 status PodStatus | What has become of it; written by the system.
PodSpec | What a pod looks like.
  1 volumes [Volume] list=map(name) merge=name retainKeys | Storage that its containers can mount.
  20 initContainers [Container] list=map(name) merge=name | Containers that run to their end, in order, before the others start.
  2 containers [Container] always required list=map(name) merge=name | The containers that run side by side; at least one.
  34 ephemeralContainers [EphemeralContainer] list=map(name) merge=name | Containers for debugging, added while the pod runs.
  3 restartPolicy string go=RestartPolicy | When its containers are started again: Always, OnFailure or Never.
  4 terminationGracePeriodSeconds int64? | How long it may take to end by itself; 30 by default.
  5 activeDeadlineSeconds int64? | How long the pod may run before it is failed.
  6 dnsPolicy string go=DNSPolicy | ClusterFirst, ClusterFirstWithHostNet, Default or None.
  7 nodeSelector {string} map=atomic | Labels that a node must have.
  8 serviceAccountName string | The account with which it talks to the API.
  9 serviceAccount string | The older name of serviceAccountName.
  21 automountServiceAccountToken bool? | Whether a token of its account is mounted.
  10 nodeName string | The node it is to run on.
  11 hostNetwork bool | Whether it uses the network of its node.
  12 hostPID bool | Whether it sees the processes of its node.
  13 hostIPC bool | Whether it shares memory and queues with its node.
  27 shareProcessNamespace bool? | Whether its containers see each other's processes.
  14 securityContext PodSecurityContext? | Users, privileges and confinement of its processes.
  15 imagePullSecrets [LocalObjectReference] list=map(name) merge=name | Secrets with which images are pulled.
  16 hostname string | Its host name; the name of the pod by default.
  17 subdomain string | The domain of its host name within the namespace.
  18 affinity Affinity? | Which nodes and which neighbours it wants or avoids.
  19 schedulerName string | Who chooses its node.
  22 tolerations [Toleration] list=atomic | Taints of nodes that it puts up with.
  23 hostAliases [HostAlias] list=map(ip) merge=ip | Lines that are added to its hosts file.
  24 priorityClassName string | The class that gives its priority.
  25 priority int32? | How important it is; higher goes first.
  26 dnsConfig PodDNSConfig? | How it resolves names, beyond the policy.
  28 readinessGates [PodReadinessGate] list=atomic | Further conditions that must be true before it is ready.
  29 runtimeClassName string? | The class of runtime that runs its containers.
  30 enableServiceLinks bool? | Whether services are told in environment variables; true by default.
  31 preemptionPolicy string? go=PreemptionPolicy | PreemptLowerPriority, or Never to wait for room.
  32 overhead {quantity} go=ResourceList | What running it costs beside its containers.
  33 topologySpreadConstraints [TopologySpreadConstraint] list=map(topologyKey,whenUnsatisfiable) merge=topologyKey | How it is spread with others over the cluster.
  35 setHostnameAsFQDN bool? | Whether its host name includes the domain.
  36 os PodOS? | The operating system it needs.
  37 hostUsers bool? | Whether its users are those of the node; true by default.
  38 schedulingGates [PodSchedulingGate] list=map(name) merge=name | What must be cleared before a node is chosen.
  39 resourceClaims [PodResourceClaim] list=map(name) merge=name retainKeys | Claims to devices that its containers can use.
  40 resources ResourceRequirements? | Amounts of computing resources that are requested and allowed.
  41 hostnameOverride string? | Its host name, whatever the other fields say.
  43 schedulingGroup PodSchedulingGroup? | The group with which it is scheduled.
Container | One container of a pod.
  1 name string always required | Its name, unique among its kind here.
  2 image string | The image that it is made of.
  3 command [string] list=atomic | The program and its first arguments, instead of the image's.
  4 args [string] list=atomic | The arguments of the program, instead of the image's.
  5 workingDir string | Where the program starts, instead of the image's directory.
  6 ports [ContainerPort] list=map(containerPort,protocol) merge=containerPort | The ports that the container listens on.
  19 envFrom [EnvFromSource] list=atomic | Where further environment variables come from.
  7 env [EnvVar] list=map(name) merge=name | The environment variables of the container.
  8 resources ResourceRequirements | Amounts of computing resources that are requested and allowed.
  23 resizePolicy [ContainerResizePolicy] list=atomic | What a change of each resource needs.
  24 restartPolicy string? go=ContainerRestartPolicy | When this container is started again, whatever its pod says.
  25 restartPolicyRules [ContainerRestartRule] list=atomic | By which exit codes the container is started again.
  9 volumeMounts [VolumeMount] list=map(mountPath) merge=mountPath | Volumes that appear in the container's file system.
  21 volumeDevices [VolumeDevice] list=map(devicePath) merge=devicePath | Volumes that appear in the container as raw devices.
  10 livenessProbe Probe? | Restarts the container when it fails.
  11 readinessProbe Probe? | Takes the container out of services when it fails.
  22 startupProbe Probe? | Holds back the other probes until it succeeds.
  12 lifecycle Lifecycle? | What is done after the start and before the end.
  13 terminationMessagePath string | The file with the last words of the container.
  20 terminationMessagePolicy string go=TerminationMessagePolicy | File, or FallbackToLogsOnError.
  14 imagePullPolicy string go=PullPolicy | Always, IfNotPresent or Never.
  15 securityContext SecurityContext? | Users, privileges and confinement of its processes.
  16 stdin bool | Whether the container has an input that can be attached to.
  17 stdinOnce bool | Whether its input closes after the first attachment.
  18 tty bool | Whether the container has a terminal.
EphemeralContainer | A container for debugging a pod that runs.
  1 ephemeralContainerCommon EphemeralContainerCommon inline
  2 targetContainerName string | The container whose processes are to be seen.
PodSecurityContext | Security settings of a whole pod.
  1 seLinuxOptions SELinuxOptions? | The SELinux context of its processes.
  8 windowsOptions WindowsSecurityContextOptions? | Settings that only Windows understands.
  2 runAsUser int64? | The id of the user that its processes run as.
  6 runAsGroup int64? | The id of the group that its processes run as.
  3 runAsNonRoot bool? | Whether it is refused when it would run as root.
  4 supplementalGroups [int64] list=atomic | Further groups of its processes.
  12 supplementalGroupsPolicy string? go=SupplementalGroupsPolicy | Merge with the image's groups, or Strict.
  5 fsGroup int64? | The group that owns its volumes.
  7 sysctls [Sysctl] list=atomic | Settings of the kernel for the pod.
  9 fsGroupChangePolicy string? go=PodFSGroupChangePolicy | OnRootMismatch or Always, when to change owners.
  10 seccompProfile SeccompProfile? | Which system calls are allowed.
  11 appArmorProfile AppArmorProfile? | The AppArmor profile that confines it.
  13 seLinuxChangePolicy string? go=PodSELinuxChangePolicy | MountOption or Recursive, how volumes are labelled.
Affinity | Rules about the nodes and neighbours of a pod.
  1 nodeAffinity NodeAffinity? | Which nodes it wants.
  2 podAffinity PodAffinity? | Near which pods it wants to be.
  3 podAntiAffinity PodAntiAffinity? | From which pods it wants to be apart.
Toleration | A taint that a pod puts up with.
  1 key string | The key of the taint; empty for all.
  2 operator string go=TolerationOperator | How the values are compared.
  3 value string | The value.
  4 effect string go=TaintEffect | NoSchedule, PreferNoSchedule or NoExecute.
  5 tolerationSeconds int64? | How long the taint is put up with; for ever if unsaid.
HostAlias | Names of an address.
  1 ip string always required | An IP address.
  2 hostnames [string] list=atomic | The names of the address.
PodDNSConfig | How a pod resolves names.
  1 nameservers [string] list=atomic | Addresses of servers to ask, at most three.
  2 searches [string] list=atomic | Domains to search for short names.
  3 options [PodDNSConfigOption] list=atomic | Further options, by name.
PodReadinessGate | A condition that a pod needs to be ready.
  1 conditionType string always required go=PodConditionType | The type of the condition.
TopologySpreadConstraint | How evenly pods are spread.
  1 maxSkew int32 always required | By how many pods two places may differ.
  2 topologyKey string always required | The label of nodes that tells their place.
  3 whenUnsatisfiable string always required go=UnsatisfiableConstraintAction | DoNotSchedule or ScheduleAnyway.
  4 labelSelector meta.LabelSelector? | The labels of the pods that count.
  5 minDomains int32? | How many places there must be at least.
  6 nodeAffinityPolicy string? go=NodeInclusionPolicy | Honor or Ignore the wanted nodes when counting.
  7 nodeTaintsPolicy string? go=NodeInclusionPolicy | Honor or Ignore taints when counting.
  8 matchLabelKeys [string] list=atomic | Labels whose values are to be the pod's own.
PodOS | An operating system.
  1 name string always required go=OSName | Its name, unique among its kind here.
PodSchedulingGate | Something that holds a pod back from scheduling.
  1 name string always required | Its name, unique among its kind here.
PodResourceClaim | A claim to devices, for a pod.
  1 name string always required | Its name, unique among its kind here.
  3 resourceClaimName string? | The claim, in the same namespace.
  4 resourceClaimTemplateName string? | The template from which a claim is made.
ResourceRequirements | Amounts that are requested and allowed.
  1 limits {quantity} go=ResourceList | The most that may be used.
  2 requests {quantity} go=ResourceList | The least that is needed.
  3 claims [ResourceClaim] list=map(name) | Which of the pod's claims the container uses.
PodSchedulingGroup union=(podGroupName:PodGroupName) | The group with which a pod is scheduled.
  1 podGroupName string? | The group of pods it belongs to.
ContainerPort | One port of a container.
  1 name string | Its name, unique among its kind here.
  2 hostPort int32 | The port of the node, if it is to be reached there.
  3 containerPort int32 always required | The port of the container.
  4 protocol string go=Protocol default="TCP" | TCP, UDP or SCTP.
  5 hostIP string | The address of the node to bind the port to.
EnvFromSource | A source of environment variables.
  1 prefix string | What is put before each name.
  2 configMapRef ConfigMapEnvSource? | The config map whose keys become variables.
  3 secretRef SecretEnvSource? | The secret whose keys become variables.
EnvVar | One environment variable.
  1 name string always required | Its name, unique among its kind here.
  2 value string | The value.
  3 valueFrom EnvVarSource? | Where the value comes from.
ContainerResizePolicy | What a change of a resource needs.
  1 resourceName string always required go=ResourceName | The resource that is meant.
  2 restartPolicy string always required go=ResourceResizeRestartPolicy | NotRequired, or RestartContainer to apply the new amount.
ContainerRestartRule | When a container is started again.
  1 action string required go=ContainerRestartRuleAction | What is done when the rule holds.
  2 exitCodes ContainerRestartRuleOnExitCodes? | The exit codes for which the rule holds.
VolumeMount | A volume in the file system of a container.
  1 name string always required | Its name, unique among its kind here.
  2 readOnly bool | Whether nothing may be written to it.
  7 recursiveReadOnly string? go=RecursiveReadOnlyMode | Disabled, IfPossible or Enabled, for mounts below it.
  3 mountPath string always required | Where it appears in the container.
  4 subPath string | The path within the volume.
  5 mountPropagation string? go=MountPropagationMode | None, HostToContainer or Bidirectional.
  6 subPathExpr string | The path within the volume, with variables in it.
VolumeDevice | A volume as a device of a container.
  1 name string always required | Its name, unique among its kind here.
  2 devicePath string always required | Where the device appears.
Probe | A check of a container, done again and again.
  1 handler ProbeHandler inline
  2 initialDelaySeconds int32 | How long to wait before the first probe.
  3 timeoutSeconds int32 | How long a probe may take; 1 by default.
  4 periodSeconds int32 | How often to probe; every 10 seconds by default.
  5 successThreshold int32 | How many successes in a row count; 1 by default.
  6 failureThreshold int32 | How many failures in a row count; 3 by default.
  7 terminationGracePeriodSeconds int64? | How long a container may take to end after this probe failed.
Lifecycle | What is done at the start and the end of a container.
  1 postStart LifecycleHandler? | Done right after the container started.
  2 preStop LifecycleHandler? | Done before the container is ended.
  3 stopSignal string? go=Signal | The signal that ends the container.
SecurityContext | Security settings of a container.
  1 capabilities Capabilities? | Capabilities of Linux to add or to drop.
  2 privileged bool? | Whether it may do nearly all that the node may.
  3 seLinuxOptions SELinuxOptions? | The SELinux context of its processes.
  10 windowsOptions WindowsSecurityContextOptions? | Settings that only Windows understands.
  4 runAsUser int64? | The id of the user that its processes run as.
  8 runAsGroup int64? | The id of the group that its processes run as.
  5 runAsNonRoot bool? | Whether it is refused when it would run as root.
  6 readOnlyRootFilesystem bool? | Whether its own files cannot be changed.
  7 allowPrivilegeEscalation bool? | Whether a process may gain more privileges than its parent.
  9 procMount string? go=ProcMountType | Default or Unmasked, how /proc appears.
  11 seccompProfile SeccompProfile? | Which system calls are allowed.
  12 appArmorProfile AppArmorProfile? | The AppArmor profile that confines it.
EphemeralContainerCommon | What a container for debugging has in common with others.
  1 name string always required | Its name, unique among its kind here.
  2 image string | The image that it is made of.
  3 command [string] list=atomic | The program and its first arguments, instead of the image's.
  4 args [string] list=atomic | The arguments of the program, instead of the image's.
  5 workingDir string | Where the program starts, instead of the image's directory.
  6 ports [ContainerPort] list=map(containerPort,protocol) merge=containerPort | The ports that the container listens on.
  19 envFrom [EnvFromSource] list=atomic | Where further environment variables come from.
  7 env [EnvVar] list=map(name) merge=name | The environment variables of the container.
  8 resources ResourceRequirements | Amounts of computing resources that are requested and allowed.
  23 resizePolicy [ContainerResizePolicy] list=atomic | What a change of each resource needs.
  24 restartPolicy string? go=ContainerRestartPolicy | When this container is started again; not for ephemeral ones.
  25 restartPolicyRules [ContainerRestartRule] list=atomic | By which exit codes the container is started again.
  9 volumeMounts [VolumeMount] list=map(mountPath) merge=mountPath | Volumes that appear in the container's file system.
  21 volumeDevices [VolumeDevice] list=map(devicePath) merge=devicePath | Volumes that appear in the container as raw devices.
  10 livenessProbe Probe? | Restarts the container when it fails.
  11 readinessProbe Probe? | Takes the container out of services when it fails.
  22 startupProbe Probe? | Holds back the other probes until it succeeds.
  12 lifecycle Lifecycle? | What is done after the start and before the end.
  13 terminationMessagePath string | The file with the last words of the container.
  20 terminationMessagePolicy string go=TerminationMessagePolicy | File, or FallbackToLogsOnError.
  14 imagePullPolicy string go=PullPolicy | Always, IfNotPresent or Never.
  15 securityContext SecurityContext? | Users, privileges and confinement of its processes.
  16 stdin bool | Whether the container has an input that can be attached to.
  17 stdinOnce bool | Whether its input closes after the first attachment.
  18 tty bool | Whether the container has a terminal.
SELinuxOptions | An SELinux context.
  1 user string | The SELinux user.
  2 role string | The SELinux role.
  3 type string | The SELinux type.
  4 level string | The SELinux level.
WindowsSecurityContextOptions | Security settings for Windows.
  1 gmsaCredentialSpecName string? | The name of the group account's credentials.
  2 gmsaCredentialSpec string? | The credentials of the group account.
  3 runAsUserName string? | The Windows user that its processes run as.
  4 hostProcess bool? | Whether it runs as a process of the host.
Sysctl | A setting of the kernel.
  1 name string always required | Its name, unique among its kind here.
  2 value string always required | The value.
SeccompProfile union=type(localhostProfile:LocalhostProfile) | Which system calls are allowed.
  1 type string always required go=SeccompProfileType | RuntimeDefault, Unconfined or Localhost.
  2 localhostProfile string? | The profile on the node, for the type Localhost.
AppArmorProfile union=type(localhostProfile:LocalhostProfile) | An AppArmor profile.
  1 type string always required go=AppArmorProfileType | RuntimeDefault, Unconfined or Localhost.
  2 localhostProfile string? | The profile on the node, for the type Localhost.
NodeAffinity | Rules about the nodes of a pod.
  1 requiredDuringSchedulingIgnoredDuringExecution NodeSelector? | What must hold when a node is chosen.
  2 preferredDuringSchedulingIgnoredDuringExecution [PreferredSchedulingTerm] list=atomic | What would be good when a node is chosen.
PodAffinity | Rules about pods to be near to.
  1 requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm] list=atomic | What must hold when a node is chosen.
  2 preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm] list=atomic | What would be good when a node is chosen.
PodAntiAffinity | Rules about pods to be apart from.
  1 requiredDuringSchedulingIgnoredDuringExecution [PodAffinityTerm] list=atomic | What must hold when a node is chosen.
  2 preferredDuringSchedulingIgnoredDuringExecution [WeightedPodAffinityTerm] list=atomic | What would be good when a node is chosen.
PodDNSConfigOption | An option for resolving names.
  1 name string | Its name, unique among its kind here.
  2 value string? | The value.
ResourceClaim | A claim of the pod that a container uses.
  1 name string always required | Its name, unique among its kind here.
  2 request string | The one request of the claim that is meant.
ConfigMapEnvSource | A config map whose keys become variables.
  1 localObjectReference LocalObjectReference inline
  2 optional bool? | Whether it may be missing.
SecretEnvSource | A secret whose keys become variables.
  1 localObjectReference LocalObjectReference inline
  2 optional bool? | Whether it may be missing.
EnvVarSource | Where a variable's value comes from; one of these.
  1 fieldRef ObjectFieldSelector? | A field of the pod.
  2 resourceFieldRef ResourceFieldSelector? | A resource of a container.
  3 configMapKeyRef ConfigMapKeySelector? | A key of a config map.
  4 secretKeyRef SecretKeySelector? | A key of a secret.
  5 fileKeyRef FileKeySelector? | A key in a file of a volume.
ContainerRestartRuleOnExitCodes | Exit codes that a rule is about.
  1 operator string required go=ContainerRestartRuleOnExitCodesOperator | How the values are compared.
  2 values [int32] list=set | The values to compare with.
ProbeHandler | What a probe does; one of these.
  1 exec ExecAction? | Runs a program in the container.
  2 httpGet HTTPGetAction? | Makes an HTTP request.
  3 tcpSocket TCPSocketAction? | Opens a TCP connection.
  4 grpc GRPCAction? | Asks the health service of gRPC.
LifecycleHandler | What is done; one of these.
  1 exec ExecAction? | Runs a program in the container.
  2 httpGet HTTPGetAction? | Makes an HTTP request.
  3 tcpSocket TCPSocketAction? | Opens a TCP connection.
  4 sleep SleepAction? | Waits.
Capabilities | Capabilities of Linux.
  1 add [string] list=atomic go=[]Capability | What to add.
  2 drop [string] list=atomic go=[]Capability | What to take away.
NodeSelector map=atomic | Terms that nodes may meet, any of them.
  1 nodeSelectorTerms [NodeSelectorTerm] always required list=atomic | Of these terms one must hold.
PreferredSchedulingTerm | Nodes that are preferred, and how much.
  1 weight int32 always required | How much it counts, 1 to 100.
  2 preference NodeSelectorTerm always required | The nodes that are preferred.
PodAffinityTerm | Pods, and what it is to be near them.
  1 labelSelector meta.LabelSelector? | The labels of the pods that count.
  2 namespaces [string] list=atomic | The namespaces of the pods; its own if unsaid.
  3 topologyKey string always required | The label of nodes that tells their place.
  4 namespaceSelector meta.LabelSelector? | The labels of the namespaces of the pods.
  5 matchLabelKeys [string] list=atomic | Labels whose values are to be the pod's own.
  6 mismatchLabelKeys [string] list=atomic | Labels whose values are to differ from the pod's.
WeightedPodAffinityTerm | Pods that are preferred, and how much.
  1 weight int32 always required | How much it counts, 1 to 100.
  2 podAffinityTerm PodAffinityTerm always required | The pods that are meant.
ObjectFieldSelector map=atomic | A field of an object.
  1 apiVersion string | The version in which the path is meant; v1 by default.
  2 fieldPath string always required | The path of the field.
ResourceFieldSelector map=atomic | A resource of a container.
  1 containerName string | The name of the container.
  2 resource string always required | The resource, such as limits.cpu.
  3 divisor quantity | The unit in which it is shown; 1 by default.
ConfigMapKeySelector map=atomic | A key of a config map.
  1 localObjectReference LocalObjectReference inline
  2 key string always required | The key that is meant.
  3 optional bool? | Whether it may be missing.
SecretKeySelector map=atomic | A key of a secret.
  1 localObjectReference LocalObjectReference inline
  2 key string always required | The key that is meant.
  3 optional bool? | Whether it may be missing.
FileKeySelector map=atomic | A key in a file of a volume.
  1 volumeName string always required | The name of the volume.
  2 path string always required | The path, relative to the volume.
  3 key string always required | The key that is meant.
  4 optional bool? default=false | Whether it may be missing.
ExecAction | A program that is run in a container.
  1 command [string] list=atomic | The program and its arguments; run without a shell.
HTTPGetAction | An HTTP request.
  1 path string | The path of the request; / by default.
  2 port intOrString always required | The port, by number or by name.
  3 host string | The host to connect to; the pod if unsaid.
  4 scheme string go=URIScheme | HTTP or HTTPS.
  5 httpHeaders [HTTPHeader] list=atomic | Headers of the request.
TCPSocketAction | A TCP connection.
  1 port intOrString always required | The port, by number or by name.
  2 host string | The host to connect to; the pod if unsaid.
GRPCAction | A question to the health service of gRPC.
  1 port int32 always required | The port, by number or by name.
  2 service string? always default="" | The service to ask for.
SleepAction | A pause.
  1 seconds int64 always required | How long to wait.
NodeSelectorTerm map=atomic | Requirements that a node meets all of; an empty one no node meets.
  1 matchExpressions [NodeSelectorRequirement] list=atomic | Requirements that must all hold.
  2 matchFields [NodeSelectorRequirement] list=atomic | Requirements on fields of nodes.
HTTPHeader | A header of an HTTP request.
  1 name string always required | Its name, unique among its kind here.
  2 value string always required | The value.
NodeSelectorRequirement | A requirement on one label or field of nodes.
  1 key string always required | The key that is meant.
  2 operator string always required go=NodeSelectorOperator | How the values are compared.
  3 values [string] list=atomic | The values to compare with.
PodTemplate | A template that pods can be made from.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 template PodTemplateSpec | What the pods look like.
PodTemplateSpec | What pods look like that are made from it.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec PodSpec | What is wanted of it.
Binding | Puts a pod on a node.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 target ObjectReference always required | The node.
`;
