import { type Attributes, forbidden } from '#auth';
import type { UserInfo } from '#machinery';
import { apiErrors } from '#meta';
import { accessAttributes } from './access-attributes.ts';
import type { House } from './house.ts';
import type { ResourceInfo } from './request-info.ts';

/** Throws a 403 when the user may not do it. */
export async function demand(house: House, user: UserInfo, wanted: Attributes): Promise<void> {
  const { allowed, reason } = await house.authorize(user, wanted);
  if (!allowed) throw forbidden(user, wanted, reason);
}

/** A request that is allowed, and may come to more than its own verb. */
export interface AllowedRequest {
  readonly house: House;
  readonly user: UserInfo;
  readonly info: ResourceInfo;
}

/** Throws a 403 when the user may not do to the same object what this other verb is for. */
export function demandVerb({ house, user, info }: AllowedRequest, verb: string): Promise<void> {
  return demand(house, user, { ...accessAttributes(info, ''), verb });
}

/** The same where a connection is asked for, whose refusal tells no more than the authorizer's reason. */
export async function demandConnection({ house, user, info }: AllowedRequest, verb: string): Promise<void> {
  if (info.verb === verb) return;
  const { allowed, reason } = await house.authorize(user, { ...accessAttributes(info, ''), verb });
  if (!allowed) throw apiErrors.forbidden(info, info.name, reason);
}
