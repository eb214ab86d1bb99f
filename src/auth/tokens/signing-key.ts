import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { isJsonObject, type JsonObject } from '#meta';

/** Longer tokens are refused unread, so that a stranger cannot make us check megabytes. */
const LONGEST_TOKEN = 16 * 1024;
const MOST_REMEMBERED = 1000;
// The two numbers side by side, as tokens have them; by default they are wrapped in ASN.1.
const DSA_ENCODING = 'ieee-p1363';

/** How tokens are signed with a kind of key: the name of the algorithm in tokens (RFC 7518), and its hash. */
interface SealAlgorithm {
  readonly name: string;
  readonly hash: string;
}
const byCurve: { readonly [curve: string]: SealAlgorithm } = {
  prime256v1: { name: 'ES256', hash: 'sha256' },
  secp384r1: { name: 'ES384', hash: 'sha384' },
  secp521r1: { name: 'ES512', hash: 'sha512' },
};

/** A key whose signatures are accepted. */
interface TrustedKey {
  /** Names the key, so that others know which to check with. */
  readonly id: string;
  readonly key: KeyObject;
  readonly algorithm: SealAlgorithm;
}

/** A key that cannot sign tokens. */
export class UnusableKey extends Error {}

/** Signs tokens (JWT), and checks its own signatures and those of other keys. */
export class SigningKey {
  readonly #private: KeyObject;
  readonly #own: TrustedKey;
  readonly #trusted: readonly TrustedKey[];
  /**
   * Tokens whose signature was right: checking one is by far the most expensive part of a request. Only right ones are
   * kept, so strangers cannot fill it.
   */
  readonly #right = new Set<string>();
  #public: readonly JsonObject[] | undefined;

  /**
   * `pem` is a private key: RSA, or EC on P-256, P-384 or P-521. `others` are texts of one or several keys or
   * certificates each, whose tokens are believed as well. Throws an `UnusableKey`.
   */
  constructor(pem: string, others: readonly string[] = []) {
    this.#private = readKey(() => createPrivateKey(pem));
    this.#own = trustedKey(createPublicKey(this.#private));
    const more = others.flatMap(blocksIn).map((block) => trustedKey(readKey(() => createPublicKey(block))));
    this.#trusted = [this.#own, ...more.filter(({ id }) => id !== this.#own.id)];
  }

  seal(claims: JsonObject): string {
    const { id, algorithm } = this.#own;
    const sorted = Object.fromEntries(Object.entries(claims).sort(([a], [b]) => (a < b ? -1 : 1))) as JsonObject;
    const signed = `${encode({ alg: algorithm.name, kid: id })}.${encode(sorted)}`;
    const signature = sign(algorithm.hash, Buffer.from(signed), { key: this.#private, dsaEncoding: DSA_ENCODING });
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
    if (header === undefined || end < 0) return false;
    if (!isBase64Url(token.slice(end + 1))) return false;
    const signature = Buffer.from(token.slice(end + 1), 'base64url');
    const signed = Buffer.from(token.slice(0, end));
    return this.#trusted.some(
      ({ key, algorithm }) =>
        algorithm.name === header.alg && verify(algorithm.hash, signed, { key, dsaEncoding: DSA_ENCODING }, signature),
    );
  }

  /** The keys for others to check tokens with. RFC 7517. */
  get publicKeys(): readonly JsonObject[] {
    this.#public ??= this.#trusted.map(({ id, key, algorithm }) => {
      const { kty = '', ...parts } = key.export({ format: 'jwk' }) as { readonly [name: string]: string };
      return { use: 'sig', kty, kid: id, alg: algorithm.name, ...parts };
    });
    return this.#public;
  }

  /** The algorithms that its tokens, and the tokens it accepts, are signed with. */
  get algorithms(): readonly string[] {
    return [...new Set(this.#trusted.map(({ algorithm }) => algorithm.name))];
  }
}

function readKey(read: () => KeyObject): KeyObject {
  try {
    return read();
  } catch (error) {
    throw new UnusableKey(`it is no key in PEM: ${(error as Error).message}`, { cause: error });
  }
}

function trustedKey(key: KeyObject): TrustedKey {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const algorithm =
    type === 'rsa' ? { name: 'RS256', hash: 'sha256' } : byCurve[type === 'ec' ? (details?.namedCurve ?? '') : ''];
  if (algorithm === undefined) throw new UnusableKey('it is neither RSA nor EC on P-256, P-384 or P-521');
  const bytes = key.export({ type: 'spki', format: 'der' });
  return { id: createHash('sha256').update(bytes).digest('base64url'), key, algorithm };
}

/** The keys and certificates of a file, one by one. */
function blocksIn(pem: string): readonly string[] {
  const blocks = pem.match(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g)?.filter(isNoParameter);
  if (blocks === undefined || blocks.length === 0) throw new UnusableKey('it holds no key in PEM');
  return blocks;
}

/** OpenSSL writes the curve in a block of its own before the key. */
const isNoParameter = (block: string): boolean => !block.startsWith('-----BEGIN EC PARAMETERS');

/** The claims of a token, its signature unchecked; undefined when it is no token. */
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
