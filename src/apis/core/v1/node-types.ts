/** Nodes, and the health of components. In the notation of `describeTypes`. */
export const nodeTypes = `
Node | A machine that runs pods.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec NodeSpec | What is wanted of it.
  3 status NodeStatus | What has become of it; written by the system.
NodeSpec | What is wanted of a node.
  1 podCIDR string | The range of its pods' addresses.
  7 podCIDRs [string] list=set merge | The ranges of its pods' addresses, one per family.
  3 providerID string | Its id at the cloud provider.
  4 unschedulable bool | Whether it takes no new pods.
  5 taints [Taint] list=atomic | What keeps pods away that do not tolerate it.
  6 configSource NodeConfigSource? | Settings from the API; no longer supported.
  2 externalID string | An older id; unused.
NodeStatus | The present state of a node.
  1 capacity {quantity} go=ResourceList | What there is in all.
  2 allocatable {quantity} go=ResourceList | What there is for pods.
  3 phase string go=NodePhase | The stage it is in, in one word.
  4 conditions [NodeCondition] list=map(type) merge=type | The latest findings about it, one per type.
  5 addresses [NodeAddress] list=map(type) merge=type | Where it can be reached.
  6 daemonEndpoints NodeDaemonEndpoints | Where its services can be reached.
  7 nodeInfo NodeSystemInfo | What it runs on.
  8 images [ContainerImage] list=atomic | The images that are there.
  9 volumesInUse [string] list=atomic go=[]UniqueVolumeName | The volumes that are mounted.
  10 volumesAttached [AttachedVolume] list=atomic | The volumes that are attached.
  11 config NodeConfigStatus? | The state of settings from the API.
  12 runtimeHandlers [NodeRuntimeHandler] list=atomic | The runtimes that are there.
  13 features NodeFeatures? | What is supported.
  14 declaredFeatures [string] list=atomic | The features that it has, in order.
Taint | Keeps pods away that do not tolerate it.
  1 key string always required | The key of the taint.
  2 value string | The value.
  3 effect string always required go=TaintEffect | NoSchedule, PreferNoSchedule or NoExecute.
  4 timeAdded time? | When the taint was added.
NodeConfigSource | Where settings of a node come from.
  2 configMap ConfigMapNodeConfigSource? | The config map with the settings.
NodeCondition | One finding about a node.
  1 type string always required go=NodeConditionType | The name of the finding.
  2 status string always required go=ConditionStatus | True, False or Unknown.
  3 lastHeartbeatTime time | When it was last reported.
  4 lastTransitionTime time | When the status last changed.
  5 reason string | Why, in one word for programs.
  6 message string | Why, in a sentence for people.
NodeAddress | One address of a node.
  1 type string always required go=NodeAddressType | InternalIP, ExternalIP, Hostname and the like.
  2 address string always required | The address.
NodeDaemonEndpoints | Where the services of a node listen.
  1 kubeletEndpoint DaemonEndpoint | Where the agent listens.
NodeSystemInfo | What a node runs on.
  1 machineID string always required | The id of the machine.
  2 systemUUID string always required | The id of the hardware.
  3 bootID string always required | The id of the last start.
  4 kernelVersion string always required | The version of the kernel.
  5 osImage string always required | The name of the operating system's image.
  6 containerRuntimeVersion string always required | What runs containers, with its version.
  7 kubeletVersion string always required | The version of the agent.
  8 kubeProxyVersion string always required | No longer set.
  9 operatingSystem string always required | linux or windows.
  10 architecture string always required | The architecture of its processors.
  11 swap NodeSwapStatus? | About its swap.
ContainerImage | An image on a node.
  1 names [string] always list=atomic | The names of the image.
  2 sizeBytes int64 | The size of the image.
AttachedVolume | A volume that is attached to a node.
  1 name string always required go=UniqueVolumeName | Its name, unique among its kind here.
  2 devicePath string always required | Where the device appears.
NodeConfigStatus | The state of a node's settings.
  1 assigned NodeConfigSource? | The settings that are wanted.
  2 active NodeConfigSource? | The settings that are used.
  3 lastKnownGood NodeConfigSource? | The settings to fall back to.
  4 error string | What is wrong, if anything.
NodeRuntimeHandler | A runtime on a node.
  1 name string always | Its name, unique among its kind here.
  2 features NodeRuntimeHandlerFeatures? | What is supported.
NodeFeatures | What a node supports.
  1 supplementalGroupsPolicy bool? | Whether the policy for supplemental groups is supported.
ConfigMapNodeConfigSource | A config map with settings for a node.
  1 namespace string always required | The namespace of the object.
  2 name string always required | Its name, unique among its kind here.
  3 uid string go=types.UID | The id of the user.
  4 resourceVersion string | The version of the config map.
  5 kubeletConfigKey string always required | The key with the settings.
DaemonEndpoint | Where a service of a node listens.
  1 Port int32 always required | The port.
NodeSwapStatus | The swap of a node.
  1 capacity int64? | How many bytes of swap there are.
NodeRuntimeHandlerFeatures | What a runtime supports.
  1 recursiveReadOnlyMounts bool? | Whether mounts can be read-only all the way down.
  2 userNamespaces bool? | Whether pods can have users of their own.
ComponentStatus | The health of a component; deprecated.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 conditions [ComponentCondition] list=map(type) merge=type | The latest findings about it, one per type.
ComponentCondition | One finding about a component.
  1 type string always required go=ComponentConditionType | The name of the finding.
  2 status string always required go=ConditionStatus | True, False or Unknown.
  3 message string | Why, in a sentence for people.
  4 error string | What is wrong, if anything.
TopologySelectorTerm map=atomic | A place where volumes may be: all of its requirements hold there.
  1 matchLabelExpressions [TopologySelectorLabelRequirement] list=atomic | Requirements of the labels of a place.
TopologySelectorLabelRequirement | One requirement of a place.
  1 key string always required | The label.
  2 values [string] always required list=atomic | Values it may have.
`;
