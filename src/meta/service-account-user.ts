import { dns1123LabelFaults, nameIsDnsSubdomain } from './name-validation.ts';

const PREFIX = 'system:serviceaccount:';

/** The name that a service account goes by. */
export const serviceAccountUser = (namespace: string, name: string): string => `${PREFIX}${namespace}:${name}`;

export const serviceAccountGroups = (namespace: string): readonly string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
];

/** Undefined for users that are no service accounts. */
export function parseServiceAccountUser(user: string): { namespace: string; name: string } | undefined {
  if (!user.startsWith(PREFIX)) return undefined;
  const [namespace = '', name = '', ...rest] = user.slice(PREFIX.length).split(':');
  if (rest.length > 0 || dns1123LabelFaults(namespace).length > 0) return undefined;
  return nameIsDnsSubdomain(name, { prefix: false }).length > 0 ? undefined : { namespace, name };
}
