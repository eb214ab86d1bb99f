import type { AccessReviewer, TokenReviewer } from '#apis';
import { authenticated, joinFaults, type TokenVerdict } from '#auth';
import type { UserInfo } from '#machinery';
import type { WiredAccess } from './wire-access.ts';

/** Answers questions about access by those who decide about it. */
export function accessReviewer({ authorizer }: WiredAccess): AccessReviewer {
  return {
    access: async (user, wanted) => authorizer.authorize(user, wanted),
    async rules(user, namespace) {
      const { rules, faults } = await authorizer.rules(user, namespace);
      return {
        resources: rules
          .filter(({ resources }) => resources?.length)
          .map(({ verbs, apiGroups = [], resources = [], resourceNames = [] }) => ({
            verbs: verbs ?? [],
            apiGroups,
            resources,
            resourceNames,
          })),
        paths: rules
          .filter(({ nonResourceURLs }) => nonResourceURLs?.length)
          .map(({ verbs, nonResourceURLs = [] }) => ({ verbs: verbs ?? [], nonResourceURLs })),
        incomplete: false,
        ...(faults.length === 0 ? {} : { evaluationError: joinFaults(faults) }),
      };
    },
  };
}

interface TokenLookups {
  known(token: string): UserInfo | undefined;
  verdict(token: string, audiences: readonly string[]): Promise<TokenVerdict | undefined>;
}

/** Answers questions about tokens by those who let them in. */
export function tokenReviewer(issuer: string, { known, verdict }: TokenLookups): TokenReviewer {
  return {
    async tokenOwner(token, asked) {
      const audiences = asked.length === 0 ? [issuer] : asked;
      const user = known(token);
      if (user !== undefined && audiences.includes(issuer)) return { user: authenticated(user), audiences: [issuer] };
      const found = await verdict(token, audiences);
      if (found === undefined) return 'invalid bearer token';
      if ('fault' in found) return `[invalid bearer token, ${found.fault}]`;
      return { user: authenticated(found.user), audiences: found.audiences };
    },
  };
}
