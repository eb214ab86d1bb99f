// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';

/** Asks whose a token is. */
export type TokenReview = {
  apiVersion: string;
  kind: string;
  /** Empty. */
  metadata: ObjectMeta;
  /** The question. */
  spec?: TokenReviewSpec;
  /** The answer. */
  status?: TokenReviewStatus;
};

/** The token. */
export type TokenReviewSpec = {
  /** The token itself. */
  token?: string;
  /** For whom it should be; the API server if empty. */
  audiences?: string[];
};

/** Whose it is. */
export type TokenReviewStatus = {
  /** Whether it is anybody's. */
  authenticated?: boolean;
  /** Who. */
  user?: UserInfo;
  /** For whom it is, of those asked for. */
  audiences?: string[];
  /** Why it is nobody's. */
  error?: string;
};

/** A user. */
export type UserInfo = {
  /** Name of the user. */
  username?: string;
  /** Uid of the user. */
  uid?: string;
  /** Groups of the user. */
  groups?: string[];
  /** More about the user. */
  extra?: { [key: string]: string[] };
};

/** Asks who the one who asks is. */
export type SelfSubjectReview = {
  apiVersion: string;
  kind: string;
  /** When it was asked. */
  metadata: ObjectMeta;
  /** The answer. */
  status?: SelfSubjectReviewStatus;
};

/** Who asks. */
export type SelfSubjectReviewStatus = {
  /** The user. */
  userInfo?: UserInfo;
};

/** Asks for a token of a service account. */
export type TokenRequest = {
  apiVersion: string;
  kind: string;
  /** Those of the service account. */
  metadata: ObjectMeta;
  /** The token that is wanted. */
  spec?: TokenRequestSpec;
  /** The token. */
  status?: TokenRequestStatus;
};

/** A token that is wanted. */
export type TokenRequestSpec = {
  /** For whom it is; the API server if empty. */
  audiences?: string[] | null;
  /** How long it is to hold; the answer may say otherwise. */
  expirationSeconds?: number | bigint | null;
  /** The token ends with this object. */
  boundObjectRef?: BoundObjectReference | null;
};

/** A token. */
export type TokenRequestStatus = {
  /** The token itself. */
  token?: string;
  /** When it ends. */
  expirationTimestamp?: string | null;
};

/** An object that a token is bound to. */
export type BoundObjectReference = {
  /** Pod, Secret or Node. */
  kind?: string;
  /** Version of the kind. */
  apiVersion?: string;
  /** Name of the object. */
  name?: string;
  /** Uid of the object. */
  uid?: string;
};

/** All of them by name. */
export type Types = {
  TokenReview: TokenReview;
  TokenReviewSpec: TokenReviewSpec;
  TokenReviewStatus: TokenReviewStatus;
  UserInfo: UserInfo;
  SelfSubjectReview: SelfSubjectReview;
  SelfSubjectReviewStatus: SelfSubjectReviewStatus;
  TokenRequest: TokenRequest;
  TokenRequestSpec: TokenRequestSpec;
  TokenRequestStatus: TokenRequestStatus;
  BoundObjectReference: BoundObjectReference;
};
