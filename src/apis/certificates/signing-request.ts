import { createPublicKey, type KeyObject } from 'node:crypto';
import { type Element, elementAt, elements, isWellFormed, tags } from './der.ts';
import { type Signed, signatureFault } from './request-signature.ts';

/** Reads a PKCS#10 request as far as its signature needs it. */

/** What is wrong with a request; undefined if its own key signed it. */
export function signingRequestFault(der: Uint8Array): string | undefined {
  const parts = readRequest(der);
  if (typeof parts === 'string') return parts;
  const key = publicKeyOf(parts.publicKey);
  if (key === undefined) return 'x509: failed to parse public key';
  const { namedCurve } = key.asymmetricKeyDetails ?? {};
  if (namedCurve !== undefined && !curves.has(namedCurve)) return 'x509: unsupported elliptic curve';
  return signatureFault(parts, key);
}

const curves: ReadonlySet<string> = new Set(['secp224r1', 'prime256v1', 'secp384r1', 'secp521r1']);

const ORGANIZATION = '55040a';

/** The organizations that the subject of a request names; undefined where it cannot be read. */
export function organizationsIn(der: Uint8Array): readonly string[] | undefined {
  const parts = readRequest(der);
  const sets = typeof parts === 'string' ? undefined : elements(parts.subject);
  if (sets === undefined) return undefined;
  const attributes = sets.flatMap(({ content }) => elements(content) ?? []);
  return attributes.flatMap(({ content }) => {
    const [oid, value] = elements(content) ?? [];
    return oid?.content.toString('hex') === ORGANIZATION && value ? [value.content.toString('utf8')] : [];
  });
}

/** The key that a request is for; undefined if it is none. */
export function requestedKey(der: Uint8Array): KeyObject | undefined {
  const parts = readRequest(der);
  return typeof parts === 'string' ? undefined : publicKeyOf(parts.publicKey);
}

interface RequestParts extends Signed {
  /** A sequence of sets of names and values. */
  readonly subject: Buffer;
  readonly publicKey: Buffer;
}

const MALFORMED = 'asn1: structure error: malformed certificate request';
const TRUNCATED = 'asn1: syntax error: data truncated';

/** The parts, or why there are none. */
function readRequest(der: Uint8Array): RequestParts | string {
  const outer = elementAt(Buffer.from(der), 0);
  if (outer === undefined || !isWellFormed(outer)) return TRUNCATED;
  if (outer.whole.length < der.length) return 'asn1: syntax error: trailing data';
  return outer.tag === tags.sequence ? readParts(outer) : MALFORMED;
}

function readParts(outer: Element): RequestParts | string {
  const [info, algorithm, signature] = elements(outer.content) ?? [];
  if (info === undefined || algorithm?.tag !== tags.sequence || signature?.tag !== tags.bitString) return MALFORMED;
  const [version, subject, publicKey] = elements(info.content) ?? [];
  if (version?.tag !== tags.integer || subject?.tag !== tags.sequence || publicKey?.tag !== tags.sequence)
    return MALFORMED;
  return {
    info: info.whole,
    subject: subject.content,
    publicKey: publicKey.whole,
    algorithm: algorithm.content,
    // The first byte tells how many bits of the last are unused: none.
    signature: signature.content.subarray(1),
  };
}

export function publicKeyOf(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    // Not a key that the library knows: the caller says so.
    return undefined;
  }
}
