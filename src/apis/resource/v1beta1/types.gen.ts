// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { Types as CoreV1Types } from '../../core/v1/types.gen.ts';
import type { Types as ResourceV1Types } from '../v1/types.gen.ts';

/** A request for devices, and what was given. */
export type ResourceClaim = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is asked for; cannot be changed. */
  spec?: ResourceClaimSpec;
  /** What was given, and who uses it. */
  status?: ResourceV1Types['ResourceClaimStatus'];
};

/** What a claim asks for. */
export type ResourceClaimSpec = {
  /** The devices. */
  devices?: DeviceClaim;
};

/** Devices that are asked for. */
export type DeviceClaim = {
  /** One for each kind of device. */
  requests?: DeviceRequest[] | null;
  /** What the devices must have in common. */
  constraints?: ResourceV1Types['DeviceConstraint'][];
  /** Configuration of the devices. */
  config?: ResourceV1Types['DeviceClaimConfiguration'][];
};

/** A request: for one class, or a list of choices. */
export type DeviceRequest = {
  /** Others point to it by this name. */
  name?: string;
  /** The class. */
  deviceClassName?: string;
  /** A device must meet all of them. */
  selectors?: ResourceV1Types['DeviceSelector'][];
  /** ExactCount (usual) or All. */
  allocationMode?: string;
  /** How many; 1 if unset. */
  count?: number | bigint;
  /** Access beside the users, for administrators. */
  adminAccess?: boolean;
  /** Choices, the best first; instead of all the others. */
  firstAvailable?: DeviceSubRequest[];
  /** Taints that are put up with. */
  tolerations?: ResourceV1Types['DeviceToleration'][];
  /** How much of a shared device. */
  capacity?: ResourceV1Types['CapacityRequirements'];
};

/** One choice. */
export type DeviceSubRequest = {
  /** Others point to it as REQUEST/NAME. */
  name?: string;
  /** The class. */
  deviceClassName?: string;
  /** A device must meet all of them. */
  selectors?: ResourceV1Types['DeviceSelector'][];
  /** ExactCount (usual) or All. */
  allocationMode?: string;
  /** How many; 1 if unset. */
  count?: number | bigint;
  /** Taints that are put up with. */
  tolerations?: ResourceV1Types['DeviceToleration'][];
  /** How much of a shared device. */
  capacity?: ResourceV1Types['CapacityRequirements'];
};

/** From it claims are made, one for each pod. */
export type ResourceClaimTemplate = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The claims; cannot be changed. */
  spec?: ResourceClaimTemplateSpec;
};

/** Claims that are made. */
export type ResourceClaimTemplateSpec = {
  /** Labels and annotations of the claims. */
  metadata?: ObjectMeta;
  /** Spec of the claims. */
  spec?: ResourceClaimSpec;
};

/** Devices of a pool, told by their driver. */
export type ResourceSlice = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The devices. */
  spec?: ResourceSliceSpec;
};

/** Devices of a pool, and where they can be used. */
export type ResourceSliceSpec = {
  /** The driver; cannot be changed. */
  driver?: string;
  /** The pool. */
  pool?: ResourceV1Types['ResourcePool'];
  /** The one node that has them. */
  nodeName?: string;
  /** Nodes that reach them. */
  nodeSelector?: CoreV1Types['NodeSelector'];
  /** Every node reaches them. */
  allNodes?: boolean;
  /** The devices. */
  devices?: Device[];
  /** Each device says where it is. */
  perDeviceNodeSelection?: boolean;
  /** What devices share and use up. */
  sharedCounters?: ResourceV1Types['CounterSet'][];
};

/** One device. */
export type Device = {
  /** Name of the device in its pool. */
  name?: string;
  /** What there is to say about it. */
  basic?: BasicDevice;
};

/** Facts about a device. */
export type BasicDevice = {
  /** Facts, by name. */
  attributes?: { [key: string]: ResourceV1Types['DeviceAttribute'] };
  /** Amounts, by name. */
  capacity?: { [key: string]: ResourceV1Types['DeviceCapacity'] };
  /** What it uses up of shared counters. */
  consumesCounters?: ResourceV1Types['DeviceCounterConsumption'][];
  /** The one node that has it. */
  nodeName?: string;
  /** Nodes that reach it. */
  nodeSelector?: CoreV1Types['NodeSelector'];
  /** Every node reaches it. */
  allNodes?: boolean;
  /** What keeps claims away. */
  taints?: ResourceV1Types['DeviceTaint'][];
  /** Using it ties it to the node. */
  bindsToNode?: boolean;
  /** Must be true before pods are bound. */
  bindingConditions?: string[];
  /** If one is true, binding failed. */
  bindingFailureConditions?: string[];
  /** Several claims may share it. */
  allowMultipleAllocations?: boolean;
  /** Node resources that it uses. */
  nodeAllocatableResourceMappings?: { [key: string]: ResourceV1Types['NodeAllocatableResourceMapping'] };
};

