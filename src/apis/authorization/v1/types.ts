import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the authorization group, in the notation of `describeTypes`. */
export const authorizationV1 = describeTypes<Types>(
  { package: 'io.k8s.api.authorization.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
SubjectAccessReview | Asks whether somebody may do something.
  1 metadata meta.ObjectMeta | Empty.
  2 spec SubjectAccessReviewSpec always required | The question.
  3 status SubjectAccessReviewStatus | The answer.
SubjectAccessReviewSpec | Who wants to do what.
  1 resourceAttributes ResourceAttributes? | Something with a resource.
  2 nonResourceAttributes NonResourceAttributes? | Something with a path outside the API.
  3 user string | Name of the user.
  4 groups [string] list=atomic | Groups of the user.
  5 extra {[string]} go=map[string]ExtraValue | More about the user.
  6 uid string | Uid of the user.
SubjectAccessReviewStatus | Whether it is allowed.
  1 allowed bool always required | Yes or no.
  4 denied bool | No, whatever others say.
  2 reason string | Why.
  3 evaluationError string | What went wrong while finding out.
ResourceAttributes | Something with a resource.
  1 namespace string | The namespace; empty for none or all.
  2 verb string | The verb, such as get; * for all.
  3 group string | Group of the resource; * for all.
  4 version string | Version of the resource; * for all.
  5 resource string | The resource; * for all.
  6 subresource string | The subresource.
  7 name string | Name of the object; empty for all.
  8 fieldSelector FieldSelectorAttributes? | Only objects with these fields.
  9 labelSelector LabelSelectorAttributes? | Only objects with these labels.
NonResourceAttributes | Something with a path outside the API.
  1 path string | The path.
  2 verb string | The verb, such as get.
FieldSelectorAttributes | A selector of fields: raw or in parts.
  1 rawSelector string | As in a query.
  2 requirements [meta.FieldSelectorRequirement] list=atomic | In parts, all of which must hold.
LabelSelectorAttributes | A selector of labels: raw or in parts.
  1 rawSelector string | As in a query.
  2 requirements [meta.LabelSelectorRequirement] list=atomic | In parts, all of which must hold.
SelfSubjectAccessReview | Asks whether the one who asks may do something.
  1 metadata meta.ObjectMeta | Empty.
  2 spec SelfSubjectAccessReviewSpec always required | The question.
  3 status SubjectAccessReviewStatus | The answer.
SelfSubjectAccessReviewSpec | What the one who asks wants to do.
  1 resourceAttributes ResourceAttributes? | Something with a resource.
  2 nonResourceAttributes NonResourceAttributes? | Something with a path outside the API.
LocalSubjectAccessReview | Asks whether somebody may do something in a namespace.
  1 metadata meta.ObjectMeta | Empty but for the namespace.
  2 spec SubjectAccessReviewSpec always required | The question.
  3 status SubjectAccessReviewStatus | The answer.
SelfSubjectRulesReview | Asks what the one who asks may do in a namespace.
  1 metadata meta.ObjectMeta | Empty.
  2 spec SelfSubjectRulesReviewSpec always required | The question.
  3 status SubjectRulesReviewStatus | The answer.
SelfSubjectRulesReviewSpec | Where.
  1 namespace string | The namespace.
SubjectRulesReviewStatus | What is allowed.
  1 resourceRules [ResourceRule] always required list=atomic | With resources.
  2 nonResourceRules [NonResourceRule] always required list=atomic | With paths outside the API.
  3 incomplete bool always required | There may be more.
  4 evaluationError string | What went wrong while finding out.
ResourceRule | Verbs on resources.
  1 verbs [string] always required list=atomic | The verbs; * for all.
  2 apiGroups [string] list=atomic | Groups of the resources; * for all.
  3 resources [string] list=atomic | The resources; * for all.
  4 resourceNames [string] list=atomic | Only objects of these names; empty for any.
NonResourceRule | Verbs on paths outside the API.
  1 verbs [string] always required list=atomic | The verbs; * for all.
  2 nonResourceURLs [string] list=atomic | The paths; * may end one.
`,
);
