import { ApiError, isJsonObject, type JsonObject } from '#meta';

interface ConsoleUser {
  readonly username: string;
  readonly groups: readonly string[];
}

export interface Asked {
  readonly status: number;
  readonly json: JsonObject;
}

export const REVIEW_PATH = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
export const review: JsonObject = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };

const ANONYMOUS = 'system:anonymous';

/**
 * Whom the API takes somebody for, by its answer to a SelfSubjectReview; undefined where it does not know them. Who may
 * not ask is known all the same: the refusal names them.
 */
export function userIn({ status, json }: Asked): ConsoleUser | undefined {
  if (status === 401) return undefined;
  if (status === 403)
    return known({ username: /User "([^"]*)" cannot/.exec(String(json.message))?.[1] ?? '', groups: [] });
  if (status !== 201)
    throw new ApiError({ code: 503, message: `the server answered ${status}: ${json.message ?? ''}` });
  const told = isJsonObject(json.status) && isJsonObject(json.status.userInfo) ? json.status.userInfo : {};
  const groups = Array.isArray(told.groups) ? told.groups.map(String) : [];
  return known({ username: String(told.username ?? ''), groups });
}

const known = (user: ConsoleUser): ConsoleUser | undefined => (user.username === ANONYMOUS ? undefined : user);
