import { constants, type KeyObject, verify } from 'node:crypto';
import { elements } from './der.ts';

export interface Signed {
  /** What is signed. */
  readonly info: Buffer;
  /** The content of the algorithm's identifier: its OID, and what it is to be used with. */
  readonly algorithm: Buffer;
  readonly signature: Buffer;
}

interface Algorithm {
  /** The keys that it is for, in Go's words. */
  readonly key: 'RSA' | 'ECDSA' | 'Ed25519';
  /** Absent where the type of the key decides the hash. */
  readonly hash?: string;
  readonly pss?: boolean;
  /** What an algorithm is called that nobody should trust. */
  readonly insecure?: string;
}

const PSS = '2a864886f70d01010a';
const algorithms: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ['2a864886f70d010104', { key: 'RSA', insecure: 'MD5-RSA' }],
  ['2a864886f70d010105', { key: 'RSA', hash: 'sha1' }],
  ['2b0e03021d', { key: 'RSA', hash: 'sha1' }],
  ['2a864886f70d01010b', { key: 'RSA', hash: 'sha256' }],
  ['2a864886f70d01010c', { key: 'RSA', hash: 'sha384' }],
  ['2a864886f70d01010d', { key: 'RSA', hash: 'sha512' }],
  ['2a8648ce3d0401', { key: 'ECDSA', hash: 'sha1' }],
  ['2a8648ce3d040302', { key: 'ECDSA', hash: 'sha256' }],
  ['2a8648ce3d040303', { key: 'ECDSA', hash: 'sha384' }],
  ['2a8648ce3d040304', { key: 'ECDSA', hash: 'sha512' }],
  ['2b6570', { key: 'Ed25519' }],
]);

const UNIMPLEMENTED = 'x509: cannot verify signature: algorithm unimplemented';

const keyKinds: ReadonlyMap<string | undefined, { readonly algorithm: Algorithm['key']; readonly goType: string }> =
  new Map([
    ['rsa', { algorithm: 'RSA', goType: '*rsa.PublicKey' }],
    ['ec', { algorithm: 'ECDSA', goType: '*ecdsa.PublicKey' }],
    ['ed25519', { algorithm: 'Ed25519', goType: 'ed25519.PublicKey' }],
  ]);

/**
 * Why a signature does not hold; undefined if it does. SHA-1 is good enough for a request, which proves only that its
 * sender has the key. Go: crypto/x509 checkSignature
 */
export function signatureFault({ info, algorithm, signature }: Signed, key: KeyObject): string | undefined {
  const known = readAlgorithm(algorithm);
  if (known === undefined) return UNIMPLEMENTED;
  if (known.insecure !== undefined) return `x509: cannot verify signature: insecure algorithm ${known.insecure}`;
  const kind = keyKinds.get(key.asymmetricKeyType);
  if (kind === undefined) return UNIMPLEMENTED;
  if (kind.algorithm !== known.key) {
    return `x509: signature algorithm specifies an ${known.key} public key, but have public key of type ${kind.goType}`;
  }
  const weak = weakness(key);
  if (weak !== undefined) return weak;
  return holds({ info, signature, known }, key) ? undefined : mismatch(known);
}

const MINIMUM_BITS = 1024;

function weakness({
  asymmetricKeyDetails: { modulusLength: bits = MINIMUM_BITS } = {},
}: KeyObject): string | undefined {
  if (bits >= MINIMUM_BITS) return undefined;
  return `crypto/rsa: ${bits}-bit keys are insecure (see https://go.dev/pkg/crypto/rsa#hdr-Minimum_key_size)`;
}

interface Verification {
  readonly info: Buffer;
  readonly signature: Buffer;
  readonly known: Algorithm;
}

function holds({ info, signature, known: { hash, pss } }: Verification, key: KeyObject): boolean {
  const padding = pss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {};
  return verify(hash ?? null, info, { key, ...padding }, signature);
}

function mismatch({ key }: Algorithm): string {
  return key === 'RSA' ? 'crypto/rsa: verification error' : `x509: ${key} verification failure`;
}

function readAlgorithm(identifier: Buffer): Algorithm | undefined {
  const [oid, parameters] = elements(identifier) ?? [];
  const name = oid?.content.toString('hex') ?? '';
  return name === PSS ? pssAlgorithm(parameters?.content ?? Buffer.alloc(0)) : algorithms.get(name);
}

const MGF1 = '2a864886f70d010108';
const hashes: ReadonlyMap<string, { readonly hash: string; readonly salt: number }> = new Map([
  ['608648016503040201', { hash: 'sha256', salt: 32 }],
  ['608648016503040202', { hash: 'sha384', salt: 48 }],
  ['608648016503040203', { hash: 'sha512', salt: 64 }],
]);

/** Only with one hash for everything and a salt of its length. */
function pssAlgorithm(parameters: Buffer): Algorithm | undefined {
  const part = (tag: number): Buffer =>
    elements(parameters)?.find((element) => element.tag === tag)?.content ?? Buffer.alloc(0);
  const [hashOid = Buffer.alloc(0)] = identifierParts(part(0xa0));
  const [maskOid, maskHash = Buffer.alloc(0)] = identifierParts(part(0xa1));
  const known = hashes.get(hashOid.toString('hex'));
  const [saltLength] = elements(part(0xa2)) ?? [];
  if (known === undefined || maskOid?.toString('hex') !== MGF1) return undefined;
  if (elements(maskHash)?.[0]?.content.equals(hashOid) !== true) return undefined;
  if (saltLength?.content.toString('hex') !== known.salt.toString(16)) return undefined;
  return { key: 'RSA', hash: known.hash, pss: true };
}

/** The contents of an identifier's parts. */
function identifierParts(bytes: Buffer): readonly Buffer[] {
  const [sequence] = elements(bytes) ?? [];
  return (elements(sequence?.content ?? Buffer.alloc(0)) ?? []).map(({ content }) => content);
}
