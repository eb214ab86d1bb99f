// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { Types as ResourceV1beta2Types } from '../v1beta2/types.gen.ts';
import type { MetaV1Types } from '#schema';

/** A question how the pools of a driver stand, and the answer. */
export type ResourcePoolStatusRequest = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The question; cannot be changed. */
  spec?: ResourcePoolStatusRequestSpec;
  /** The answer; unset before it is there. */
  status?: ResourcePoolStatusRequestStatus;
};

/** Which pools are asked about. */
export type ResourcePoolStatusRequestSpec = {
  /** The driver of the pools. */
  driver?: string;
  /** The one pool that is meant; all of the driver if unset. */
  poolName?: string;
  /** How many pools the answer may hold. */
  limit?: number;
};

/** How pools stand. */
export type ResourcePoolStatusRequestStatus = {
  /** How many pools there are, told or not. */
  poolCount?: number;
  /** The pools, in the order of driver and name. */
  pools?: PoolStatus[];
  /** Complete or Failed. */
  conditions?: MetaV1Types['Condition'][];
};

/** How one pool stands. */
export type PoolStatus = {
  /** The driver. */
  driver?: string;
  /** Name of the pool. */
  poolName?: string;
  /** Generation of the pool that was looked at. */
  generation?: number | bigint;
  /** How many slices it has. */
  resourceSliceCount?: number;
  /** How many devices it has. */
  totalDevices?: number;
  /** How many were given to claims. */
  allocatedDevices?: number;
  /** How many can be given. */
  availableDevices?: number;
  /** How many cannot, for their taints. */
  unavailableDevices?: number;
  /** The one node that has it. */
  nodeName?: string;
  /** Why nothing can be told about it. */
  validationError?: string;
};

/** A kind of device that claims can ask for. */
export type DeviceClass = ResourceV1beta2Types['DeviceClass'];

/** Which devices belong to a class, and their configuration. */
export type DeviceClassSpec = ResourceV1beta2Types['DeviceClassSpec'];

/** A requirement of a device: exactly one member is set. */
export type DeviceSelector = ResourceV1beta2Types['DeviceSelector'];

/** One configuration of a class. */
export type DeviceClassConfiguration = ResourceV1beta2Types['DeviceClassConfiguration'];

/** A requirement in CEL. */
export type CELDeviceSelector = ResourceV1beta2Types['CELDeviceSelector'];

/** Configuration of a device: exactly one member is set. */
export type DeviceConfiguration = ResourceV1beta2Types['DeviceConfiguration'];

/** Configuration that only a driver understands. */
export type OpaqueDeviceConfiguration = ResourceV1beta2Types['OpaqueDeviceConfiguration'];

/** A request for devices, and what was given. */
export type ResourceClaim = ResourceV1beta2Types['ResourceClaim'];

/** What a claim asks for. */
export type ResourceClaimSpec = ResourceV1beta2Types['ResourceClaimSpec'];

/** What a claim was given, and who uses it. */
export type ResourceClaimStatus = ResourceV1beta2Types['ResourceClaimStatus'];

/** Devices that are asked for. */
export type DeviceClaim = ResourceV1beta2Types['DeviceClaim'];

/** What was given. */
export type AllocationResult = ResourceV1beta2Types['AllocationResult'];

/** Who uses a claim. */
export type ResourceClaimConsumerReference = ResourceV1beta2Types['ResourceClaimConsumerReference'];

/** What a driver tells about a device. */
export type AllocatedDeviceStatus = ResourceV1beta2Types['AllocatedDeviceStatus'];

/** A request: exactly one of exactly and firstAvailable. */
export type DeviceRequest = ResourceV1beta2Types['DeviceRequest'];

/** What devices must have in common, or not. */
export type DeviceConstraint = ResourceV1beta2Types['DeviceConstraint'];

/** One configuration of a claim. */
export type DeviceClaimConfiguration = ResourceV1beta2Types['DeviceClaimConfiguration'];