/** A kind of device that claims can ask for. */
export type DeviceClass = ResourceV1Types['DeviceClass'];

/** Which devices belong to a class, and their configuration. */
export type DeviceClassSpec = ResourceV1Types['DeviceClassSpec'];

/** A requirement of a device: exactly one member is set. */
export type DeviceSelector = ResourceV1Types['DeviceSelector'];

/** One configuration of a class. */
export type DeviceClassConfiguration = ResourceV1Types['DeviceClassConfiguration'];

/** A requirement in CEL. */
export type CELDeviceSelector = ResourceV1Types['CELDeviceSelector'];

/** Configuration of a device: exactly one member is set. */
export type DeviceConfiguration = ResourceV1Types['DeviceConfiguration'];

/** Configuration that only a driver understands. */
export type OpaqueDeviceConfiguration = ResourceV1Types['OpaqueDeviceConfiguration'];

/** What a claim was given, and who uses it. */
export type ResourceClaimStatus = ResourceV1Types['ResourceClaimStatus'];

/** What was given. */
export type AllocationResult = ResourceV1Types['AllocationResult'];

/** Who uses a claim. */
export type ResourceClaimConsumerReference = ResourceV1Types['ResourceClaimConsumerReference'];

/** What a driver tells about a device. */
export type AllocatedDeviceStatus = ResourceV1Types['AllocatedDeviceStatus'];

/** What devices must have in common, or not. */
export type DeviceConstraint = ResourceV1Types['DeviceConstraint'];

/** One configuration of a claim. */
export type DeviceClaimConfiguration = ResourceV1Types['DeviceClaimConfiguration'];

/** Devices that were given. */
export type DeviceAllocationResult = ResourceV1Types['DeviceAllocationResult'];

/** Facts of a network device. */
export type NetworkDeviceData = ResourceV1Types['NetworkDeviceData'];

/** Devices of one class. */
export type ExactDeviceRequest = ResourceV1Types['ExactDeviceRequest'];

/** A device that was given. */
export type DeviceRequestAllocationResult = ResourceV1Types['DeviceRequestAllocationResult'];

/** One configuration, and where it came from. */
export type DeviceAllocationConfiguration = ResourceV1Types['DeviceAllocationConfiguration'];

/** A taint that is put up with. */
export type DeviceToleration = ResourceV1Types['DeviceToleration'];

/** How much of a shared device. */
export type CapacityRequirements = ResourceV1Types['CapacityRequirements'];

/** A pool of devices. */
export type ResourcePool = ResourceV1Types['ResourcePool'];

/** Counters with a name. */
export type CounterSet = ResourceV1Types['CounterSet'];

/** A fact: exactly one member is set. */
export type DeviceAttribute = ResourceV1Types['DeviceAttribute'];

/** An amount. */
export type DeviceCapacity = ResourceV1Types['DeviceCapacity'];

/** What is used up of a counter set. */
export type DeviceCounterConsumption = ResourceV1Types['DeviceCounterConsumption'];

/** What keeps claims away from a device. */
export type DeviceTaint = ResourceV1Types['DeviceTaint'];

/** A node resource that a device uses. */
export type NodeAllocatableResourceMapping = ResourceV1Types['NodeAllocatableResourceMapping'];

/** An amount. */
export type Counter = ResourceV1Types['Counter'];

/** How a capacity may be shared out. */
export type CapacityRequestPolicy = ResourceV1Types['CapacityRequestPolicy'];

/** A range of amounts. */
export type CapacityRequestPolicyRange = ResourceV1Types['CapacityRequestPolicyRange'];

/** All of them by name. */
export type Types = Omit<ResourceV1Types, 'ResourceClaim' | 'ResourceClaimSpec' | 'DeviceClaim' | 'DeviceRequest' | 'DeviceSubRequest' | 'ResourceClaimTemplate' | 'ResourceClaimTemplateSpec' | 'ResourceSlice' | 'ResourceSliceSpec' | 'Device' | 'BasicDevice'> & {
  ResourceClaim: ResourceClaim;
  ResourceClaimSpec: ResourceClaimSpec;
  DeviceClaim: DeviceClaim;
  DeviceRequest: DeviceRequest;
  DeviceSubRequest: DeviceSubRequest;
  ResourceClaimTemplate: ResourceClaimTemplate;
  ResourceClaimTemplateSpec: ResourceClaimTemplateSpec;
  ResourceSlice: ResourceSlice;
  ResourceSliceSpec: ResourceSliceSpec;
  Device: Device;
  BasicDevice: BasicDevice;
};
