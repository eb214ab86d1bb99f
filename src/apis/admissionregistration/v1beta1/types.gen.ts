// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { Types as AdmissionregistrationV1Types } from '../v1/types.gen.ts';
import type { MetaV1Types } from '#schema';

/** Rules in CEL that writes must keep. */
export type ValidatingAdmissionPolicy = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The rules. */
  spec?: ValidatingAdmissionPolicySpec;
  /** What was found out about the rules. */
  status?: AdmissionregistrationV1Types['ValidatingAdmissionPolicyStatus'];
};

/** Rules, and what they are about. */
export type ValidatingAdmissionPolicySpec = {
  /** Kind of the objects that hold parameters. */
  paramKind?: AdmissionregistrationV1Types['ParamKind'];
  /** Which requests the rules are for. */
  matchConstraints?: MatchResources;
  /** The rules. */
  validations?: AdmissionregistrationV1Types['Validation'][];
  /** When a rule cannot be evaluated: Fail (usual) or Ignore. */
  failurePolicy?: string;
  /** What is noted in the audit log. */
  auditAnnotations?: AdmissionregistrationV1Types['AuditAnnotation'][];
  /** CEL conditions that must all hold. */
  matchConditions?: AdmissionregistrationV1Types['MatchCondition'][];
  /** Expressions that others use by name. */
  variables?: AdmissionregistrationV1Types['Variable'][];
};

/** Requests that are meant. */
export type MatchResources = {
  /** Only for namespaces with these labels. */
  namespaceSelector?: MetaV1Types['LabelSelector'];
  /** Only for objects with these labels. */
  objectSelector?: MetaV1Types['LabelSelector'];
  /** What is meant: any of these. */
  resourceRules?: NamedRuleWithOperations[];
  /** What is not: none of these. */
  excludeResourceRules?: NamedRuleWithOperations[];
  /** Exact, or Equivalent (usual): also in other versions. */
  matchPolicy?: string;
};

/** Operations on resources, perhaps on some names only. */
export type NamedRuleWithOperations = {
  /** Only objects of these names; empty for any. */
  resourceNames?: string[];
  /** CREATE, UPDATE, DELETE, CONNECT, or * for all. */
  operations?: string[];
  /** Their groups; * for all. */
  apiGroups?: string[];
  /** Their versions; * for all. */
  apiVersions?: string[];
  /** Resources, and RESOURCE/SUBRESOURCE; * stands for any. */
  resources?: string[];
  /** Cluster, Namespaced, or * (usual) for both. */
  scope?: string;
};

/** Puts a policy into force. */
export type ValidatingAdmissionPolicyBinding = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Which policy, where, with what effect. */
  spec?: ValidatingAdmissionPolicyBindingSpec;
};

/** Which policy, where, with what effect. */
export type ValidatingAdmissionPolicyBindingSpec = {
  /** Name of the policy. */
  policyName?: string;
  /** Objects with its parameters. */
  paramRef?: AdmissionregistrationV1Types['ParamRef'];
  /** Narrows the requests it is for. */
  matchResources?: MatchResources;
  /** Effects of a broken rule: Deny, Warn, Audit. */
  validationActions?: string[];
};

/** Changes, written in CEL, that writes get. */
export type MutatingAdmissionPolicy = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The changes. */
  spec?: MutatingAdmissionPolicySpec;
};

/** Changes, and what they are made to. */
export type MutatingAdmissionPolicySpec = {
  /** Kind of the objects that hold parameters. */
  paramKind?: AdmissionregistrationV1Types['ParamKind'];
  /** Which requests get the changes. */
  matchConstraints?: MatchResources;
  /** Expressions that others use by name. */
  variables?: AdmissionregistrationV1Types['Variable'][];
  /** The changes, in their order. */
  mutations?: AdmissionregistrationV1Types['Mutation'][];
  /** When a change cannot be made: Fail (usual) or Ignore. */
  failurePolicy?: string;
  /** CEL conditions that must all hold. */
  matchConditions?: AdmissionregistrationV1Types['MatchCondition'][];
  /** Never, or IfNeeded: again after later changes. */
  reinvocationPolicy?: string;
};

/** Puts a policy into force. */
export type MutatingAdmissionPolicyBinding = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Which policy, and where. */
  spec?: MutatingAdmissionPolicyBindingSpec;
};

