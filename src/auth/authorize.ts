import type { UserInfo } from '#machinery';
import { type ApiError, apiErrors } from '#meta';

/** What is being asked for, as far as permission goes. */
export type Attributes =
  | {
      readonly kind: 'resource';
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      /** '' for the cluster scope. */
      readonly namespace: string;
      readonly name: string;
    }
  | { readonly kind: 'path'; readonly verb: string; readonly path: string };

export type Decision = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** Decides whether a user may do something. */
export interface Authorizer {
  authorize(user: UserInfo, attributes: Attributes): Decision | Promise<Decision>;
}

const allowed: Decision = { allowed: true };
const denied: Decision = { allowed: false, reason: '' };

/** The members of `system:masters` may do everything, everybody else nothing. */
export const mastersOnly: Authorizer = {
  authorize: (user) => (user.groups.includes('system:masters') ? allowed : denied),
};

/** The 403 for a refusal, in the words that clients know. */
export function forbidden(user: UserInfo, attributes: Attributes, reason: string): ApiError {
  const text = withoutMarkup(whatIsForbidden(user.name, attributes));
  const why = reason === '' ? text : `${text}: ${reason}`;
  return attributes.kind === 'path'
    ? apiErrors.forbidden({ group: '', resource: '' }, '', why)
    : apiErrors.forbidden(attributes, attributes.name, why);
}

function whatIsForbidden(user: string, attributes: Attributes): string {
  const who = `User ${JSON.stringify(user)} cannot ${attributes.verb}`;
  if (attributes.kind === 'path') return `${who} path ${JSON.stringify(attributes.path)}`;
  const { group, resource, subresource, namespace } = attributes;
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`;
  return `${who} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}`;
}

/** A path echoed to a browser must not become a page. */
function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
