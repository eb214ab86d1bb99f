import { describeTypes } from '#schema';
import { resourceV1beta2 } from '../v1beta2/types.ts';
import type { Types } from './types.gen.ts';

/** The third alpha of the resource group: taint rules as in the beta, and questions about pools. */
export const resourceV1alpha3 = describeTypes<Types>(
  { package: 'io.k8s.api.resource.v1alpha3', goPackage: 'v1alpha3', like: resourceV1beta2 },
  `
ResourcePoolStatusRequest | A question how the pools of a driver stand, and the answer.
  1 metadata meta.ObjectMeta required | Name, labels and other facts that every object has.
  2 spec ResourcePoolStatusRequestSpec always required immutable=untold | The question; cannot be changed.
  3 status ResourcePoolStatusRequestStatus? | The answer; unset before it is there.
ResourcePoolStatusRequestSpec | Which pools are asked about.
  1 driver string always required present format=k8s-long-name-caseless | The driver of the pools.
  2 poolName string? format=k8s-resource-pool-name | The one pool that is meant; all of the driver if unset.
  3 limit int32? default=100 minimum=1 maximum=1000 | How many pools the answer may hold.
ResourcePoolStatusRequestStatus | How pools stand.
  6 poolCount int32? required present minimum=0 | How many pools there are, told or not.
  2 pools [PoolStatus] list=atomic maxItems=1000 | The pools, in the order of driver and name.
  3 conditions [meta.Condition] list=map(type) merge=type maxItems=10 | Complete or Failed.
PoolStatus | How one pool stands.
  1 driver string required present format=k8s-long-name-caseless | The driver.
  2 poolName string required present format=k8s-resource-pool-name | Name of the pool.
  9 generation int64 always required present minimum=0 | Generation of the pool that was looked at.
  8 resourceSliceCount int32? minimum=1 | How many slices it has.
  4 totalDevices int32? minimum=0 | How many devices it has.
  5 allocatedDevices int32? minimum=0 | How many were given to claims.
  6 availableDevices int32? minimum=0 | How many can be given.
  7 unavailableDevices int32? minimum=0 | How many cannot, for their taints.
  3 nodeName string? format=k8s-long-name | The one node that has it.
  10 validationError string? maxBytes=256 | Why nothing can be told about it.
`,
);