/** Which policy, and where. */
export type MutatingAdmissionPolicyBindingSpec = {
  /** Name of the policy. */
  policyName?: string;
  /** Objects with its parameters. */
  paramRef?: AdmissionregistrationV1Types['ParamRef'];
  /** Narrows the requests it is for. */
  matchResources?: MatchResources;
};

/** Webhooks that are asked about writes, and may change them. */
export type MutatingWebhookConfiguration = AdmissionregistrationV1Types['MutatingWebhookConfiguration'];

/** A webhook that may change what is written. */
export type MutatingWebhook = AdmissionregistrationV1Types['MutatingWebhook'];

/** Where a webhook is: exactly one of url and service. */
export type WebhookClientConfig = AdmissionregistrationV1Types['WebhookClientConfig'];

/** Operations on resources. */
export type RuleWithOperations = AdmissionregistrationV1Types['RuleWithOperations'];

/** A condition in CEL. */
export type MatchCondition = AdmissionregistrationV1Types['MatchCondition'];

/** A service in the cluster. */
export type ServiceReference = AdmissionregistrationV1Types['ServiceReference'];

/** Resources of groups and versions. */
export type Rule = AdmissionregistrationV1Types['Rule'];

/** Webhooks that are asked about writes, and may refuse them. */
export type ValidatingWebhookConfiguration = AdmissionregistrationV1Types['ValidatingWebhookConfiguration'];

/** A webhook that may refuse what is written. */
export type ValidatingWebhook = AdmissionregistrationV1Types['ValidatingWebhook'];

/** What was found out about a policy. */
export type ValidatingAdmissionPolicyStatus = AdmissionregistrationV1Types['ValidatingAdmissionPolicyStatus'];

/** A kind of parameters. */
export type ParamKind = AdmissionregistrationV1Types['ParamKind'];

/** One rule. */
export type Validation = AdmissionregistrationV1Types['Validation'];

/** A note for the audit log. */
export type AuditAnnotation = AdmissionregistrationV1Types['AuditAnnotation'];

/** An expression with a name. */
export type Variable = AdmissionregistrationV1Types['Variable'];

/** What checking the types found. */
export type TypeChecking = AdmissionregistrationV1Types['TypeChecking'];

/** An expression that looks wrong. */
export type ExpressionWarning = AdmissionregistrationV1Types['ExpressionWarning'];

/** Which objects hold parameters. */
export type ParamRef = AdmissionregistrationV1Types['ParamRef'];

/** One change. */
export type Mutation = AdmissionregistrationV1Types['Mutation'];

/** Fields that are set. */
export type ApplyConfiguration = AdmissionregistrationV1Types['ApplyConfiguration'];

/** Steps of a JSON patch. */
export type JSONPatch = AdmissionregistrationV1Types['JSONPatch'];

/** All of them by name. */
export type Types = Omit<AdmissionregistrationV1Types, 'ValidatingAdmissionPolicy' | 'ValidatingAdmissionPolicySpec' | 'MatchResources' | 'NamedRuleWithOperations' | 'ValidatingAdmissionPolicyBinding' | 'ValidatingAdmissionPolicyBindingSpec' | 'MutatingAdmissionPolicy' | 'MutatingAdmissionPolicySpec' | 'MutatingAdmissionPolicyBinding' | 'MutatingAdmissionPolicyBindingSpec'> & {
  ValidatingAdmissionPolicy: ValidatingAdmissionPolicy;
  ValidatingAdmissionPolicySpec: ValidatingAdmissionPolicySpec;
  MatchResources: MatchResources;
  NamedRuleWithOperations: NamedRuleWithOperations;
  ValidatingAdmissionPolicyBinding: ValidatingAdmissionPolicyBinding;
  ValidatingAdmissionPolicyBindingSpec: ValidatingAdmissionPolicyBindingSpec;
  MutatingAdmissionPolicy: MutatingAdmissionPolicy;
  MutatingAdmissionPolicySpec: MutatingAdmissionPolicySpec;
  MutatingAdmissionPolicyBinding: MutatingAdmissionPolicyBinding;
  MutatingAdmissionPolicyBindingSpec: MutatingAdmissionPolicyBindingSpec;
};
