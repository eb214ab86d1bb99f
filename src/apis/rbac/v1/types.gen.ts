// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { MetaV1Types } from '#schema';

/** What is allowed in one namespace, to those it is bound to. */
export type Role = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is allowed; one matching rule is enough. */
  rules?: PolicyRule[] | null;
};

/** Allows some verbs on some resources or paths. */
export type PolicyRule = {
  /** The verbs allowed; * for all. */
  verbs?: string[] | null;
  /** Groups of the resources; "" is core, * is all. */
  apiGroups?: string[];
  /** The resources meant; * for all. */
  resources?: string[];
  /** Only objects of these names; empty for any. */
  resourceNames?: string[];
  /** Paths outside the API; * may end one. Only in a ClusterRole. */
  nonResourceURLs?: string[];
};

/** What is allowed everywhere, or in each namespace that binds it. */
export type ClusterRole = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is allowed; one matching rule is enough. */
  rules?: PolicyRule[] | null;
  /** Collects the rules of other ClusterRoles. */
  aggregationRule?: AggregationRule;
};

/** Which ClusterRoles are joined into one. */
export type AggregationRule = {
  /** A ClusterRole that matches any of them is joined. */
  clusterRoleSelectors?: MetaV1Types['LabelSelector'][];
};

/** Gives a role to subjects, within one namespace. */
export type RoleBinding = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Who gets the role. */
  subjects?: Subject[];
  /** The role given; cannot be changed. */
  roleRef?: RoleRef;
};

/** A user, group or service account. */
export type Subject = {
  /** User, Group or ServiceAccount. */
  kind?: string;
  /** Group of the kind; told from the kind if empty. */
  apiGroup?: string;
  /** Name of the subject. */
  name?: string;
  /** Namespace of a service account. */
  namespace?: string;
};

/** Points to a role. */
export type RoleRef = {
  /** Group of the role: rbac.authorization.k8s.io. */
  apiGroup?: string;
  /** Role or ClusterRole. */
  kind?: string;
  /** Name of the role. */
  name?: string;
};

/** Gives a ClusterRole to subjects, in the whole cluster. */
export type ClusterRoleBinding = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Who gets the role. */
  subjects?: Subject[];
  /** The ClusterRole given; cannot be changed. */
  roleRef?: RoleRef;
};

/** All of them by name. */
export type Types = {
  Role: Role;
  PolicyRule: PolicyRule;
  ClusterRole: ClusterRole;
  AggregationRule: AggregationRule;
  RoleBinding: RoleBinding;
  Subject: Subject;
  RoleRef: RoleRef;
  ClusterRoleBinding: ClusterRoleBinding;
};
