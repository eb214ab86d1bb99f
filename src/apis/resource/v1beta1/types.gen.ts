// Made from types.ts by 'npm run gen'. Change that, not this.
import type { Json, ObjectMeta } from '#meta';
import type { Types as CoreV1Types } from '../../core/v1/types.gen.ts';
import type { MetaV1Types } from '#schema';

/** A kind of device that claims can ask for. */
export type DeviceClass = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Which devices, and their configuration. */
  spec?: DeviceClassSpec;
};

/** Which devices belong to a class, and their configuration. */
export type DeviceClassSpec = {
  /** A device must meet all of them. */
  selectors?: DeviceSelector[];
  /** Configuration of every device of the class. */
  config?: DeviceClassConfiguration[];
  /** Extended resource that asks for the class. */
  extendedResourceName?: string;
};

/** A requirement of a device: exactly one member is set. */
export type DeviceSelector = {
  /** A requirement in CEL. */
  cel?: CELDeviceSelector;
};

/** One configuration of a class. */
export type DeviceClassConfiguration = {
  /** What only the driver understands. */
  opaque?: OpaqueDeviceConfiguration;
};

/** A requirement in CEL. */
export type CELDeviceSelector = {
  /** A CEL expression over device, giving a bool. */
  expression?: string;
};

/** Configuration of a device: exactly one member is set. */
export type DeviceConfiguration = {
  /** What only the driver understands. */
  opaque?: OpaqueDeviceConfiguration;
};

/** Configuration that only a driver understands. */
export type OpaqueDeviceConfiguration = {
  /** The driver it is for. */
  driver?: string;
  /** The configuration, an object of any form. */
  parameters?: Json;
};

/** A request for devices, and what was given. */
export type ResourceClaim = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is asked for; cannot be changed. */
  spec?: ResourceClaimSpec;
  /** What was given, and who uses it. */
  status?: ResourceClaimStatus;
};

/** What a claim asks for. */
export type ResourceClaimSpec = {
  /** The devices. */
  devices?: DeviceClaim;
};

/** What a claim was given, and who uses it. */
export type ResourceClaimStatus = {
  /** What was given; unset before that. */
  allocation?: AllocationResult;
  /** Who may use it now. */
  reservedFor?: ResourceClaimConsumerReference[];
  /** What drivers tell about the devices. */
  devices?: AllocatedDeviceStatus[];
};

/** Devices that are asked for. */
export type DeviceClaim = {
  /** One for each kind of device. */
  requests?: DeviceRequest[] | null;
  /** What the devices must have in common. */
  constraints?: DeviceConstraint[];
  /** Configuration of the devices. */
  config?: DeviceClaimConfiguration[];
};

/** What was given. */
export type AllocationResult = {
  /** The devices. */
  devices?: DeviceAllocationResult;
  /** Nodes from which they can be used. */
  nodeSelector?: CoreV1Types['NodeSelector'];
  /** When they were given. */
  allocationTimestamp?: string;
};

/** Who uses a claim. */
export type ResourceClaimConsumerReference = {
  /** Group of the resource; empty for core. */
  apiGroup?: string;
  /** The resource, such as pods. */
  resource?: string;
  /** Name of the user. */
  name?: string;
  /** Uid of the user. */
  uid?: string;
};

/** What a driver tells about a device. */
export type AllocatedDeviceStatus = {
  /** The driver. */
  driver?: string;
  /** Pool of the device. */
  pool?: string;
  /** Name of the device in its pool. */
  device?: string;
  /** Which share of the device. */
  shareID?: string;
  /** How the device stands. */
  conditions?: MetaV1Types['Condition'][] | null;
  /** Anything the driver has to say. */
  data?: Json;
  /** Facts of a network device. */
  networkData?: NetworkDeviceData;
};

/** A request: for one class, or a list of choices. */
export type DeviceRequest = {
  /** Others point to it by this name. */
  name?: string;
  /** The class. */
  deviceClassName?: string;
  /** A device must meet all of them. */
  selectors?: DeviceSelector[];
  /** ExactCount (usual) or All. */
  allocationMode?: string;
  /** How many; 1 if unset. */
  count?: number | bigint;
  /** Access beside the users, for administrators. */
  adminAccess?: boolean;
  /** Choices, the best first; instead of all the others. */
  firstAvailable?: DeviceSubRequest[];
  /** Taints that are put up with. */
  tolerations?: DeviceToleration[];
  /** How much of a shared device. */
  capacity?: CapacityRequirements;
};

/** What devices must have in common, or not. */
export type DeviceConstraint = {
  /** Requests that are meant; all if empty. */
  requests?: string[];
  /** All have the same value of it. */
  matchAttribute?: string;
  /** All have different values of it. */
  distinctAttribute?: string;
};

