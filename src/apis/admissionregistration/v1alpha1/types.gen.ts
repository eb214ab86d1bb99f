// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { Types as AdmissionregistrationV1beta1Types } from '../v1beta1/types.gen.ts';

/** Rules in CEL that writes must keep. */
export type ValidatingAdmissionPolicy = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The rules. */
  spec?: ValidatingAdmissionPolicySpec;
  /** What was found out about the rules. */
  status?: AdmissionregistrationV1beta1Types['ValidatingAdmissionPolicyStatus'];
};

/** Rules, and what they are about. */
export type ValidatingAdmissionPolicySpec = {
  /** Kind of the objects that hold parameters. */
  paramKind?: AdmissionregistrationV1beta1Types['ParamKind'];
  /** Which requests the rules are for. */
  matchConstraints?: AdmissionregistrationV1beta1Types['MatchResources'];
  /** The rules. */
  validations?: AdmissionregistrationV1beta1Types['Validation'][];
  /** When a rule cannot be evaluated: Fail (usual) or Ignore. */
  failurePolicy?: string;
  /** What is noted in the audit log. */
  auditAnnotations?: AdmissionregistrationV1beta1Types['AuditAnnotation'][];
  /** CEL conditions that must all hold. */
  matchConditions?: AdmissionregistrationV1beta1Types['MatchCondition'][];
  /** Expressions that others use by name. */
  variables?: Variable[];
};

/** An expression with a name. */
export type Variable = {
  /** Others say variables.NAME. */
  name?: string;
  /** The CEL expression. */
  expression?: string;
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
  paramKind?: AdmissionregistrationV1beta1Types['ParamKind'];
  /** Which requests get the changes. */
  matchConstraints?: AdmissionregistrationV1beta1Types['MatchResources'];
  /** Expressions that others use by name. */
  variables?: Variable[];
  /** The changes, in their order. */
  mutations?: AdmissionregistrationV1beta1Types['Mutation'][];
  /** When a change cannot be made: Fail (usual) or Ignore. */
  failurePolicy?: string;
  /** CEL conditions that must all hold. */
  matchConditions?: AdmissionregistrationV1beta1Types['MatchCondition'][];
  /** Never, or IfNeeded: again after later changes. */
  reinvocationPolicy?: string;
};

/** Webhooks that are asked about writes, and may change them. */
export type MutatingWebhookConfiguration = AdmissionregistrationV1beta1Types['MutatingWebhookConfiguration'];

/** A webhook that may change what is written. */
export type MutatingWebhook = AdmissionregistrationV1beta1Types['MutatingWebhook'];

/** Where a webhook is: exactly one of url and service. */
export type WebhookClientConfig = AdmissionregistrationV1beta1Types['WebhookClientConfig'];

/** Operations on resources. */
export type RuleWithOperations = AdmissionregistrationV1beta1Types['RuleWithOperations'];

/** A condition in CEL. */
export type MatchCondition = AdmissionregistrationV1beta1Types['MatchCondition'];

/** A service in the cluster. */
export type ServiceReference = AdmissionregistrationV1beta1Types['ServiceReference'];

/** Resources of groups and versions. */
export type Rule = AdmissionregistrationV1beta1Types['Rule'];

/** Webhooks that are asked about writes, and may refuse them. */
export type ValidatingWebhookConfiguration = AdmissionregistrationV1beta1Types['ValidatingWebhookConfiguration'];

/** A webhook that may refuse what is written. */
export type ValidatingWebhook = AdmissionregistrationV1beta1Types['ValidatingWebhook'];

/** What was found out about a policy. */
export type ValidatingAdmissionPolicyStatus = AdmissionregistrationV1beta1Types['ValidatingAdmissionPolicyStatus'];

/** A kind of parameters. */
export type ParamKind = AdmissionregistrationV1beta1Types['ParamKind'];

/** Requests that are meant. */
export type MatchResources = AdmissionregistrationV1beta1Types['MatchResources'];

/** One rule. */
export type Validation = AdmissionregistrationV1beta1Types['Validation'];

/** A note for the audit log. */
export type AuditAnnotation = AdmissionregistrationV1beta1Types['AuditAnnotation'];

/** What checking the types found. */
export type TypeChecking = AdmissionregistrationV1beta1Types['TypeChecking'];

/** Operations on resources, perhaps on some names only. */
export type NamedRuleWithOperations = AdmissionregistrationV1beta1Types['NamedRuleWithOperations'];

/** An expression that looks wrong. */
export type ExpressionWarning = AdmissionregistrationV1beta1Types['ExpressionWarning'];

/** Puts a policy into force. */
export type ValidatingAdmissionPolicyBinding = AdmissionregistrationV1beta1Types['ValidatingAdmissionPolicyBinding'];

/** Which policy, where, with what effect. */
export type ValidatingAdmissionPolicyBindingSpec = AdmissionregistrationV1beta1Types['ValidatingAdmissionPolicyBindingSpec'];

/** Which objects hold parameters. */
export type ParamRef = AdmissionregistrationV1beta1Types['ParamRef'];

/** One change. */
export type Mutation = AdmissionregistrationV1beta1Types['Mutation'];

/** Fields that are set. */
export type ApplyConfiguration = AdmissionregistrationV1beta1Types['ApplyConfiguration'];

/** Steps of a JSON patch. */
export type JSONPatch = AdmissionregistrationV1beta1Types['JSONPatch'];

/** Puts a policy into force. */
export type MutatingAdmissionPolicyBinding = AdmissionregistrationV1beta1Types['MutatingAdmissionPolicyBinding'];

/** Which policy, and where. */
export type MutatingAdmissionPolicyBindingSpec = AdmissionregistrationV1beta1Types['MutatingAdmissionPolicyBindingSpec'];

/** All of them by name. */
export type Types = Omit<AdmissionregistrationV1beta1Types, 'ValidatingAdmissionPolicy' | 'ValidatingAdmissionPolicySpec' | 'Variable' | 'MutatingAdmissionPolicy' | 'MutatingAdmissionPolicySpec'> & {
  ValidatingAdmissionPolicy: ValidatingAdmissionPolicy;
  ValidatingAdmissionPolicySpec: ValidatingAdmissionPolicySpec;
  Variable: Variable;
  MutatingAdmissionPolicy: MutatingAdmissionPolicy;
  MutatingAdmissionPolicySpec: MutatingAdmissionPolicySpec;
};
