// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';

/** Sorts requests into flows and gives them a priority level. */
export type FlowSchema = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Which requests, and which level. */
  spec?: FlowSchemaSpec;
  /** How the schema stands. */
  status?: FlowSchemaStatus;
};

/** Which requests, and which level. */
export type FlowSchemaSpec = {
  /** The priority level of the requests. */
  priorityLevelConfiguration?: PriorityLevelConfigurationReference;
  /** Lower ones are tried first; 1000 if unset. */
  matchingPrecedence?: number;
  /** How flows are told apart. */
  distinguisherMethod?: FlowDistinguisherMethod;
  /** Requests that are meant: any of these. */
  rules?: PolicyRulesWithSubjects[];
};

/** How a schema stands. */
export type FlowSchemaStatus = {
  /** What was found about it. */
  conditions?: FlowSchemaCondition[];
};

/** Points to a priority level. */
export type PriorityLevelConfigurationReference = {
  /** Name of the priority level. */
  name?: string;
};

/** How flows are told apart. */
export type FlowDistinguisherMethod = {
  /** ByUser or ByNamespace. */
  type?: string;
};

/** Requests of some subjects. */
export type PolicyRulesWithSubjects = {
  /** Who asks. */
  subjects?: Subject[] | null;
  /** For which resources. */
  resourceRules?: ResourcePolicyRule[];
  /** For which paths outside the API. */
  nonResourceRules?: NonResourcePolicyRule[];
};

/** One finding about a schema. */
export type FlowSchemaCondition = {
  /** What was looked at. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When it last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word. */
  reason?: string;
  /** Why, in a sentence. */
  message?: string;
};

/** Who asks: a user, group or service account. */
export type Subject = {
  /** User, Group or ServiceAccount. */
  kind?: string;
  /** The user. */
  user?: UserSubject;
  /** The group. */
  group?: GroupSubject;
  /** The service account. */
  serviceAccount?: ServiceAccountSubject;
};

/** Verbs on resources. */
export type ResourcePolicyRule = {
  /** The verbs; * for all. */
  verbs?: string[] | null;
  /** Groups of the resources; * for all. */
  apiGroups?: string[] | null;
  /** The resources; * for all. */
  resources?: string[] | null;
  /** Also requests outside namespaces. */
  clusterScope?: boolean;
  /** Namespaces of the requests; * for all. */
  namespaces?: string[] | null;
};

/** Verbs on paths outside the API. */
export type NonResourcePolicyRule = {
  /** The verbs; * for all. */
  verbs?: string[] | null;
  /** The paths; * may end one. */
  nonResourceURLs?: string[] | null;
};

/** A user. */
export type UserSubject = {
  /** Name of the user; * for all. */
  name?: string;
};

/** A group. */
export type GroupSubject = {
  /** Name of the group; * for all. */
  name?: string;
};

/** A service account. */
export type ServiceAccountSubject = {
  /** Its namespace. */
  namespace?: string;
  /** Its name; * for all. */
  name?: string;
};

/** A priority level: how many requests run at once, and what waits. */
export type PriorityLevelConfiguration = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The level. */
  spec?: PriorityLevelConfigurationSpec;
  /** How the level stands. */
  status?: PriorityLevelConfigurationStatus;
};

/** A priority level. */
export type PriorityLevelConfigurationSpec = {
  /** Limited or Exempt. */
  type?: string;
  /** How it is limited. */
  limited?: LimitedPriorityLevelConfiguration;
  /** What it lends, though exempt. */
  exempt?: ExemptPriorityLevelConfiguration;
};

/** How a level stands. */
export type PriorityLevelConfigurationStatus = {
  /** What was found about it. */
  conditions?: PriorityLevelConfigurationCondition[];
};

/** How a level is limited. */
export type LimitedPriorityLevelConfiguration = {
  /** Its share of the server; 30 if unset. */
  nominalConcurrencyShares?: number | null;
  /** What becomes of requests over the limit. */
  limitResponse?: LimitResponse;
  /** How much of it others may borrow. */
  lendablePercent?: number;
  /** How much it may borrow. */
  borrowingLimitPercent?: number;
};

/** What an exempt level lends. */
export type ExemptPriorityLevelConfiguration = {
  /** Its share of the server; 0 if unset. */
  nominalConcurrencyShares?: number;
  /** How much of it others may borrow. */
  lendablePercent?: number;
};

/** One finding about a level. */
export type PriorityLevelConfigurationCondition = {
  /** What was looked at. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** When it last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word. */
  reason?: string;
  /** Why, in a sentence. */
  message?: string;
};

/** What becomes of requests over the limit. */
export type LimitResponse = {
  /** Queue or Reject. */
  type?: string;
  /** How they wait. */
  queuing?: QueuingConfiguration;
};

/** How requests wait. */
export type QueuingConfiguration = {
  /** How many queues; 64 if unset. */
  queues?: number;
  /** How many queues a flow may use; 8 if unset. */
  handSize?: number;
  /** How many may wait in a queue; 50 if unset. */
  queueLengthLimit?: number;
};

/** All of them by name. */
export type Types = {
  FlowSchema: FlowSchema;
  FlowSchemaSpec: FlowSchemaSpec;
  FlowSchemaStatus: FlowSchemaStatus;
  PriorityLevelConfigurationReference: PriorityLevelConfigurationReference;
  FlowDistinguisherMethod: FlowDistinguisherMethod;
  PolicyRulesWithSubjects: PolicyRulesWithSubjects;
  FlowSchemaCondition: FlowSchemaCondition;
  Subject: Subject;
  ResourcePolicyRule: ResourcePolicyRule;
  NonResourcePolicyRule: NonResourcePolicyRule;
  UserSubject: UserSubject;
  GroupSubject: GroupSubject;
  ServiceAccountSubject: ServiceAccountSubject;
  PriorityLevelConfiguration: PriorityLevelConfiguration;
  PriorityLevelConfigurationSpec: PriorityLevelConfigurationSpec;
  PriorityLevelConfigurationStatus: PriorityLevelConfigurationStatus;
  LimitedPriorityLevelConfiguration: LimitedPriorityLevelConfiguration;
  ExemptPriorityLevelConfiguration: ExemptPriorityLevelConfiguration;
  PriorityLevelConfigurationCondition: PriorityLevelConfigurationCondition;
  LimitResponse: LimitResponse;
  QueuingConfiguration: QueuingConfiguration;
};
