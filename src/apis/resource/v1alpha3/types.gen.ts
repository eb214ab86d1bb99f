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

/** All of them by name. */
export type Types = Omit<ResourceV1beta2Types, 'ResourcePoolStatusRequest' | 'ResourcePoolStatusRequestSpec' | 'ResourcePoolStatusRequestStatus' | 'PoolStatus'> & {
  ResourcePoolStatusRequest: ResourcePoolStatusRequest;
  ResourcePoolStatusRequestSpec: ResourcePoolStatusRequestSpec;
  ResourcePoolStatusRequestStatus: ResourcePoolStatusRequestStatus;
  PoolStatus: PoolStatus;
};
