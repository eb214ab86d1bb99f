import type { GroupVersion } from '#meta';

/**
 * `operationId` and tags, made as the real server makes them, since generated clients are named after them:
 * `rbac.authorization.k8s.io/v1` gives `listRbacAuthorizationV1ClusterRole` and the tag `rbacAuthorization_v1`.
 */
export function operationId(verb: string, { group, version }: GroupVersion, rest: string): string {
  return [verb, shortGroup(group), version, rest].map((part, at) => identifier(part, { upper: at > 0 })).join('');
}

export function operationTag({ group, version }: GroupVersion): string {
  const name = identifier(shortGroup(group), { upper: false });
  return version === '' ? name : `${name}_${identifier(version, { upper: false })}`;
}

/** Letters, digits behind the first character and `_`; after everything else a capital follows. */
function identifier(text: string, { upper }: { readonly upper: boolean }): string {
  let written = '';
  let capital = upper;
  for (const [at, character] of [...text].entries()) {
    const fits = at === 0 ? /[A-Za-z_]/.test(character) : /[A-Za-z0-9_]/.test(character);
    if (fits) written += capital ? character.toUpperCase() : character;
    capital = !fits;
  }
  return written;
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const shortGroup = (group: string): string => (group === '' ? 'core' : group.replace(/\.k8s\.io$/, ''));

/** `an Ingress`, `a Pod`; names that look like a plural have no article. */
export function withArticle(kind: string): string {
  if (kind.endsWith('s') && !kind.endsWith('ss')) return kind;
  return /^[aeiou]/i.test(kind) ? `an ${kind}` : `a ${kind}`;
}
