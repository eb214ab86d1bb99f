// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { Types as ResourceV1Types } from '../v1/types.gen.ts';
import type { MetaV1Types } from '#schema';

/** Puts a taint on devices, whatever their driver says. */
export type DeviceTaintRule = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Which devices, and what taint. */
  spec?: DeviceTaintRuleSpec;
  /** What became of it. */
  status?: DeviceTaintRuleStatus;
};

/** Which devices get which taint. */
export type DeviceTaintRuleSpec = {
  /** The devices; none if unset, all if empty. */
  deviceSelector?: DeviceTaintSelector;
  /** The taint. */
  taint?: ResourceV1Types['DeviceTaint'];
};

/** What became of a rule. */
export type DeviceTaintRuleStatus = {
  /** How the rule stands. */
  conditions?: MetaV1Types['Condition'][];
};

/** Devices for which all that is set fits. */
export type DeviceTaintSelector = {
  /** The driver. */
  driver?: string;
  /** The pool, together with the driver. */
  pool?: string;
  /** Name of the device in its pool. */
  device?: string;
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

/** A request for devices, and what was given. */
export type ResourceClaim = ResourceV1Types['ResourceClaim'];

/** What a claim asks for. */
export type ResourceClaimSpec = ResourceV1Types['ResourceClaimSpec'];

/** What a claim was given, and who uses it. */
export type ResourceClaimStatus = ResourceV1Types['ResourceClaimStatus'];

/** Devices that are asked for. */
export type DeviceClaim = ResourceV1Types['DeviceClaim'];

/** What was given. */
export type AllocationResult = ResourceV1Types['AllocationResult'];

/** Who uses a claim. */
export type ResourceClaimConsumerReference = ResourceV1Types['ResourceClaimConsumerReference'];

/** What a driver tells about a device. */
export type AllocatedDeviceStatus = ResourceV1Types['AllocatedDeviceStatus'];

/** A request: exactly one of exactly and firstAvailable. */
export type DeviceRequest = ResourceV1Types['DeviceRequest'];

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

/** One choice. */
export type DeviceSubRequest = ResourceV1Types['DeviceSubRequest'];

/** A device that was given. */
export type DeviceRequestAllocationResult = ResourceV1Types['DeviceRequestAllocationResult'];

/** One configuration, and where it came from. */
export type DeviceAllocationConfiguration = ResourceV1Types['DeviceAllocationConfiguration'];

/** A taint that is put up with. */
export type DeviceToleration = ResourceV1Types['DeviceToleration'];

/** How much of a shared device. */
export type CapacityRequirements = ResourceV1Types['CapacityRequirements'];

/** From it claims are made, one for each pod. */
export type ResourceClaimTemplate = ResourceV1Types['ResourceClaimTemplate'];

/** Claims that are made. */
export type ResourceClaimTemplateSpec = ResourceV1Types['ResourceClaimTemplateSpec'];

/** Devices of a pool, told by their driver. */
export type ResourceSlice = ResourceV1Types['ResourceSlice'];

/** Devices of a pool, and where they can be used. */
export type ResourceSliceSpec = ResourceV1Types['ResourceSliceSpec'];

/** A pool of devices. */
export type ResourcePool = ResourceV1Types['ResourcePool'];

/** One device. */
export type Device = ResourceV1Types['Device'];

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
export type Types = Omit<ResourceV1Types, 'DeviceTaintRule' | 'DeviceTaintRuleSpec' | 'DeviceTaintRuleStatus' | 'DeviceTaintSelector'> & {
  DeviceTaintRule: DeviceTaintRule;
  DeviceTaintRuleSpec: DeviceTaintRuleSpec;
  DeviceTaintRuleStatus: DeviceTaintRuleStatus;
  DeviceTaintSelector: DeviceTaintSelector;
};
