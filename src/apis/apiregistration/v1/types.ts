import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the apiregistration group, in the notation of `describeTypes`. */
export const apiRegistrationV1 = describeTypes<Types>(
  {
    package: 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1',
    goPackage: 'v1',
    group: 'apiregistration.k8s.io',
    uses: { meta: metaV1 },
  },
  `
APIService | One group and version, and who serves it.
  1 metadata meta.ObjectMeta | Its name is VERSION.GROUP.
  2 spec APIServiceSpec | Who serves it.
  3 status APIServiceStatus | Whether it is served.
APIServiceSpec | Who serves a group and version.
  1 service ServiceReference? | Service that serves it; unset for this server.
  2 group string | The group; empty for core.
  3 version string | The version.
  4 insecureSkipTLSVerify bool | Trusts the service without checking.
  5 caBundle bytes list=atomic | PEM certificates that its own is checked against.
  7 groupPriorityMinimum int32 always required | Groups with a higher one come first.
  8 versionPriority int32 always required | Versions with a higher one come first.
APIServiceStatus | Whether a group and version is served.
  1 conditions [APIServiceCondition] list=map(type) merge=type | What was found about it.
ServiceReference | A service in the cluster.
  1 namespace string | Namespace of the service.
  2 name string | Name of the service.
  3 port int32? | Port to call; 443 if unset.
APIServiceCondition | One finding.
  1 type string always required go=APIServiceConditionType | What was looked at: Available.
  2 status string always required go=ConditionStatus | True, False or Unknown.
  3 lastTransitionTime time | When it last changed.
  4 reason string | Why, in one word.
  5 message string | Why, in a sentence.
`,
);
