// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { MetaV1Types } from '#schema';

/** Webhooks that are asked about writes, and may change them. */
export type MutatingWebhookConfiguration = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The webhooks and what they want to see. */
  webhooks?: MutatingWebhook[];
};

/** A webhook that may change what is written. */
export type MutatingWebhook = {
  /** Full name of the webhook, such as images.example.com. */
  name?: string;
  /** Where it is and how to trust it. */
  clientConfig?: WebhookClientConfig;
  /** Which requests it is asked about. */
  rules?: RuleWithOperations[];
  /** When it cannot be asked: Fail (usual) or Ignore. */
  failurePolicy?: string;
  /** Exact, or Equivalent (usual): also in other versions. */
  matchPolicy?: string;
  /** Only for namespaces with these labels. */
  namespaceSelector?: MetaV1Types['LabelSelector'];
  /** Only for objects with these labels. */
  objectSelector?: MetaV1Types['LabelSelector'];
  /** What else it does: None or NoneOnDryRun. */
  sideEffects?: string | null;
  /** How long to wait for it; 10 if unset. */
  timeoutSeconds?: number;
  /** Versions of AdmissionReview it knows, best first. */
  admissionReviewVersions?: string[] | null;
  /** Never (usual), or IfNeeded: again after later changes. */
  reinvocationPolicy?: string;
  /** CEL conditions that must all hold. */
  matchConditions?: MatchCondition[];
};

/** Where a webhook is: exactly one of url and service. */
export type WebhookClientConfig = {
  /** Its address: https://host[:port][/path]. */
  url?: string;
  /** A service in the cluster. */
  service?: ServiceReference;
  /** PEM certificates that its own is checked against. */
  caBundle?: string;
};

/** Operations on resources. */
export type RuleWithOperations = {
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

/** A condition in CEL. */
export type MatchCondition = {
  /** Name of the condition, for logs and messages. */
  name?: string;
  /** A CEL expression that gives a bool. */
  expression?: string;
};

/** A service in the cluster. */
export type ServiceReference = {
  /** Namespace of the service. */
  namespace?: string;
  /** Name of the service. */
  name?: string;
  /** Path to call. */
  path?: string;
  /** Port to call; 443 if unset. */
  port?: number;
};

/** Resources of groups and versions. */
export type Rule = {
  /** Their groups; * for all. */
  apiGroups?: string[];
  /** Their versions; * for all. */
  apiVersions?: string[];
  /** Resources, and RESOURCE/SUBRESOURCE; * stands for any. */
  resources?: string[];
  /** Cluster, Namespaced, or * (usual) for both. */
  scope?: string;
};

/** Webhooks that are asked about writes, and may refuse them. */
export type ValidatingWebhookConfiguration = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The webhooks and what they want to see. */
  webhooks?: ValidatingWebhook[];
};

/** A webhook that may refuse what is written. */
export type ValidatingWebhook = {
  /** Full name of the webhook, such as images.example.com. */
  name?: string;
  /** Where it is and how to trust it. */
  clientConfig?: WebhookClientConfig;
  /** Which requests it is asked about. */
  rules?: RuleWithOperations[];
  /** When it cannot be asked: Fail (usual) or Ignore. */
  failurePolicy?: string;
  /** Exact, or Equivalent (usual): also in other versions. */
  matchPolicy?: string;
  /** Only for namespaces with these labels. */
  namespaceSelector?: MetaV1Types['LabelSelector'];
  /** Only for objects with these labels. */
  objectSelector?: MetaV1Types['LabelSelector'];
  /** What else it does: None or NoneOnDryRun. */
  sideEffects?: string | null;
  /** How long to wait for it; 10 if unset. */
  timeoutSeconds?: number;
  /** Versions of AdmissionReview it knows, best first. */
  admissionReviewVersions?: string[] | null;
  /** CEL conditions that must all hold. */
  matchConditions?: MatchCondition[];
};

/** Rules in CEL that writes must keep. */
export type ValidatingAdmissionPolicy = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The rules. */
  spec?: ValidatingAdmissionPolicySpec;
  /** What was found out about the rules. */
  status?: ValidatingAdmissionPolicyStatus;
};

/** Rules, and what they are about. */
export type ValidatingAdmissionPolicySpec = {
  /** Kind of the objects that hold parameters. */
  paramKind?: ParamKind;
  /** Which requests the rules are for. */
  matchConstraints?: MatchResources;
  /** The rules. */
  validations?: Validation[];
  /** When a rule cannot be evaluated: Fail (usual) or Ignore. */
  failurePolicy?: string;
  /** What is noted in the audit log. */
  auditAnnotations?: AuditAnnotation[];
  /** CEL conditions that must all hold. */
  matchConditions?: MatchCondition[];
  /** Expressions that others use by name. */
  variables?: Variable[];
};

