/** What becomes of pods and their containers. In the notation of `describeTypes`. */
export const podStatusTypes = `
PodStatus | The present state of a pod.
  17 observedGeneration int64 | The generation of the object that this is about.
  1 phase string go=PodPhase | The stage it is in, in one word.
  2 conditions [PodCondition] list=map(type) merge=type | The latest findings about it, one per type.
  3 message string | Why, in a sentence for people.
  4 reason string | Why, in one word for programs.
  11 nominatedNodeName string | The node that is being cleared for it.
  5 hostIP string | The first address of its node.
  16 hostIPs [HostIP] list=atomic merge=ip | The addresses of its node.
  6 podIP string | Its first address.
  12 podIPs [PodIP] list=map(ip) merge=ip | Its addresses, one per IP family.
  7 startTime time? | When the node took notice of it.
  10 initContainerStatuses [ContainerStatus] list=atomic | The states of its init containers.
  8 containerStatuses [ContainerStatus] list=atomic | The states of its containers.
  9 qosClass string go=PodQOSClass | Guaranteed, Burstable or BestEffort, from its resources.
  13 ephemeralContainerStatuses [ContainerStatus] list=atomic | The states of its containers for debugging.
  14 resize string go=PodResizeStatus | How far a change of its resources has come.
  15 resourceClaimStatuses [PodResourceClaimStatus] list=map(name) merge=name retainKeys | The claims to devices that were made for it.
  18 extendedResourceClaimStatus PodExtendedResourceClaimStatus? | The claim that stands for its extended resources.
  19 allocatedResources {quantity} go=ResourceList | What has been set aside for it.
  20 resources ResourceRequirements? | Amounts of computing resources that are requested and allowed.
  21 nodeAllocatableResourceClaimStatuses [NodeAllocatableResourceClaimStatus] list=atomic | What its claims take from the node's own resources.
PodCondition | One finding about a pod.
  1 type string always required go=PodConditionType | The name of the finding.
  7 observedGeneration int64 | The generation of the object that this is about.
  2 status string always required go=ConditionStatus | True, False or Unknown.
  3 lastProbeTime time | When it was last looked at.
  4 lastTransitionTime time | When the status last changed.
  5 reason string | Why, in one word for programs.
  6 message string | Why, in a sentence for people.
HostIP | An address of a node.
  1 ip string always required | An IP address.
PodIP | An address of a pod.
  1 ip string always required | An IP address.
ContainerStatus | The present state of a container.
  1 name string always required | Its name, unique among its kind here.
  2 state ContainerState | What the container does now.
  3 lastState ContainerState | What the container did before.
  4 ready bool always required | Whether the container takes traffic.
  5 restartCount int32 always required | How often the container was started again.
  6 image string always required | The image that it is made of.
  7 imageID string always required | The image by its digest.
  8 containerID string | The container's id, with the runtime.
  9 started bool? | Whether the container got past its start.
  10 allocatedResources {quantity} go=ResourceList | What has been set aside for it.
  11 resources ResourceRequirements? | Amounts of computing resources that are requested and allowed.
  12 volumeMounts [VolumeMountStatus] list=map(mountPath) merge=mountPath | The state of its mounted volumes.
  13 user ContainerUser? | The user that its first process runs as.
  14 allocatedResourcesStatus [ResourceStatus] list=map(name) merge=name | The health of the devices it got.
  15 stopSignal string? go=Signal | The signal that ends the container.
PodResourceClaimStatus | The claim that was made for a pod.
  1 name string always required | Its name, unique among its kind here.
  2 resourceClaimName string? | The claim, in the same namespace.
PodExtendedResourceClaimStatus | The claim that stands for extended resources.
  1 requestMappings [ContainerExtendedResourceRequest] always required list=atomic | Which request stands for which extended resource.
  2 resourceClaimName string always required | The claim, in the same namespace.
NodeAllocatableResourceClaimStatus | What a claim takes from the node's own resources.
  1 resourceClaimName string always required | The claim, in the same namespace.
  2 containers [string] list=set | The containers that use the claim.
  3 resources {quantity} always required go=map[ResourceName]resource.Quantity | Amounts of computing resources that are requested and allowed.
ContainerState | What a container does; one of these.
  1 waiting ContainerStateWaiting? | The container waits to start.
  2 running ContainerStateRunning? | The container runs.
  3 terminated ContainerStateTerminated? | The container has ended.
VolumeMountStatus | The state of a mounted volume.
  1 name string always required | Its name, unique among its kind here.
  2 mountPath string always required | Where it appears in the container.
  3 readOnly bool | Whether nothing may be written to it.
  4 recursiveReadOnly string? go=RecursiveReadOnlyMode | Disabled, IfPossible or Enabled, for mounts below it.
  5 volumeStatus VolumeStatus? | The state of the volume behind the mount.
ContainerUser | The user of a container's first process.
  1 linux LinuxContainerUser? | The user on Linux.
ResourceStatus | The health of devices.
  1 name string always required go=ResourceName | Its name, unique among its kind here.
  2 resources [ResourceHealth] list=map(resourceID) | Amounts of computing resources that are requested and allowed.
ContainerExtendedResourceRequest | An extended resource, and the request that stands for it.
  1 containerName string always required | The name of the container.
  2 resourceName string always required | The resource that is meant.
  3 requestName string always required | The name of the request in the claim.
ContainerStateWaiting | A container that waits.
  1 reason string | Why, in one word for programs.
  2 message string | Why, in a sentence for people.
ContainerStateRunning | A container that runs.
  1 startedAt time | When it started.
ContainerStateTerminated | A container that has ended.
  1 exitCode int32 always required | With which code it ended.
  2 signal int32 | By which signal it ended.
  3 reason string | Why, in one word for programs.
  4 message string | Why, in a sentence for people.
  5 startedAt time | When it started.
  6 finishedAt time | When it ended.
  7 containerID string | The container's id, with the runtime.
VolumeStatus | The state of a volume.
  1 image ImageVolumeStatus? | The image behind the volume.
LinuxContainerUser | A user on Linux.
  1 uid int64 always required | The id of the user.
  2 gid int64 always required | The id of the group.
  3 supplementalGroups [int64] list=atomic | Further groups of its processes.
ResourceHealth | The health of one device.
  1 resourceID string always required go=ResourceID | Which device it is.
  2 health string go=ResourceHealthStatus | Healthy, Unhealthy or Unknown.
  6 message string? | Why, in a sentence for people.
ImageVolumeStatus | The image behind a volume.
  1 imageRef string required | The image by its digest.
`;
