import { describeTypes } from '#schema';
import { resourceV1 } from '../v1/types.ts';
import type { Types } from './types.gen.ts';

/** The second beta of the resource group: as v1, and rules that put taints on devices. */
export const resourceV1beta2 = describeTypes<Types>(
  { package: 'io.k8s.api.resource.v1beta2', goPackage: 'v1beta2', like: resourceV1 },
  `
DeviceTaintRule | Puts a taint on devices, whatever their driver says.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec DeviceTaintRuleSpec always required | Which devices, and what taint.
  3 status DeviceTaintRuleStatus | What became of it.
DeviceTaintRuleSpec | Which devices get which taint.
  1 deviceSelector DeviceTaintSelector? | The devices; none if unset, all if empty.
  2 taint DeviceTaint required | The taint.
DeviceTaintRuleStatus | What became of a rule.
  1 conditions [meta.Condition] list=map(type) merge=type | How the rule stands.
DeviceTaintSelector | Devices for which all that is set fits.
  2 driver string? | The driver.
  3 pool string? | The pool, together with the driver.
  4 device string? | Name of the device in its pool.
`,
);
