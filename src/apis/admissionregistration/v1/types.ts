import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the admissionregistration group, in the notation of `describeTypes`. */
export const admissionV1 = describeTypes<Types>(
  { package: 'io.k8s.api.admissionregistration.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
MutatingWebhookConfiguration | Webhooks that are asked about writes, and may change them.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 webhooks [MutatingWebhook] list=map(name) merge=name | The webhooks and what they want to see.
MutatingWebhook | A webhook that may change what is written.
  1 name string always required | Full name of the webhook, such as images.example.com.
  2 clientConfig WebhookClientConfig always required | Where it is and how to trust it.
  3 rules [RuleWithOperations] list=atomic | Which requests it is asked about.
  4 failurePolicy string? go=FailurePolicyType | When it cannot be asked: Fail (usual) or Ignore.
  9 matchPolicy string? go=MatchPolicyType | Exact, or Equivalent (usual): also in other versions.
  5 namespaceSelector meta.LabelSelector? | Only for namespaces with these labels.
  11 objectSelector meta.LabelSelector? | Only for objects with these labels.
  6 sideEffects string? always required go=SideEffectClass | What else it does: None or NoneOnDryRun.
  7 timeoutSeconds int32? | How long to wait for it; 10 if unset.
  8 admissionReviewVersions [string] always required list=atomic | Versions of AdmissionReview it knows, best first.
  10 reinvocationPolicy string? go=ReinvocationPolicyType | Never (usual), or IfNeeded: again after later changes.
  12 matchConditions [MatchCondition] list=map(name) merge=name | CEL conditions that must all hold.
WebhookClientConfig | Where a webhook is: exactly one of url and service.
  3 url string? | Its address: https://host[:port][/path].
  1 service ServiceReference? | A service in the cluster.
  2 caBundle bytes | PEM certificates that its own is checked against.
RuleWithOperations | Operations on resources.
  1 operations [string] list=atomic go=[]OperationType | CREATE, UPDATE, DELETE, CONNECT, or * for all.
  2 rule Rule inline | The resources.
MatchCondition | A condition in CEL.
  1 name string always required | Name of the condition, for logs and messages.
  2 expression string always required | A CEL expression that gives a bool.
ServiceReference | A service in the cluster.
  1 namespace string always required | Namespace of the service.
  2 name string always required | Name of the service.
  3 path string? | Path to call.
  4 port int32? | Port to call; 443 if unset.
Rule | Resources of groups and versions.
  1 apiGroups [string] list=atomic | Their groups; * for all.
  2 apiVersions [string] list=atomic | Their versions; * for all.
  3 resources [string] list=atomic | Resources, and RESOURCE/SUBRESOURCE; * stands for any.
  4 scope string? go=ScopeType | Cluster, Namespaced, or * (usual) for both.
ValidatingWebhookConfiguration | Webhooks that are asked about writes, and may refuse them.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 webhooks [ValidatingWebhook] list=map(name) merge=name | The webhooks and what they want to see.
ValidatingWebhook | A webhook that may refuse what is written.
  1 name string always required | Full name of the webhook, such as images.example.com.
  2 clientConfig WebhookClientConfig always required | Where it is and how to trust it.
  3 rules [RuleWithOperations] list=atomic | Which requests it is asked about.
  4 failurePolicy string? go=FailurePolicyType | When it cannot be asked: Fail (usual) or Ignore.
  9 matchPolicy string? go=MatchPolicyType | Exact, or Equivalent (usual): also in other versions.
  5 namespaceSelector meta.LabelSelector? | Only for namespaces with these labels.
  10 objectSelector meta.LabelSelector? | Only for objects with these labels.
  6 sideEffects string? always required go=SideEffectClass | What else it does: None or NoneOnDryRun.
  7 timeoutSeconds int32? | How long to wait for it; 10 if unset.
  8 admissionReviewVersions [string] always required list=atomic | Versions of AdmissionReview it knows, best first.
  11 matchConditions [MatchCondition] list=map(name) merge=name | CEL conditions that must all hold.
ValidatingAdmissionPolicy | Rules in CEL that writes must keep.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec ValidatingAdmissionPolicySpec | The rules.
  3 status ValidatingAdmissionPolicyStatus | What was found out about the rules.
ValidatingAdmissionPolicySpec | Rules, and what they are about.
  1 paramKind ParamKind? | Kind of the objects that hold parameters.
  2 matchConstraints MatchResources? | Which requests the rules are for.
  3 validations [Validation] list=atomic | The rules.
  4 failurePolicy string? go=FailurePolicyType | When a rule cannot be evaluated: Fail (usual) or Ignore.
  5 auditAnnotations [AuditAnnotation] list=atomic | What is noted in the audit log.
  6 matchConditions [MatchCondition] list=map(name) merge=name | CEL conditions that must all hold.
  7 variables [Variable] list=map(name) merge=name | Expressions that others use by name.
ValidatingAdmissionPolicyStatus | What was found out about a policy.
  1 observedGeneration int64 | Generation that was looked at.
  2 typeChecking TypeChecking? | What checking the types found.
  3 conditions [meta.Condition] list=map(type) | How the policy stands.
ParamKind map=atomic | A kind of parameters.
  1 apiVersion string | Its group and version.
  2 kind string | Its kind.
MatchResources map=atomic | Requests that are meant.
  1 namespaceSelector meta.LabelSelector? | Only for namespaces with these labels.
  2 objectSelector meta.LabelSelector? | Only for objects with these labels.
  3 resourceRules [NamedRuleWithOperations] list=atomic | What is meant: any of these.
  4 excludeResourceRules [NamedRuleWithOperations] list=atomic | What is not: none of these.
  7 matchPolicy string? go=MatchPolicyType | Exact, or Equivalent (usual): also in other versions.
Validation | One rule.
  1 expression string always required | A CEL expression that must be true.
  2 message string | Told when it is not.
  3 reason string? go=v1.StatusReason | Reason of the answer; Invalid if unset.
  4 messageExpression string | A CEL expression that gives the message.
AuditAnnotation | A note for the audit log.
  1 key string always required | Key of the note.
  2 valueExpression string always required | A CEL expression that gives its text, or null.
Variable map=atomic | An expression with a name.
  1 name string always required | Others say variables.NAME.
  2 expression string always required | The CEL expression.
TypeChecking | What checking the types found.
  1 expressionWarnings [ExpressionWarning] list=atomic | Expressions that look wrong.
NamedRuleWithOperations map=atomic | Operations on resources, perhaps on some names only.
  1 resourceNames [string] list=atomic | Only objects of these names; empty for any.
  2 ruleWithOperations RuleWithOperations inline | The operations and resources.
ExpressionWarning | An expression that looks wrong.
  2 fieldRef string always required | Where it stands.
  3 warning string always required | What looks wrong.
ValidatingAdmissionPolicyBinding | Puts a policy into force.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec ValidatingAdmissionPolicyBindingSpec required | Which policy, where, with what effect.
ValidatingAdmissionPolicyBindingSpec | Which policy, where, with what effect.
  1 policyName string required | Name of the policy.
  2 paramRef ParamRef? | Objects with its parameters.
  3 matchResources MatchResources? | Narrows the requests it is for.
  4 validationActions [string] required list=set go=[]ValidationAction | Effects of a broken rule: Deny, Warn, Audit.
ParamRef map=atomic | Which objects hold parameters.
  1 name string | Name of the one object.
  2 namespace string | Where it is; that of the request if empty.
  3 selector meta.LabelSelector? | All objects with these labels.
  4 parameterNotFoundAction string? go=ParameterNotFoundActionType | If there is none: Allow or Deny.
MutatingAdmissionPolicy | Changes, written in CEL, that writes get.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec MutatingAdmissionPolicySpec | The changes.
MutatingAdmissionPolicySpec | Changes, and what they are made to.
  1 paramKind ParamKind? | Kind of the objects that hold parameters.
  2 matchConstraints MatchResources? | Which requests get the changes.
  3 variables [Variable] list=atomic | Expressions that others use by name.
  4 mutations [Mutation] list=atomic | The changes, in their order.
  5 failurePolicy string? go=FailurePolicyType | When a change cannot be made: Fail (usual) or Ignore.
  6 matchConditions [MatchCondition] list=map(name) merge=name | CEL conditions that must all hold.
  7 reinvocationPolicy string go=v1.ReinvocationPolicyType | Never, or IfNeeded: again after later changes.
Mutation | One change.
  2 patchType string always required go=PatchType | ApplyConfiguration or JSONPatch.
  3 applyConfiguration ApplyConfiguration? | The change as fields that are set.
  4 jsonPatch JSONPatch? | The change as steps of a JSON patch.
ApplyConfiguration | Fields that are set.
  1 expression string | A CEL expression that gives an object.
JSONPatch | Steps of a JSON patch.
  1 expression string | A CEL expression that gives a list of steps.
MutatingAdmissionPolicyBinding | Puts a policy into force.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec MutatingAdmissionPolicyBindingSpec | Which policy, and where.
MutatingAdmissionPolicyBindingSpec | Which policy, and where.
  1 policyName string | Name of the policy.
  2 paramRef ParamRef? | Objects with its parameters.
  3 matchResources MatchResources? | Narrows the requests it is for.
FailurePolicyType = Fail, Ignore
MatchPolicyType = Equivalent, Exact
OperationType = *, CONNECT, CREATE, DELETE, UPDATE
PatchType = ApplyConfiguration, JSONPatch
ReinvocationPolicyType = IfNeeded, Never
ScopeType = *, Cluster, Namespaced
SideEffectClass = None, NoneOnDryRun, Some, Unknown
ValidationAction = Audit, Deny, Warn
`,
);
