import { constants, type KeyObject, verify } from 'node:crypto';
import { type FieldError, type FieldPath, fieldErrors, path } from '#meta';
import { bytesOf, keyField, keyOf, omitted, type PodCertificateSpec, stubField } from './pod-certificate.ts';
import { signingRequestFault } from './signing-request.ts';

const MAX_SIZE = 10 * 1024;
const proofField = path('spec', 'proofOfPossession');

/** A request proves that its key is at hand: by signing itself, or by signing the uid of the pod. */
export function validateProof(spec: PodCertificateSpec): FieldError[] {
  const { stubPKCS10Request: stub, pkixPublicKey: key, proofOfPossession: proof } = spec;
  if (stub && !key && !proof) return validateStub(spec, bytesOf(stub));
  if (!stub && key && proof) return validateOldProof(spec, bytesOf(key), bytesOf(proof));
  return [
    omitted(path('spec'), 'exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set'),
  ];
}

function validateStub(spec: PodCertificateSpec, stub: Buffer): FieldError[] {
  if (stub.length > MAX_SIZE) return [fieldErrors.tooLong(stubField, MAX_SIZE)];
  const { key, fault } = keyOf(spec);
  if (key === undefined) return [fault];
  const faults = validateKey(stubField, key, 'P256, P384, or P521');
  if (faults.length > 0) return faults;
  return signingRequestFault(stub) === undefined ? [] : [omitted(stubField, 'invalid signature')];
}

function validateOldProof(spec: PodCertificateSpec, der: Buffer, proof: Buffer): FieldError[] {
  if (der.length > MAX_SIZE) return [fieldErrors.tooLong(keyField, MAX_SIZE)];
  if (proof.length > MAX_SIZE) return [fieldErrors.tooLong(proofField, MAX_SIZE)];
  const { key, fault } = keyOf(spec);
  if (key === undefined) return [fault];
  const faults = validateKey(keyField, key, 'P256 or P384');
  if (faults.length > 0) return faults;
  const signed = isProof(key, Buffer.from(spec.podUID ?? ''), proof);
  return signed ? [] : [omitted(proofField, 'could not verify proof-of-possession signature')];
}

const curves: { readonly [name: string]: true } = { prime256v1: true, secp384r1: true, secp521r1: true };
const modulusSizes = [3072, 4096];

function validateKey(field: FieldPath, key: KeyObject, curveNames: string): FieldError[] {
  const { namedCurve = '', modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return [];
    case 'ec':
      return Object.hasOwn(curves, namedCurve)
        ? []
        : [fieldErrors.invalid(field, `curve ${namedCurve}`, `elliptic public keys must use curve ${curveNames}`)];
    case 'rsa': {
      const why = 'RSA keys must have modulus size 3072 or 4096';
      return modulusSizes.includes(modulusLength)
        ? []
        : [fieldErrors.invalid(field, `${modulusLength}-bit modulus`, why)];
    }
    default:
      return [omitted(field, 'unknown public key type; supported types are Ed25519, ECDSA, and RSA')];
  }
}

function isProof(key: KeyObject, text: Buffer, proof: Buffer): boolean {
  if (key.asymmetricKeyType === 'ed25519') return verify(null, text, key, proof);
  const padding = key.asymmetricKeyType === 'rsa' ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  return verify('sha256', text, { key, ...padding }, proof);
}