/** One configuration of a claim. */
export type DeviceClaimConfiguration = {
  /** Requests that are meant; all if empty. */
  requests?: string[];
  /** What only the driver understands. */
  opaque?: OpaqueDeviceConfiguration;
};

/** Devices that were given. */
export type DeviceAllocationResult = {
  /** One for each device. */
  results?: DeviceRequestAllocationResult[];
  /** Configuration of class and claim together. */
  config?: DeviceAllocationConfiguration[];
};

/** Facts of a network device. */
export type NetworkDeviceData = {
  /** Name of the interface. */
  interfaceName?: string;
  /** Its addresses, with the size of their network. */
  ips?: string[];
  /** Its hardware address. */
  hardwareAddress?: string;
};

/** Devices of one class. */
export type ExactDeviceRequest = {
  /** The class. */
  deviceClassName?: string;
  /** A device must meet all of them. */
  selectors?: DeviceSelector[];
  /** ExactCount (usual) or All. */
  allocationMode?: string;
  /** How many; 1 if unset. */
  count?: number | bigint;
  /** Access beside the users, for administrators. */
  adminAccess?: boolean;
  /** Taints that are put up with. */
  tolerations?: DeviceToleration[];
  /** How much of a shared device. */
  capacity?: CapacityRequirements;
};

/** One choice. */
export type DeviceSubRequest = {
  /** Others point to it as REQUEST/NAME. */
  name?: string;
  /** The class. */
  deviceClassName?: string;
  /** A device must meet all of them. */
  selectors?: DeviceSelector[];
  /** ExactCount (usual) or All. */
  allocationMode?: string;
  /** How many; 1 if unset. */
  count?: number | bigint;
  /** Taints that are put up with. */
  tolerations?: DeviceToleration[];
  /** How much of a shared device. */
  capacity?: CapacityRequirements;
};

/** A device that was given. */
export type DeviceRequestAllocationResult = {
  /** The request it answers. */
  request?: string;
  /** The driver. */
  driver?: string;
  /** Pool of the device. */
  pool?: string;
  /** Name of the device in its pool. */
  device?: string;
  /** Given beside the users, for administrators. */
  adminAccess?: boolean;
  /** Taints that are put up with. */
  tolerations?: DeviceToleration[];
  /** Must be true before pods are bound. */
  bindingConditions?: string[];
  /** If one is true, binding failed. */
  bindingFailureConditions?: string[];
  /** Which share of the device. */
  shareID?: string;
  /** How much of it is taken. */
  consumedCapacity?: { [key: string]: string };
};

/** One configuration, and where it came from. */
export type DeviceAllocationConfiguration = {
  /** FromClass or FromClaim. */
  source?: string;
  /** Requests that are meant; all if empty. */
  requests?: string[];
  /** What only the driver understands. */
  opaque?: OpaqueDeviceConfiguration;
};

/** A taint that is put up with. */
export type DeviceToleration = {
  /** Key of the taint; empty for all. */
  key?: string;
  /** Equal (usual) or Exists. */
  operator?: string;
  /** Value of the taint, for Equal. */
  value?: string;
  /** Effect of the taint; empty for all. */
  effect?: string;
  /** How long NoExecute is put up with. */
  tolerationSeconds?: number | bigint;
};

/** How much of a shared device. */
export type CapacityRequirements = {
  /** Amounts, by name of the capacity. */
  requests?: { [key: string]: string };
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
  pool?: ResourcePool;
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
  sharedCounters?: CounterSet[];
};

/** A pool of devices. */
export type ResourcePool = {
  /** Name of the pool; cannot be changed. */
  name?: string;
  /** Rises when the pool changes. */
  generation?: number | bigint;
  /** How many slices it has now. */
  resourceSliceCount?: number | bigint;
};

/** One device. */
export type Device = {
  /** Name of the device in its pool. */
  name?: string;
  /** What there is to say about it. */
  basic?: BasicDevice;
};

/** Counters with a name. */
export type CounterSet = {
  /** Name of the set. */
  name?: string;
  /** The counters, by name. */
  counters?: { [key: string]: Counter };
};

/** A fact: exactly one member is set. */
export type DeviceAttribute = {
  /** A number. */
  int?: number | bigint;
  /** True or false. */
  bool?: boolean;
  /** A text of at most 64 bytes. */
  string?: string;
  /** A version by semver.org 2.0.0. */
  version?: string;
  /** Numbers. */
  ints?: (number | bigint)[];
  /** Trues and falses. */
  bools?: boolean[];
  /** Texts of at most 64 bytes. */
  strings?: string[];
  /** Versions by semver.org 2.0.0. */
  versions?: string[];
};

/** An amount. */
export type DeviceCapacity = {
  /** How much there is. */
  value?: string;
  /** How it may be shared out. */
  requestPolicy?: CapacityRequestPolicy;
};

