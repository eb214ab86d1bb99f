import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the authentication group, in the notation of `describeTypes`. */
export const authenticationV1 = describeTypes<Types>(
  { package: 'io.k8s.api.authentication.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
TokenReview | Asks whose a token is.
  1 metadata meta.ObjectMeta | Empty.
  2 spec TokenReviewSpec always required | The question.
  3 status TokenReviewStatus | The answer.
TokenReviewSpec | The token.
  1 token string required | The token itself.
  2 audiences [string] list=atomic | For whom it should be; the API server if empty.
TokenReviewStatus | Whose it is.
  1 authenticated bool | Whether it is anybody's.
  2 user UserInfo | Who.
  4 audiences [string] list=atomic | For whom it is, of those asked for.
  3 error string | Why it is nobody's.
UserInfo | A user.
  1 username string | Name of the user.
  2 uid string | Uid of the user.
  3 groups [string] list=atomic | Groups of the user.
  4 extra {[string]} go=map[string]ExtraValue | More about the user.
SelfSubjectReview | Asks who the one who asks is.
  1 metadata meta.ObjectMeta | When it was asked.
  2 status SelfSubjectReviewStatus | The answer.
SelfSubjectReviewStatus | Who asks.
  1 userInfo UserInfo | The user.
TokenRequest | Asks for a token of a service account.
  1 metadata meta.ObjectMeta | Those of the service account.
  2 spec TokenRequestSpec always | The token that is wanted.
  3 status TokenRequestStatus | The token.
TokenRequestSpec | A token that is wanted.
  1 audiences [string] always list=atomic | For whom it is; the API server if empty.
  4 expirationSeconds int64? always | How long it is to hold; the answer may say otherwise.
  3 boundObjectRef BoundObjectReference? always | The token ends with this object.
TokenRequestStatus | A token.
  1 token string always | The token itself.
  2 expirationTimestamp time always | When it ends.
BoundObjectReference | An object that a token is bound to.
  1 kind string | Pod, Secret or Node.
  2 apiVersion string | Version of the kind.
  3 name string | Name of the object.
  4 uid string go=UID | Uid of the object.
`,
);
