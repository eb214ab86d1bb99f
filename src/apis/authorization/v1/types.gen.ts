// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { MetaV1Types } from '#schema';

/** Asks whether somebody may do something. */
export type SubjectAccessReview = {
  apiVersion: string;
  kind: string;
  /** Empty. */
  metadata: ObjectMeta;
  /** The question. */
  spec?: SubjectAccessReviewSpec;
  /** The answer. */
  status?: SubjectAccessReviewStatus;
};

/** Who wants to do what. */
export type SubjectAccessReviewSpec = {
  /** Something with a resource. */
  resourceAttributes?: ResourceAttributes;
  /** Something with a path outside the API. */
  nonResourceAttributes?: NonResourceAttributes;
  /** Name of the user. */
  user?: string;
  /** Groups of the user. */
  groups?: string[];
  /** More about the user. */
  extra?: { [key: string]: string[] };
  /** Uid of the user. */
  uid?: string;
};

/** Whether it is allowed. */
export type SubjectAccessReviewStatus = {
  /** Yes or no. */
  allowed?: boolean;
  /** No, whatever others say. */
  denied?: boolean;
  /** Why. */
  reason?: string;
  /** What went wrong while finding out. */
  evaluationError?: string;
};

/** Something with a resource. */
export type ResourceAttributes = {
  /** The namespace; empty for none or all. */
  namespace?: string;
  /** The verb, such as get; * for all. */
  verb?: string;
  /** Group of the resource; * for all. */
  group?: string;
  /** Version of the resource; * for all. */
  version?: string;
  /** The resource; * for all. */
  resource?: string;
  /** The subresource. */
  subresource?: string;
  /** Name of the object; empty for all. */
  name?: string;
  /** Only objects with these fields. */
  fieldSelector?: FieldSelectorAttributes;
  /** Only objects with these labels. */
  labelSelector?: LabelSelectorAttributes;
};

/** Something with a path outside the API. */
export type NonResourceAttributes = {
  /** The path. */
  path?: string;
  /** The verb, such as get. */
  verb?: string;
};

/** A selector of fields: raw or in parts. */
export type FieldSelectorAttributes = {
  /** As in a query. */
  rawSelector?: string;
  /** In parts, all of which must hold. */
  requirements?: MetaV1Types['FieldSelectorRequirement'][];
};

/** A selector of labels: raw or in parts. */
export type LabelSelectorAttributes = {
  /** As in a query. */
  rawSelector?: string;
  /** In parts, all of which must hold. */
  requirements?: MetaV1Types['LabelSelectorRequirement'][];
};

/** Asks whether the one who asks may do something. */
export type SelfSubjectAccessReview = {
  apiVersion: string;
  kind: string;
  /** Empty. */
  metadata: ObjectMeta;
  /** The question. */
  spec?: SelfSubjectAccessReviewSpec;
  /** The answer. */
  status?: SubjectAccessReviewStatus;
};

/** What the one who asks wants to do. */
export type SelfSubjectAccessReviewSpec = {
  /** Something with a resource. */
  resourceAttributes?: ResourceAttributes;
  /** Something with a path outside the API. */
  nonResourceAttributes?: NonResourceAttributes;
};

/** Asks whether somebody may do something in a namespace. */
export type LocalSubjectAccessReview = {
  apiVersion: string;
  kind: string;
  /** Empty but for the namespace. */
  metadata: ObjectMeta;
  /** The question. */
  spec?: SubjectAccessReviewSpec;
  /** The answer. */
  status?: SubjectAccessReviewStatus;
};

/** Asks what the one who asks may do in a namespace. */
export type SelfSubjectRulesReview = {
  apiVersion: string;
  kind: string;
  /** Empty. */
  metadata: ObjectMeta;
  /** The question. */
  spec?: SelfSubjectRulesReviewSpec;
  /** The answer. */
  status?: SubjectRulesReviewStatus;
};

/** Where. */
export type SelfSubjectRulesReviewSpec = {
  /** The namespace. */
  namespace?: string;
};

/** What is allowed. */
export type SubjectRulesReviewStatus = {
  /** With resources. */
  resourceRules?: ResourceRule[] | null;
  /** With paths outside the API. */
  nonResourceRules?: NonResourceRule[] | null;
  /** There may be more. */
  incomplete?: boolean;
  /** What went wrong while finding out. */
  evaluationError?: string;
};

/** Verbs on resources. */
export type ResourceRule = {
  /** The verbs; * for all. */
  verbs?: string[] | null;
  /** Groups of the resources; * for all. */
  apiGroups?: string[];
  /** The resources; * for all. */
  resources?: string[];
  /** Only objects of these names; empty for any. */
  resourceNames?: string[];
};

/** Verbs on paths outside the API. */
export type NonResourceRule = {
  /** The verbs; * for all. */
  verbs?: string[] | null;
  /** The paths; * may end one. */
  nonResourceURLs?: string[];
};

/** All of them by name. */
export type Types = {
  SubjectAccessReview: SubjectAccessReview;
  SubjectAccessReviewSpec: SubjectAccessReviewSpec;
  SubjectAccessReviewStatus: SubjectAccessReviewStatus;
  ResourceAttributes: ResourceAttributes;
  NonResourceAttributes: NonResourceAttributes;
  FieldSelectorAttributes: FieldSelectorAttributes;
  LabelSelectorAttributes: LabelSelectorAttributes;
  SelfSubjectAccessReview: SelfSubjectAccessReview;
  SelfSubjectAccessReviewSpec: SelfSubjectAccessReviewSpec;
  LocalSubjectAccessReview: LocalSubjectAccessReview;
  SelfSubjectRulesReview: SelfSubjectRulesReview;
  SelfSubjectRulesReviewSpec: SelfSubjectRulesReviewSpec;
  SubjectRulesReviewStatus: SubjectRulesReviewStatus;
  ResourceRule: ResourceRule;
  NonResourceRule: NonResourceRule;
};