/** What is used up of a counter set. */
export type DeviceCounterConsumption = {
  /** Name of the set. */
  counterSet?: string;
  /** Amounts, by name of the counter. */
  counters?: { [key: string]: Counter };
};

/** What keeps claims away from a device. */
export type DeviceTaint = {
  /** Key of the taint, like a label. */
  key?: string;
  /** Value of the taint, like a label. */
  value?: string;
  /** NoSchedule, NoExecute or None. */
  effect?: string;
  /** When it was added; now if unset. */
  timeAdded?: string;
};

/** A node resource that a device uses. */
export type NodeAllocatableResourceMapping = {
  /** Capacity that tells how much. */
  capacityKey?: string;
  /** How much for each unit. */
  allocationMultiplier?: string;
};

/** An amount. */
export type Counter = {
  /** How much there is. */
  value?: string;
};

/** How a capacity may be shared out. */
export type CapacityRequestPolicy = {
  /** How much a request gets that says nothing. */
  default?: string | null;
  /** Amounts that may be asked for. */
  validValues?: string[];
  /** Range of amounts that may be asked for. */
  validRange?: CapacityRequestPolicyRange;
};

/** A range of amounts. */
export type CapacityRequestPolicyRange = {
  /** The least. */
  min?: string;
  /** The most. */
  max?: string;
  /** What an amount is a multiple of. */
  step?: string;
};

/** Facts about a device. */
export type BasicDevice = {
  /** Facts, by name. */
  attributes?: { [key: string]: DeviceAttribute };
  /** Amounts, by name. */
  capacity?: { [key: string]: DeviceCapacity };
  /** What it uses up of shared counters. */
  consumesCounters?: DeviceCounterConsumption[];
  /** The one node that has it. */
  nodeName?: string;
  /** Nodes that reach it. */
  nodeSelector?: CoreV1Types['NodeSelector'];
  /** Every node reaches it. */
  allNodes?: boolean;
  /** What keeps claims away. */
  taints?: DeviceTaint[];
  /** Using it ties it to the node. */
  bindsToNode?: boolean;
  /** Must be true before pods are bound. */
  bindingConditions?: string[];
  /** If one is true, binding failed. */
  bindingFailureConditions?: string[];
  /** Several claims may share it. */
  allowMultipleAllocations?: boolean;
  /** Node resources that it uses. */
  nodeAllocatableResourceMappings?: { [key: string]: NodeAllocatableResourceMapping };
};

/** All of them by name. */
export type Types = {
  DeviceClass: DeviceClass;
  DeviceClassSpec: DeviceClassSpec;
  DeviceSelector: DeviceSelector;
  DeviceClassConfiguration: DeviceClassConfiguration;
  CELDeviceSelector: CELDeviceSelector;
  DeviceConfiguration: DeviceConfiguration;
  OpaqueDeviceConfiguration: OpaqueDeviceConfiguration;
  ResourceClaim: ResourceClaim;
  ResourceClaimSpec: ResourceClaimSpec;
  ResourceClaimStatus: ResourceClaimStatus;
  DeviceClaim: DeviceClaim;
  AllocationResult: AllocationResult;
  ResourceClaimConsumerReference: ResourceClaimConsumerReference;
  AllocatedDeviceStatus: AllocatedDeviceStatus;
  DeviceRequest: DeviceRequest;
  DeviceConstraint: DeviceConstraint;
  DeviceClaimConfiguration: DeviceClaimConfiguration;
  DeviceAllocationResult: DeviceAllocationResult;
  NetworkDeviceData: NetworkDeviceData;
  ExactDeviceRequest: ExactDeviceRequest;
  DeviceSubRequest: DeviceSubRequest;
  DeviceRequestAllocationResult: DeviceRequestAllocationResult;
  DeviceAllocationConfiguration: DeviceAllocationConfiguration;
  DeviceToleration: DeviceToleration;
  CapacityRequirements: CapacityRequirements;
  ResourceClaimTemplate: ResourceClaimTemplate;
  ResourceClaimTemplateSpec: ResourceClaimTemplateSpec;
  ResourceSlice: ResourceSlice;
  ResourceSliceSpec: ResourceSliceSpec;
  ResourcePool: ResourcePool;
  Device: Device;
  CounterSet: CounterSet;
  DeviceAttribute: DeviceAttribute;
  DeviceCapacity: DeviceCapacity;
  DeviceCounterConsumption: DeviceCounterConsumption;
  DeviceTaint: DeviceTaint;
  NodeAllocatableResourceMapping: NodeAllocatableResourceMapping;
  Counter: Counter;
  CapacityRequestPolicy: CapacityRequestPolicy;
  CapacityRequestPolicyRange: CapacityRequestPolicyRange;
  BasicDevice: BasicDevice;
};
