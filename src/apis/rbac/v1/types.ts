import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the rbac group, in the notation of `describeTypes`. */
export const rbacV1 = describeTypes<Types>(
  { package: 'io.k8s.api.rbac.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
Role | What is allowed in one namespace, to those it is bound to.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 rules [PolicyRule] always list=atomic | What is allowed; one matching rule is enough.
PolicyRule | Allows some verbs on some resources or paths.
  1 verbs [string] always required list=atomic | The verbs allowed; * for all.
  2 apiGroups [string] list=atomic | Groups of the resources; "" is core, * is all.
  3 resources [string] list=atomic | The resources meant; * for all.
  4 resourceNames [string] list=atomic | Only objects of these names; empty for any.
  5 nonResourceURLs [string] list=atomic | Paths outside the API; * may end one. Only in a ClusterRole.
ClusterRole | What is allowed everywhere, or in each namespace that binds it.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 rules [PolicyRule] always list=atomic | What is allowed; one matching rule is enough.
  3 aggregationRule AggregationRule? | Collects the rules of other ClusterRoles.
AggregationRule | Which ClusterRoles are joined into one.
  1 clusterRoleSelectors [meta.LabelSelector] list=atomic | A ClusterRole that matches any of them is joined.
RoleBinding | Gives a role to subjects, within one namespace.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 subjects [Subject] list=atomic | Who gets the role.
  3 roleRef RoleRef always required | The role given; cannot be changed.
Subject map=atomic | A user, group or service account.
  1 kind string always required | User, Group or ServiceAccount.
  2 apiGroup string | Group of the kind; told from the kind if empty.
  3 name string always required | Name of the subject.
  4 namespace string | Namespace of a service account.
RoleRef map=atomic | Points to a role.
  1 apiGroup string always | Group of the role: rbac.authorization.k8s.io.
  2 kind string always required | Role or ClusterRole.
  3 name string always required | Name of the role.
ClusterRoleBinding | Gives a ClusterRole to subjects, in the whole cluster.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 subjects [Subject] list=atomic | Who gets the role.
  3 roleRef RoleRef always required | The ClusterRole given; cannot be changed.
`,
);
