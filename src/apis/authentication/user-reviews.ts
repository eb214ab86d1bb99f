import type { UserInfo, VirtualResource } from '#machinery';
import { apiErrors, type JsonObject } from '#meta';
import { builtin, createdAtColumn, nameColumn } from '#resource';
import type { Types } from './v1/types.gen.ts';
import { authenticationV1 } from './v1/types.ts';

/** Whose a token is. */
interface TokenOwner {
  readonly user: UserInfo;
  /** For whom the token is, of those asked for; empty when that is not told. */
  readonly audiences: readonly string[];
}

/** Who knows tokens. */
export interface TokenReviewer {
  /** A text that says why, for a token that is nobody's or not for any of the audiences (none: for this server). */
  tokenOwner(token: string, audiences: readonly string[]): Promise<TokenOwner | string>;
}

function shownUser({ name, uid, groups, extra }: UserInfo): JsonObject {
  const more = Object.entries(extra).map(([key, values]) => [key, [...values]]);
  return {
    ...(name === '' ? {} : { username: name }),
    ...(uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(more.length === 0 ? {} : { extra: Object.fromEntries(more) }),
  };
}

type TokenReview = Types['TokenReview'];

const tokenReview = ({ tokenOwner }: TokenReviewer): VirtualResource => ({
  async create(review: TokenReview) {
    const { token = '', audiences = [] } = review.spec ?? {};
    if (token === '') throw apiErrors.badRequest('token is required for TokenReview in authentication');
    const owner = await tokenOwner(token, audiences);
    if (typeof owner === 'string') return { ...review, status: { user: {}, error: owner } };
    const status = {
      authenticated: true,
      user: shownUser(owner.user),
      ...(owner.audiences.length === 0 ? {} : { audiences: [...owner.audiences] }),
    };
    return { ...review, status };
  },
});

const selfReview: VirtualResource = {
  create: async ({ apiVersion, kind }, { user, now }) => ({
    apiVersion,
    kind,
    metadata: { creationTimestamp: now },
    status: { userInfo: shownUser(user) },
  }),
};

const group = 'authentication.k8s.io';

export function userReviews(reviewer: TokenReviewer) {
  const review = (
    kind: keyof Types,
    { virtual, formerly }: { virtual: VirtualResource; formerly: readonly string[] },
  ) =>
    builtin({
      group,
      version: 'v1',
      kind,
      resource: `${kind.toLowerCase()}s`,
      formerly,
      namespaced: false,
      verbs: ['create'],
      type: authenticationV1.type(kind),
      columns: [nameColumn, createdAtColumn],
      virtual,
    });
  return [
    review('SelfSubjectReview', { virtual: selfReview, formerly: [`${group}/v1alpha1`, `${group}/v1beta1`] }),
    review('TokenReview', { virtual: tokenReview(reviewer), formerly: [`${group}/v1beta1`] }),
  ];
}
