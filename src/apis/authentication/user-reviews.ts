import type { ResourceDefinition, UserInfo, VirtualResource } from '#machinery';
import { apiErrors, type KubeObject } from '#meta';
import { builtin, createdAtColumn, nameColumn } from '#resource';
import type { Described } from '#schema';
import type { Types } from './v1/types.gen.ts';
import { authenticationV1 } from './v1/types.ts';

/** Whose a token is. */
interface TokenOwner {
  readonly user: UserInfo;
  /** For whom the token is, of those asked for; empty when that is not told. */
  readonly audiences: readonly string[];
}

/** Finds out whose a token is. */
export interface TokenReviewer {
  /**
   * The owner of a token; or a text that says why, for a token that is not valid or not for any of the audiences (none:
   * for this server).
   */
  tokenOwner(token: string, audiences: readonly string[]): Promise<TokenOwner | string>;
}

function shownUser({ name, uid, groups, extra }: UserInfo): Types['UserInfo'] {
  const more = Object.entries(extra).map(([key, values]) => [key, [...values]]);
  return {
    ...(name === '' ? {} : { username: name }),
    ...(uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(more.length === 0 ? {} : { extra: Object.fromEntries(more) }),
  };
}

const tokenReview = ({ tokenOwner }: TokenReviewer): VirtualResource<Types['TokenReview']> => ({
  async create(review) {
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

const selfReview: VirtualResource<Types['SelfSubjectReview']> = {
  create: async ({ apiVersion, kind }, { user, now }) => ({
    apiVersion,
    kind,
    metadata: { creationTimestamp: now },
    status: { userInfo: shownUser(user) },
  }),
};

const GROUP = 'authentication.k8s.io';

interface Review<T extends KubeObject> {
  readonly type: Described<T>;
  readonly virtual: VirtualResource<NoInfer<T>>;
  readonly formerly: readonly string[];
}

const review = <T extends KubeObject>(kind: string, parts: Review<T>): ResourceDefinition =>
  builtin({
    group: GROUP,
    version: 'v1',
    kind,
    resource: `${kind.toLowerCase()}s`,
    namespaced: false,
    verbs: ['create'],
    columns: [nameColumn, createdAtColumn],
    ...parts,
  });

export const userReviews = (reviewer: TokenReviewer): readonly ResourceDefinition[] => [
  review('SelfSubjectReview', {
    type: authenticationV1.type('SelfSubjectReview'),
    virtual: selfReview,
    formerly: [`${GROUP}/v1alpha1`, `${GROUP}/v1beta1`],
  }),
  review('TokenReview', {
    type: authenticationV1.type('TokenReview'),
    virtual: tokenReview(reviewer),
    formerly: [`${GROUP}/v1beta1`],
  }),
];
