import type { KeyObject } from 'node:crypto';
import type { FieldPath } from '#meta';
import { type FieldError, fieldErrors, omitValue, path } from '#meta';
import { publicKeyOf, requestedKey } from './signing-request.ts';
import type { Types } from './v1beta1/types.gen.ts';

export type PodCertificateRequest = Types['PodCertificateRequest'];
export type PodCertificateSpec = Types['PodCertificateRequestSpec'];
export type PodCertificateStatus = Types['PodCertificateRequestStatus'];

export const stubField = path('spec', 'stubPKCS10Request');
export const keyField = path('spec', 'pkixPublicKey');

export const bytesOf = (base64: string | null | undefined): Buffer => Buffer.from(base64 ?? '', 'base64');

/** The key that the certificate shall be for, or why there is none. */
export function keyOf({ stubPKCS10Request: stub, pkixPublicKey: der }: PodCertificateSpec): KeyOrFault {
  const key = stub ? requestedKey(bytesOf(stub)) : publicKeyOf(bytesOf(der));
  if (key !== undefined) return { key };
  if (stub) return { fault: omitted(stubField, 'must be a valid PKCS#10 CSR') };
  return { fault: fieldErrors.invalid(keyField, der ?? null, 'must be a valid PKIX-serialized public key') };
}
type KeyOrFault =
  | { readonly key: KeyObject; readonly fault?: never }
  | { readonly fault: FieldError; readonly key?: never };

/** A fault whose message leaves out the value, because that is long. */
export const omitted = (field: FieldPath, why: string): FieldError => fieldErrors.invalid(field, omitValue, why);
