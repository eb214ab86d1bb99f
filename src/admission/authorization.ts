import type { Permission, UserInfo } from '#machinery';

/** Answers whether a user may do something; if not, perhaps why. */
export type IsAllowed = (
  user: UserInfo,
  permission: Permission,
) => Promise<{ readonly allowed: true } | { readonly allowed: false; readonly reason: string }>;
