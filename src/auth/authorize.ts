import type { UserInfo } from '#machinery';
import { type ApiError, apiErrors, goQuote, type MaybePromise, whenReady } from '#meta';
import type { Attributes, PolicyRule } from './rbac/rule-match.ts';

/** The reason of a refusal is part of the 403; the reason of a permission is told only in answers to access reviews. */
export interface Decision {
  readonly allowed: boolean;
  readonly reason: string;
}

/** What somebody may do in a namespace, as far as it can be listed. */
interface RuleList {
  readonly rules: readonly PolicyRule[];
  /** Errors that kept some rules from being found. */
  readonly faults: readonly string[];
}

/** Decides whether a user may do something. */
export interface Authorizer {
  authorize(user: UserInfo, attributes: Attributes): MaybePromise<Decision>;
  /** Absent where rules cannot be listed. */
  rules?(user: UserInfo, namespace: string): MaybePromise<RuleList>;
}

const allowed: Decision = { allowed: true, reason: '' };
const noOpinion: Decision = { allowed: false, reason: '' };

export const MASTERS = 'system:masters';

/** The members of `system:masters` may do everything, whatever else holds. */
export const mastersOnly: Authorizer = {
  authorize: (user) => (user.groups.includes(MASTERS) ? allowed : noOpinion),
};

const everything: RuleList = {
  rules: [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    { verbs: ['*'], nonResourceURLs: ['*'] },
  ],
  faults: [],
};

export const alwaysAllow: Authorizer = { authorize: () => allowed, rules: () => everything };

export const alwaysDeny: Authorizer = {
  authorize: () => ({ allowed: false, reason: 'Everything is forbidden.' }),
  rules: () => ({ rules: [], faults: [] }),
};

/** The first that allows decides; when none does, all of their reasons are told. */
export function authorizeWith(authorizers: readonly Authorizer[]): Required<Authorizer> {
  const askFrom = (at: number, user: UserInfo, attributes: Attributes, reasons = ''): MaybePromise<Decision> => {
    const authorizer = authorizers[at];
    if (authorizer === undefined) return { allowed: false, reason: reasons };
    // Most decide at once, and nobody waits.
    return whenReady(authorizer.authorize(user, attributes), (decision) =>
      decision.allowed ? decision : askFrom(at + 1, user, attributes, joined(reasons, decision.reason)),
    );
  };
  return {
    authorize(user, attributes) {
      return askFrom(0, user, attributes);
    },
    async rules(user, namespace) {
      const lists = await Promise.all(authorizers.map((authorizer) => authorizer.rules?.(user, namespace)));
      return {
        rules: lists.flatMap((list) => list?.rules ?? []),
        faults: lists.flatMap((list) => list?.faults ?? []),
      };
    },
  };
}

const joined = (reasons: string, reason: string): string =>
  reasons === '' || reason === '' ? reasons + reason : `${reasons}\n${reason}`;

/** The 403 for a refusal, in the words that clients know. */
export function forbidden(user: UserInfo, attributes: Attributes, reason: string): ApiError {
  const text = withoutMarkup(whatIsForbidden(user.name, attributes));
  const why = reason === '' ? text : `${text}: ${reason}`;
  return attributes.kind === 'path'
    ? apiErrors.forbidden({ group: '', resource: '' }, '', why)
    : apiErrors.forbidden(attributes, attributes.name, why);
}

function whatIsForbidden(user: string, attributes: Attributes): string {
  const who = `User ${goQuote(user)} cannot ${attributes.verb}`;
  if (attributes.kind === 'path') return `${who} path ${goQuote(attributes.path)}`;
  const { group, resource, subresource, namespace } = attributes;
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${goQuote(namespace)}`;
  return `${who} resource ${goQuote(what)} in API group ${goQuote(group)} ${where}`;
}

/** Browsers show this text: a path in it must not be read as HTML. */
function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
