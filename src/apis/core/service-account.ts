import type { ResourceDefinition } from '#machinery';
import { ageColumn, builtin, nameColumn } from '#resource';
import { type TokenIssuer, tokenPart } from '../authentication/token-request.ts';
import type { Types } from './v1/types.gen.ts';
import { coreV1 } from './v1/types.ts';

type ServiceAccount = Types['ServiceAccount'];

/** Of a secret only its name counts: it is always one of the same namespace. */
function keepSecretNames(account: ServiceAccount): void {
  if (!account.secrets) return;
  account.secrets = account.secrets.map(({ name }) => (name === undefined ? {} : { name }));
}

const serviceAccount = {
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  resource: 'serviceaccounts',
  shortNames: ['sa'],
  namespaced: true,
  type: coreV1.type('ServiceAccount'),
  columns: [nameColumn, ageColumn],
  strategy: { returnsDeletedObject: true, prepareForCreate: keepSecretNames, prepareForUpdate: keepSecretNames },
} as const;

/** Without an issuer there are no tokens to ask for. */
export const serviceAccountsWith = (issuer: TokenIssuer | undefined): ResourceDefinition =>
  builtin({ ...serviceAccount, subresources: issuer === undefined ? [] : [tokenPart(issuer)] });
