import type { JsonObject } from '#meta';
import type { Reply } from '../call.ts';
import { withoutLastSlashes } from '../request-info.ts';

/** The issuer of tokens, for others who check them. */
export interface OpenIdIssuer {
  readonly issuer: string;
  readonly algorithms: readonly string[];
  /** RFC 7517. */
  readonly keys: readonly JsonObject[];
  /** Where this server is reached. */
  url(): string;
}

/** Undefined for all other paths. */
export function openidReply(openid: OpenIdIssuer, path: string): Reply | undefined {
  switch (withoutLastSlashes(path)) {
    case '/.well-known/openid-configuration':
      return cachedJson('application/json', {
        issuer: openid.issuer,
        jwks_uri: `${openid.url()}/openid/v1/jwks`,
        response_types_supported: ['id_token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: [...openid.algorithms],
      });
    case '/openid/v1/jwks':
      return cachedJson('application/jwk-set+json', { keys: [...openid.keys] });
    default:
      return undefined;
  }
}

function cachedJson(type: string, value: JsonObject): Reply {
  const headers = { 'content-type': type, 'cache-control': 'public, max-age=3600' };
  return { status: 200, headers, body: Buffer.from(JSON.stringify(value)) };
}
