import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { isJsonObject, type JsonObject } from '#meta';

/** Longer ones are nobody's: they must not cost the work of their length. */
const LONGEST_TOKEN = 16 * 1024;
const MOST_REMEMBERED = 1000;
// The two numbers side by side, as tokens have them; by default they are wrapped in ASN.1.
const DSA_ENCODING = 'ieee-p1363';

/** Seals tokens (JWT, ES256) and knows its own seal. */
export class SigningKey {
  readonly #private: KeyObject;
  readonly #public: KeyObject;
  /** Tokens whose seal was right: to check one is by far the dearest part of a request. Strangers cannot fill it. */
  readonly #right = new Set<string>();
  /** Names the key, so that others know which to check with. */
  readonly id: string;

  /** `pem` is an EC private key on P-256. */
  constructor(pem: string) {
    this.#private = createPrivateKey(pem);
    this.#public = createPublicKey(this.#private);
    const bytes = this.#public.export({ type: 'spki', format: 'der' });
    this.id = createHash('sha256').update(bytes).digest('base64url');
  }

  seal(claims: JsonObject): string {
    const sorted = Object.fromEntries(Object.entries(claims).sort(([a], [b]) => (a < b ? -1 : 1))) as JsonObject;
    const signed = `${encode({ alg: 'ES256', kid: this.id })}.${encode(sorted)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: this.#private, dsaEncoding: DSA_ENCODING });
    return `${signed}.${signature.toString('base64url')}`;
  }

  isSealOf(token: string): boolean {
    if (this.#right.has(token)) return true;
    const isRight = this.#verify(token);
    if (!isRight) return false;
    if (this.#right.size >= MOST_REMEMBERED) this.#right.clear();
    this.#right.add(token);
    return true;
  }

  #verify(token: string): boolean {
    const end = token.lastIndexOf('.');
    const header = partOf(token, 0);
    if (header?.alg !== 'ES256' || end < 0) return false;
    if (!isBase64Url(token.slice(end + 1))) return false;
    const signature = Buffer.from(token.slice(end + 1), 'base64url');
    return verify(
      'sha256',
      Buffer.from(token.slice(0, end)),
      { key: this.#public, dsaEncoding: DSA_ENCODING },
      signature,
    );
  }

  /** For those who check tokens themselves. RFC 7517. */
  get publicKey(): JsonObject {
    const { kty = '', crv = '', x = '', y = '' } = this.#public.export({ format: 'jwk' });
    return { use: 'sig', kty, kid: this.id, crv, alg: 'ES256', x, y };
  }
}

/** What a token says, whoever sealed it; undefined when it is none. */
export const claimsOf = (token: string): JsonObject | undefined => partOf(token, 1);

function partOf(token: string, at: 0 | 1): JsonObject | undefined {
  if (token.length > LONGEST_TOKEN) return undefined;
  const parts = token.split('.');
  if (parts.length !== 3 || !isBase64Url(parts[at] as string)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(parts[at] as string, 'base64url').toString());
    return isJsonObject(value as JsonObject) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** Node also reads what is padded, or of another alphabet; then one token could be written in many ways. */
const isBase64Url = (text: string): boolean => /^[A-Za-z0-9_-]*$/.test(text) && text.length % 4 !== 1;

const encode = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url');
