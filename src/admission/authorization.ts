import type { UserInfo } from '#machinery';

/** Something that a user may or may not do, besides what the request itself asks for. */
export interface Permission {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  /** '' for the cluster scope. */
  readonly namespace: string;
  readonly name: string;
}

/** Answers whether a user may do something; if not, perhaps why. */
export type MayDo = (
  user: UserInfo,
  permission: Permission,
) => Promise<{ readonly allowed: true } | { readonly allowed: false; readonly reason: string }>;
