import { describeTypes } from '#schema';
import { resourceV1 } from '../v1/types.ts';
import type { Types } from './types.gen.ts';

/** The first beta of the resource group: requests are not wrapped in `exactly`, devices are wrapped in `basic`. */
export const resourceV1beta1 = describeTypes<Types>(
  { package: 'io.k8s.api.resource.v1beta1', goPackage: 'v1beta1', like: resourceV1 },
  `
DeviceRequest | A request: for one class, or a list of choices.
  1 name string always required | Others point to it by this name.
  2 deviceClassName string always | The class.
  3 selectors [DeviceSelector] list=atomic | A device must meet all of them.
  4 allocationMode string go=DeviceAllocationMode | ExactCount (usual) or All.
  5 count int64 | How many; 1 if unset.
  6 adminAccess bool? | Access beside the users, for administrators.
  7 firstAvailable [DeviceSubRequest] list=atomic | Choices, the best first; instead of all the others.
  8 tolerations [DeviceToleration] list=atomic | Taints that are put up with.
  9 capacity CapacityRequirements? | How much of a shared device.
DeviceSubRequest | One choice.
  1 name string always required | Others point to it as REQUEST/NAME.
  2 deviceClassName string always required | The class.
  3 selectors [DeviceSelector] list=atomic | A device must meet all of them.
  4 allocationMode string go=DeviceAllocationMode | ExactCount (usual) or All.
  5 count int64 | How many; 1 if unset.
  7 tolerations [DeviceToleration] list=atomic | Taints that are put up with.
  8 capacity CapacityRequirements? | How much of a shared device.
ResourceSliceSpec | Devices of a pool, and where they can be used.
  1 driver string always required | The driver; cannot be changed.
  2 pool ResourcePool always required | The pool.
  3 nodeName string | The one node that has them.
  4 nodeSelector core.NodeSelector? | Nodes that reach them.
  5 allNodes bool | Every node reaches them.
  6 devices [Device] list=atomic | The devices.
  7 perDeviceNodeSelection bool? | Each device says where it is.
  8 sharedCounters [CounterSet] list=atomic | What devices share and use up.
Device | One device.
  1 name string always required | Name of the device in its pool.
  2 basic BasicDevice? | What there is to say about it.
BasicDevice | Facts about a device.
  1 attributes {DeviceAttribute} go=map[QualifiedName]DeviceAttribute | Facts, by name.
  2 capacity {DeviceCapacity} go=map[QualifiedName]DeviceCapacity | Amounts, by name.
  3 consumesCounters [DeviceCounterConsumption] list=atomic | What it uses up of shared counters.
  4 nodeName string? | The one node that has it.
  5 nodeSelector core.NodeSelector? | Nodes that reach it.
  6 allNodes bool? | Every node reaches it.
  7 taints [DeviceTaint] list=atomic | What keeps claims away.
  8 bindsToNode bool? | Using it ties it to the node.
  9 bindingConditions [string] list=atomic | Must be true before pods are bound.
  10 bindingFailureConditions [string] list=atomic | If one is true, binding failed.
  11 allowMultipleAllocations bool? | Several claims may share it.
  12 nodeAllocatableResourceMappings {NodeAllocatableResourceMapping} go=map[v1.ResourceName]NodeAllocatableResourceMapping | Node resources that it uses.
`,
);
