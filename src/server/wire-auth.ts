import {
  type Attributes,
  authenticateWith,
  bearerTokenAuthenticator,
  clientCertificateAuthenticator,
  forbidden,
  mastersOnly,
} from '#auth';
import type { House, RequestInfo } from '#http';
import type { UserInfo } from '#machinery';
import type { ServerCredentials } from './credentials.ts';

const admin: UserInfo = { name: 'admin', uid: '', groups: ['system:masters'], extra: {} };

/** Client certificates of our authority, and the administrator's token; whoever is known and a master may do all. */
export function wireAuth({ adminToken }: ServerCredentials): Pick<House, 'authenticate' | 'authorize'> {
  return {
    authenticate: authenticateWith([
      clientCertificateAuthenticator(),
      bearerTokenAuthenticator([{ token: adminToken, user: admin }]),
    ]),
    async authorize(user, info) {
      const attributes = attributesOf(info);
      const decision = await mastersOnly.authorize(user, attributes);
      if (!decision.allowed) throw forbidden(user, attributes, decision.reason);
    },
  };
}

function attributesOf(info: RequestInfo): Attributes {
  return info.isResource ? { kind: 'resource', ...info } : { kind: 'path', ...info };
}