/** Devices that were given. */
export type DeviceAllocationResult = ResourceV1beta2Types['DeviceAllocationResult'];

/** Facts of a network device. */
export type NetworkDeviceData = ResourceV1beta2Types['NetworkDeviceData'];

/** Devices of one class. */
export type ExactDeviceRequest = ResourceV1beta2Types['ExactDeviceRequest'];

/** One choice. */
export type DeviceSubRequest = ResourceV1beta2Types['DeviceSubRequest'];

/** A device that was given. */
export type DeviceRequestAllocationResult = ResourceV1beta2Types['DeviceRequestAllocationResult'];

/** One configuration, and where it came from. */
export type DeviceAllocationConfiguration = ResourceV1beta2Types['DeviceAllocationConfiguration'];

/** A taint that is put up with. */
export type DeviceToleration = ResourceV1beta2Types['DeviceToleration'];

/** How much of a shared device. */
export type CapacityRequirements = ResourceV1beta2Types['CapacityRequirements'];

/** From it claims are made, one for each pod. */
export type ResourceClaimTemplate = ResourceV1beta2Types['ResourceClaimTemplate'];

/** Claims that are made. */
export type ResourceClaimTemplateSpec = ResourceV1beta2Types['ResourceClaimTemplateSpec'];

/** Devices of a pool, told by their driver. */
export type ResourceSlice = ResourceV1beta2Types['ResourceSlice'];

/** Devices of a pool, and where they can be used. */
export type ResourceSliceSpec = ResourceV1beta2Types['ResourceSliceSpec'];

/** A pool of devices. */
export type ResourcePool = ResourceV1beta2Types['ResourcePool'];

/** One device. */
export type Device = ResourceV1beta2Types['Device'];

/** Counters with a name. */
export type CounterSet = ResourceV1beta2Types['CounterSet'];

/** A fact: exactly one member is set. */
export type DeviceAttribute = ResourceV1beta2Types['DeviceAttribute'];

/** An amount. */
export type DeviceCapacity = ResourceV1beta2Types['DeviceCapacity'];

/** What is used up of a counter set. */
export type DeviceCounterConsumption = ResourceV1beta2Types['DeviceCounterConsumption'];

/** What keeps claims away from a device. */
export type DeviceTaint = ResourceV1beta2Types['DeviceTaint'];

/** A node resource that a device uses. */
export type NodeAllocatableResourceMapping = ResourceV1beta2Types['NodeAllocatableResourceMapping'];

/** An amount. */
export type Counter = ResourceV1beta2Types['Counter'];

/** How a capacity may be shared out. */
export type CapacityRequestPolicy = ResourceV1beta2Types['CapacityRequestPolicy'];

/** A range of amounts. */
export type CapacityRequestPolicyRange = ResourceV1beta2Types['CapacityRequestPolicyRange'];

/** Puts a taint on devices, whatever their driver says. */
export type DeviceTaintRule = ResourceV1beta2Types['DeviceTaintRule'];

/** Which devices get which taint. */
export type DeviceTaintRuleSpec = ResourceV1beta2Types['DeviceTaintRuleSpec'];

/** What became of a rule. */
export type DeviceTaintRuleStatus = ResourceV1beta2Types['DeviceTaintRuleStatus'];

/** Devices for which all that is set fits. */
export type DeviceTaintSelector = ResourceV1beta2Types['DeviceTaintSelector'];

/** All of them by name. */
export type Types = Omit<ResourceV1beta2Types, 'ResourcePoolStatusRequest' | 'ResourcePoolStatusRequestSpec' | 'ResourcePoolStatusRequestStatus' | 'PoolStatus'> & {
  ResourcePoolStatusRequest: ResourcePoolStatusRequest;
  ResourcePoolStatusRequestSpec: ResourcePoolStatusRequestSpec;
  ResourcePoolStatusRequestStatus: ResourcePoolStatusRequestStatus;
  PoolStatus: PoolStatus;
};