/** What was found out about a policy. */
export type ValidatingAdmissionPolicyStatus = {
  /** Generation that was looked at. */
  observedGeneration?: number | bigint;
  /** What checking the types found. */
  typeChecking?: TypeChecking;
  /** How the policy stands. */
  conditions?: MetaV1Types['Condition'][];
};

/** A kind of parameters. */
export type ParamKind = {
  /** Its group and version. */
  apiVersion?: string;
  /** Its kind. */
  kind?: string;
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

/** One rule. */
export type Validation = {
  /** A CEL expression that must be true. */
  expression?: string;
  /** Told when it is not. */
  message?: string;
  /** Reason of the answer; Invalid if unset. */
  reason?: string;
  /** A CEL expression that gives the message. */
  messageExpression?: string;
};

/** A note for the audit log. */
export type AuditAnnotation = {
  /** Key of the note. */
  key?: string;
  /** A CEL expression that gives its text, or null. */
  valueExpression?: string;
};

/** An expression with a name. */
export type Variable = {
  /** Others say variables.NAME. */
  name?: string;
  /** The CEL expression. */
  expression?: string;
};

/** What checking the types found. */
export type TypeChecking = {
  /** Expressions that look wrong. */
  expressionWarnings?: ExpressionWarning[];
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

/** An expression that looks wrong. */
export type ExpressionWarning = {
  /** Where it stands. */
  fieldRef?: string;
  /** What looks wrong. */
  warning?: string;
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
  paramRef?: ParamRef;
  /** Narrows the requests it is for. */
  matchResources?: MatchResources;
  /** Effects of a broken rule: Deny, Warn, Audit. */
  validationActions?: string[];
};

/** Which objects hold parameters. */
export type ParamRef = {
  /** Name of the one object. */
  name?: string;
  /** Where it is; that of the request if empty. */
  namespace?: string;
  /** All objects with these labels. */
  selector?: MetaV1Types['LabelSelector'];
  /** If there is none: Allow or Deny. */
  parameterNotFoundAction?: string;
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
  paramKind?: ParamKind;
  /** Which requests get the changes. */
  matchConstraints?: MatchResources;
  /** Expressions that others use by name. */
  variables?: Variable[];
  /** The changes, in their order. */
  mutations?: Mutation[];
  /** When a change cannot be made: Fail (usual) or Ignore. */
  failurePolicy?: string;
  /** CEL conditions that must all hold. */
  matchConditions?: MatchCondition[];
  /** Never, or IfNeeded: again after later changes. */
  reinvocationPolicy?: string;
};

/** One change. */
export type Mutation = {
  /** ApplyConfiguration or JSONPatch. */
  patchType?: string;
  /** The change as fields that are set. */
  applyConfiguration?: ApplyConfiguration;
  /** The change as steps of a JSON patch. */
  jsonPatch?: JSONPatch;
};

/** Fields that are set. */
export type ApplyConfiguration = {
  /** A CEL expression that gives an object. */
  expression?: string;
};

/** Steps of a JSON patch. */
export type JSONPatch = {
  /** A CEL expression that gives a list of steps. */
  expression?: string;
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
  paramRef?: ParamRef;
  /** Narrows the requests it is for. */
  matchResources?: MatchResources;
};

/** All of them by name. */
export type Types = {
  MutatingWebhookConfiguration: MutatingWebhookConfiguration;
  MutatingWebhook: MutatingWebhook;
  WebhookClientConfig: WebhookClientConfig;
  RuleWithOperations: RuleWithOperations;
  MatchCondition: MatchCondition;
  ServiceReference: ServiceReference;
  Rule: Rule;
  ValidatingWebhookConfiguration: ValidatingWebhookConfiguration;
  ValidatingWebhook: ValidatingWebhook;
  ValidatingAdmissionPolicy: ValidatingAdmissionPolicy;
  ValidatingAdmissionPolicySpec: ValidatingAdmissionPolicySpec;
  ValidatingAdmissionPolicyStatus: ValidatingAdmissionPolicyStatus;
  ParamKind: ParamKind;
  MatchResources: MatchResources;
  Validation: Validation;
  AuditAnnotation: AuditAnnotation;
  Variable: Variable;
  TypeChecking: TypeChecking;
  NamedRuleWithOperations: NamedRuleWithOperations;
  ExpressionWarning: ExpressionWarning;
  ValidatingAdmissionPolicyBinding: ValidatingAdmissionPolicyBinding;
  ValidatingAdmissionPolicyBindingSpec: ValidatingAdmissionPolicyBindingSpec;
  ParamRef: ParamRef;
  MutatingAdmissionPolicy: MutatingAdmissionPolicy;
  MutatingAdmissionPolicySpec: MutatingAdmissionPolicySpec;
  Mutation: Mutation;
  ApplyConfiguration: ApplyConfiguration;
  JSONPatch: JSONPatch;
  MutatingAdmissionPolicyBinding: MutatingAdmissionPolicyBinding;
  MutatingAdmissionPolicyBindingSpec: MutatingAdmissionPolicyBindingSpec;
};
