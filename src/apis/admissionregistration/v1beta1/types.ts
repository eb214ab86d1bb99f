import { describeTypes } from '#schema';
import { admissionV1 } from '../v1/types.ts';
import type { Types } from './types.gen.ts';

/** The first beta of the admissionregistration group: the mutating policies are as in v1. */
export const admissionV1beta1 = describeTypes<Types>(
  {
    package: 'io.k8s.api.admissionregistration.v1beta1',
    goPackage: 'v1beta1',
    uses: { v1: admissionV1 },
    like: admissionV1,
  },
  `
NamedRuleWithOperations map=atomic | Operations on resources, perhaps on some names only.
  1 resourceNames [string] list=atomic | Only objects of these names; empty for any.
  2 ruleWithOperations v1.RuleWithOperations inline | The operations and resources.
FailurePolicyType =
MatchPolicyType =
`,
);
