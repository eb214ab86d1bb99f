import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the flowcontrol group, in the notation of `describeTypes`. */
export const flowControlV1 = describeTypes<Types>(
  { package: 'io.k8s.api.flowcontrol.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
FlowSchema | Sorts requests into flows and gives them a priority level.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec FlowSchemaSpec | Which requests, and which level.
  3 status FlowSchemaStatus | How the schema stands.
FlowSchemaSpec | Which requests, and which level.
  1 priorityLevelConfiguration PriorityLevelConfigurationReference always required | The priority level of the requests.
  2 matchingPrecedence int32 always | Lower ones are tried first; 1000 if unset.
  3 distinguisherMethod FlowDistinguisherMethod? | How flows are told apart.
  4 rules [PolicyRulesWithSubjects] list=atomic | Requests that are meant: any of these.
FlowSchemaStatus | How a schema stands.
  1 conditions [FlowSchemaCondition] list=map(type) merge=type | What was found about it.
PriorityLevelConfigurationReference | Points to a priority level.
  1 name string always required | Name of the priority level.
FlowDistinguisherMethod | How flows are told apart.
  1 type string always required go=FlowDistinguisherMethodType | ByUser or ByNamespace.
PolicyRulesWithSubjects | Requests of some subjects.
  1 subjects [Subject] always required list=atomic | Who asks.
  2 resourceRules [ResourcePolicyRule] list=atomic | For which resources.
  3 nonResourceRules [NonResourcePolicyRule] list=atomic | For which paths outside the API.
FlowSchemaCondition | One finding about a schema.
  1 type string go=FlowSchemaConditionType | What was looked at.
  2 status string go=ConditionStatus | True, False or Unknown.
  3 lastTransitionTime time | When it last changed.
  4 reason string | Why, in one word.
  5 message string | Why, in a sentence.
Subject union=kind(group:Group,serviceAccount:ServiceAccount,user:User) | Who asks: a user, group or service account.
  1 kind string always required go=SubjectKind | User, Group or ServiceAccount.
  2 user UserSubject? | The user.
  3 group GroupSubject? | The group.
  4 serviceAccount ServiceAccountSubject? | The service account.
ResourcePolicyRule | Verbs on resources.
  1 verbs [string] always required list=set | The verbs; * for all.
  2 apiGroups [string] always required list=set | Groups of the resources; * for all.
  3 resources [string] always required list=set | The resources; * for all.
  4 clusterScope bool | Also requests outside namespaces.
  5 namespaces [string] always list=set | Namespaces of the requests; * for all.
NonResourcePolicyRule | Verbs on paths outside the API.
  1 verbs [string] always required list=set | The verbs; * for all.
  6 nonResourceURLs [string] always required list=set | The paths; * may end one.
UserSubject | A user.
  1 name string always required | Name of the user; * for all.
GroupSubject | A group.
  1 name string always required | Name of the group; * for all.
ServiceAccountSubject | A service account.
  1 namespace string always required | Its namespace.
  2 name string always required | Its name; * for all.
PriorityLevelConfiguration | A priority level: how many requests run at once, and what waits.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec PriorityLevelConfigurationSpec | The level.
  3 status PriorityLevelConfigurationStatus | How the level stands.
PriorityLevelConfigurationSpec union=type(exempt:Exempt,limited:Limited) | A priority level.
  1 type string always required go=PriorityLevelEnablement | Limited or Exempt.
  2 limited LimitedPriorityLevelConfiguration? | How it is limited.
  3 exempt ExemptPriorityLevelConfiguration? | What it lends, though exempt.
PriorityLevelConfigurationStatus | How a level stands.
  1 conditions [PriorityLevelConfigurationCondition] list=map(type) merge=type | What was found about it.
LimitedPriorityLevelConfiguration | How a level is limited.
  1 nominalConcurrencyShares int32? always | Its share of the server; 30 if unset.
  2 limitResponse LimitResponse | What becomes of requests over the limit.
  3 lendablePercent int32? | How much of it others may borrow.
  4 borrowingLimitPercent int32? | How much it may borrow.
ExemptPriorityLevelConfiguration | What an exempt level lends.
  1 nominalConcurrencyShares int32? | Its share of the server; 0 if unset.
  2 lendablePercent int32? | How much of it others may borrow.
PriorityLevelConfigurationCondition | One finding about a level.
  1 type string go=PriorityLevelConfigurationConditionType | What was looked at.
  2 status string go=ConditionStatus | True, False or Unknown.
  3 lastTransitionTime time | When it last changed.
  4 reason string | Why, in one word.
  5 message string | Why, in a sentence.
LimitResponse union=type(queuing:Queuing) | What becomes of requests over the limit.
  1 type string always required go=LimitResponseType | Queue or Reject.
  2 queuing QueuingConfiguration? | How they wait.
QueuingConfiguration | How requests wait.
  1 queues int32 always | How many queues; 64 if unset.
  2 handSize int32 always | How many queues a flow may use; 8 if unset.
  3 queueLengthLimit int32 always | How many may wait in a queue; 50 if unset.
`,
);
