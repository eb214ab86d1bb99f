import { describeTypes } from '#schema';
import { admissionV1beta1 } from '../v1beta1/types.ts';
import type { Types } from './types.gen.ts';

/** The first alpha of the admissionregistration group. */
export const admissionV1alpha1 = describeTypes<Types>(
  { package: 'io.k8s.api.admissionregistration.v1alpha1', goPackage: 'v1alpha1', like: admissionV1beta1 },
  `
Variable | An expression with a name.
  1 name string always required | Others say variables.NAME.
  2 expression string always required | The CEL expression.
FailurePolicyType = Fail, Ignore
MatchPolicyType = Equivalent, Exact
ParameterNotFoundActionType = Allow, Deny
`,
);
