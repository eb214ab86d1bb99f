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

/** All of them by name. */
export type Types = Omit<ResourceV1Types, 'DeviceTaintRule' | 'DeviceTaintRuleSpec' | 'DeviceTaintRuleStatus' | 'DeviceTaintSelector'> & {
  DeviceTaintRule: DeviceTaintRule;
  DeviceTaintRuleSpec: DeviceTaintRuleSpec;
  DeviceTaintRuleStatus: DeviceTaintRuleStatus;
  DeviceTaintSelector: DeviceTaintSelector;
};
