import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** Reads a PKCS#10 request as far as its signature needs it. */

/** What is wrong with a request; undefined if its own key signed it. */
export function signingRequestFault(der: Uint8Array): string | undefined {
  const parts = readRequest(der);
  if (parts === undefined) return 'asn1: structure error: malformed certificate request';
  const key = publicKeyOf(parts.publicKey);
  if (key === undefined) return 'x509: failed to parse public key';
  return isSigned(parts, key) ? undefined : 'x509: signature does not match the public key of the request';
}

const ORGANIZATION = '55040a';

/** The organizations that the subject of a request names; undefined where it cannot be read. */
export function organizationsIn(der: Uint8Array): readonly string[] | undefined {
  const subject = readRequest(der)?.subject;
  const sets = subject && elements(subject);
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
  return parts && publicKeyOf(parts.publicKey);
}

interface RequestParts {
  /** What is signed. */
  readonly info: Buffer;
  /** A sequence of sets of names and values. */
  readonly subject: Buffer;
  readonly publicKey: Buffer;
  /** The DER of the identifier: an OID in hex. */
  readonly algorithm: string;
  readonly signature: Buffer;
}

interface Element {
  readonly tag: number;
  /** With tag and length. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

const tags = { integer: 0x02, bitString: 0x03, oid: 0x06, sequence: 0x30 } as const;

function readRequest(der: Uint8Array): RequestParts | undefined {
  const [outer, ...rest] = elements(Buffer.from(der)) ?? [];
  if (outer?.tag !== tags.sequence || rest.length > 0) return undefined;
  const [info, algorithm, signature] = elements(outer.content) ?? [];
  if (info === undefined || algorithm === undefined || signature?.tag !== tags.bitString) return undefined;
  const [version, subject, publicKey] = elements(info.content) ?? [];
  const [oid] = elements(algorithm.content) ?? [];
  if (
    version?.tag !== tags.integer ||
    subject?.tag !== tags.sequence ||
    publicKey?.tag !== tags.sequence ||
    oid?.tag !== tags.oid
  )
    return undefined;
  return {
    info: info.whole,
    subject: subject.content,
    publicKey: publicKey.whole,
    algorithm: oid.content.toString('hex'),
    // The first byte tells how many bits of the last are unused: none.
    signature: signature.content.subarray(1),
  };
}

/** The elements that follow each other in `bytes`; undefined where the bytes are no DER. */
function elements(bytes: Buffer): readonly Element[] | undefined {
  const found: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const element = elementAt(bytes, at);
    if (element === undefined) return undefined;
    found.push(element);
    at += element.whole.length;
  }
  return found;
}

function elementAt(bytes: Buffer, at: number): Element | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return undefined;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 4 || at + 2 + lengthBytes > bytes.length) return undefined;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
  const start = at + 2 + lengthBytes;
  if (start + length > bytes.length) return undefined;
  return { tag, whole: bytes.subarray(at, start + length), content: bytes.subarray(start, start + length) };
}

export function publicKeyOf(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    // Not a key that the library knows: the caller says so.
    return undefined;
  }
}

interface Algorithm {
  /** Absent where the key says it all. */
  readonly hash?: string;
  readonly pss?: boolean;
}

const algorithms: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ['2a864886f70d01010b', { hash: 'sha256' }],
  ['2a864886f70d01010c', { hash: 'sha384' }],
  ['2a864886f70d01010d', { hash: 'sha512' }],
  ['2a864886f70d01010a', { hash: 'sha256', pss: true }],
  ['2a8648ce3d040302', { hash: 'sha256' }],
  ['2a8648ce3d040303', { hash: 'sha384' }],
  ['2a8648ce3d040304', { hash: 'sha512' }],
  ['2b6570', {}],
]);

function isSigned({ info, algorithm, signature }: RequestParts, key: KeyObject): boolean {
  const known = algorithms.get(algorithm);
  if (known === undefined) return false;
  const padding = known.pss ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  return verify(known.hash ?? null, info, { key, ...padding }, signature);
}
