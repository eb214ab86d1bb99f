import { describeTypes, metaV1 } from '#schema';
import { coreV1 } from '../../core/v1/types.ts';
import type { Types } from './types.gen.ts';

/** The types of the resource group, in the notation of `describeTypes`. */
export const resourceV1 = describeTypes<Types>(
  { package: 'io.k8s.api.resource.v1', goPackage: 'v1', uses: { meta: metaV1, core: coreV1 } },
  `
DeviceClass | A kind of device that claims can ask for.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec DeviceClassSpec always required | Which devices, and their configuration.
DeviceClassSpec | Which devices belong to a class, and their configuration.
  1 selectors [DeviceSelector] list=atomic | A device must meet all of them.
  2 config [DeviceClassConfiguration] list=atomic | Configuration of every device of the class.
  4 extendedResourceName string? | Extended resource that asks for the class.
DeviceSelector | A requirement of a device: exactly one member is set.
  1 cel CELDeviceSelector? | A requirement in CEL.
DeviceClassConfiguration | One configuration of a class.
  1 deviceConfiguration DeviceConfiguration inline | The configuration.
CELDeviceSelector | A requirement in CEL.
  1 expression string always required | A CEL expression over device, giving a bool.
DeviceConfiguration | Configuration of a device: exactly one member is set.
  1 opaque OpaqueDeviceConfiguration? | What only the driver understands.
OpaqueDeviceConfiguration | Configuration that only a driver understands.
  1 driver string always required | The driver it is for.
  2 parameters json always required | The configuration, an object of any form.
ResourceClaim | A request for devices, and what was given.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec ResourceClaimSpec always required | What is asked for; cannot be changed.
  3 status ResourceClaimStatus | What was given, and who uses it.
ResourceClaimSpec | What a claim asks for.
  1 devices DeviceClaim always | The devices.
ResourceClaimStatus | What a claim was given, and who uses it.
  1 allocation AllocationResult? | What was given; unset before that.
  2 reservedFor [ResourceClaimConsumerReference] list=map(uid) merge=uid | Who may use it now.
  4 devices [AllocatedDeviceStatus] list=map(driver,device,pool,shareID) | What drivers tell about the devices.
DeviceClaim | Devices that are asked for.
  1 requests [DeviceRequest] always list=atomic | One for each kind of device.
  2 constraints [DeviceConstraint] list=atomic | What the devices must have in common.
  3 config [DeviceClaimConfiguration] list=atomic | Configuration of the devices.
AllocationResult | What was given.
  1 devices DeviceAllocationResult | The devices.
  3 nodeSelector core.NodeSelector? | Nodes from which they can be used.
  5 allocationTimestamp time? | When they were given.
ResourceClaimConsumerReference | Who uses a claim.
  1 apiGroup string | Group of the resource; empty for core.
  3 resource string always required | The resource, such as pods.
  4 name string always required | Name of the user.
  5 uid string always required go=types.UID | Uid of the user.
AllocatedDeviceStatus | What a driver tells about a device.
  1 driver string always required | The driver.
  2 pool string always required | Pool of the device.
  3 device string always required | Name of the device in its pool.
  7 shareID string? | Which share of the device.
  4 conditions [meta.Condition] always list=map(type) | How the device stands.
  5 data json? | Anything the driver has to say.
  6 networkData NetworkDeviceData? | Facts of a network device.
DeviceRequest | A request: exactly one of exactly and firstAvailable.
  1 name string always required | Others point to it by this name.
  2 exactly ExactDeviceRequest? | What is wanted.
  3 firstAvailable [DeviceSubRequest] list=atomic | Choices, the best first.
DeviceConstraint | What devices must have in common, or not.
  1 requests [string] list=atomic | Requests that are meant; all if empty.
  2 matchAttribute string? go=FullyQualifiedName | All have the same value of it.
  3 distinctAttribute string? go=FullyQualifiedName | All have different values of it.
DeviceClaimConfiguration | One configuration of a claim.
  1 requests [string] list=atomic | Requests that are meant; all if empty.
  2 deviceConfiguration DeviceConfiguration inline | The configuration.
DeviceAllocationResult | Devices that were given.
  1 results [DeviceRequestAllocationResult] list=atomic | One for each device.
  2 config [DeviceAllocationConfiguration] list=atomic | Configuration of class and claim together.
NetworkDeviceData | Facts of a network device.
  1 interfaceName string | Name of the interface.
  2 ips [string] list=atomic | Its addresses, with the size of their network.
  3 hardwareAddress string | Its hardware address.
ExactDeviceRequest | Devices of one class.
  1 deviceClassName string always required | The class.
  2 selectors [DeviceSelector] list=atomic | A device must meet all of them.
  3 allocationMode string go=DeviceAllocationMode | ExactCount (usual) or All.
  4 count int64 | How many; 1 if unset.
  5 adminAccess bool? | Access beside the users, for administrators.
  6 tolerations [DeviceToleration] list=atomic | Taints that are put up with.
  7 capacity CapacityRequirements? | How much of a shared device.
DeviceSubRequest | One choice.
  1 name string always required | Others point to it as REQUEST/NAME.
  2 deviceClassName string always required | The class.
  3 selectors [DeviceSelector] list=atomic | A device must meet all of them.
  4 allocationMode string go=DeviceAllocationMode | ExactCount (usual) or All.
  5 count int64 | How many; 1 if unset.
  6 tolerations [DeviceToleration] list=atomic | Taints that are put up with.
  7 capacity CapacityRequirements? | How much of a shared device.
DeviceRequestAllocationResult | A device that was given.
  1 request string always required | The request it answers.
  2 driver string always required | The driver.
  3 pool string always required | Pool of the device.
  4 device string always required | Name of the device in its pool.
  5 adminAccess bool? | Given beside the users, for administrators.
  6 tolerations [DeviceToleration] list=atomic | Taints that are put up with.
  7 bindingConditions [string] list=atomic | Must be true before pods are bound.
  8 bindingFailureConditions [string] list=atomic | If one is true, binding failed.
  9 shareID string? go=types.UID | Which share of the device.
  10 consumedCapacity {quantity} go=map[QualifiedName]resource.Quantity | How much of it is taken.
DeviceAllocationConfiguration | One configuration, and where it came from.
  1 source string always required go=AllocationConfigSource | FromClass or FromClaim.
  2 requests [string] list=atomic | Requests that are meant; all if empty.
  3 deviceConfiguration DeviceConfiguration inline | The configuration.
DeviceToleration | A taint that is put up with.
  1 key string | Key of the taint; empty for all.
  2 operator string go=DeviceTolerationOperator default="Equal" | Equal (usual) or Exists.
  3 value string | Value of the taint, for Equal.
  4 effect string go=DeviceTaintEffect | Effect of the taint; empty for all.
  5 tolerationSeconds int64? | How long NoExecute is put up with.
CapacityRequirements | How much of a shared device.
  1 requests {quantity} go=map[QualifiedName]resource.Quantity | Amounts, by name of the capacity.
ResourceClaimTemplate | From it claims are made, one for each pod.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec ResourceClaimTemplateSpec always required | The claims; cannot be changed.
ResourceClaimTemplateSpec | Claims that are made.
  1 metadata meta.ObjectMeta | Labels and annotations of the claims.
  2 spec ResourceClaimSpec always required | Spec of the claims.
ResourceSlice | Devices of a pool, told by their driver.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec ResourceSliceSpec always required | The devices.
ResourceSliceSpec | Devices of a pool, and where they can be used.
  1 driver string always required | The driver; cannot be changed.
  2 pool ResourcePool always required | The pool.
  3 nodeName string? | The one node that has them.
  4 nodeSelector core.NodeSelector? | Nodes that reach them.
  5 allNodes bool? | Every node reaches them.
  6 devices [Device] list=atomic | The devices.
  7 perDeviceNodeSelection bool? | Each device says where it is.
  8 sharedCounters [CounterSet] list=atomic | What devices share and use up.
ResourcePool | A pool of devices.
  1 name string always required | Name of the pool; cannot be changed.
  2 generation int64 always required | Rises when the pool changes.
  3 resourceSliceCount int64 always required | How many slices it has now.
Device | One device.
  1 name string always required | Name of the device in its pool.
  2 attributes {DeviceAttribute} go=map[QualifiedName]DeviceAttribute | Facts, by name.
  3 capacity {DeviceCapacity} go=map[QualifiedName]DeviceCapacity | Amounts, by name.
  4 consumesCounters [DeviceCounterConsumption] list=atomic | What it uses up of shared counters.
  5 nodeName string? | The one node that has it.
  6 nodeSelector core.NodeSelector? | Nodes that reach it.
  7 allNodes bool? | Every node reaches it.
  8 taints [DeviceTaint] list=atomic | What keeps claims away.
  9 bindsToNode bool? | Using it ties it to the node.
  10 bindingConditions [string] list=atomic | Must be true before pods are bound.
  11 bindingFailureConditions [string] list=atomic | If one is true, binding failed.
  12 allowMultipleAllocations bool? | Several claims may share it.
  13 nodeAllocatableResourceMappings {NodeAllocatableResourceMapping} go=map[v1.ResourceName]NodeAllocatableResourceMapping | Node resources that it uses.
CounterSet | Counters with a name.
  1 name string always required | Name of the set.
  2 counters {Counter} required | The counters, by name.
DeviceAttribute | A fact: exactly one member is set.
  2 int int64? | A number.
  3 bool bool? | True or false.
  4 string string? | A text of at most 64 bytes.
  5 version string? | A version by semver.org 2.0.0.
  6 ints [int64] list=atomic | Numbers.
  7 bools [bool] list=atomic | Trues and falses.
  8 strings [string] list=atomic | Texts of at most 64 bytes.
  9 versions [string] list=atomic | Versions by semver.org 2.0.0.
DeviceCapacity | An amount.
  1 value quantity always required | How much there is.
  2 requestPolicy CapacityRequestPolicy? | How it may be shared out.
DeviceCounterConsumption | What is used up of a counter set.
  1 counterSet string always required | Name of the set.
  2 counters {Counter} required | Amounts, by name of the counter.
DeviceTaint | What keeps claims away from a device.
  1 key string always required format=k8s-label-key | Key of the taint, like a label.
  2 value string format=k8s-label-value | Value of the taint, like a label.
  3 effect string always required go=DeviceTaintEffect present values | NoSchedule, NoExecute or None.
  4 timeAdded time? | When it was added; now if unset.
NodeAllocatableResourceMapping | A node resource that a device uses.
  1 capacityKey string? go=QualifiedName | Capacity that tells how much.
  2 allocationMultiplier quantity? | How much for each unit.
Counter | An amount.
  1 value quantity always required | How much there is.
CapacityRequestPolicy | How a capacity may be shared out.
  1 default quantity? always | How much a request gets that says nothing.
  3 validValues [quantity] list=atomic | Amounts that may be asked for.
  4 validRange CapacityRequestPolicyRange? | Range of amounts that may be asked for.
CapacityRequestPolicyRange | A range of amounts.
  1 min quantity? required | The least.
  2 max quantity? | The most.
  3 step quantity? | What an amount is a multiple of.
AllocationConfigSource = FromClaim, FromClass
DeviceAllocationMode = All, ExactCount
DeviceTaintEffect = NoExecute, NoSchedule, None
DeviceTolerationOperator = Equal, Exists
`,
);
