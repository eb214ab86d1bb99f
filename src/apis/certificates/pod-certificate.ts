import type { KeyObject } from 'node:crypto';
import type { FieldPath, JsonObject } from '#meta';
import { type FieldError, fieldErrors, omitValue, path } from '#meta';
import type { Condition } from '../condition-rules.ts';
import { publicKeyOf, requestedKey } from './signing-request.ts';
import type { Types } from './v1beta1/types.gen.ts';

export type PodCertificateRequest = Types['PodCertificateRequest'];
export interface PodCertificateSpec extends JsonObject {
  signerName?: string;
  podName?: string;
  podUID?: string;
  serviceAccountName?: string;
  serviceAccountUID?: string;
  nodeName?: string;
  nodeUID?: string;
  maxExpirationSeconds?: number;
  pkixPublicKey?: string | null;
  proofOfPossession?: string | null;
  stubPKCS10Request?: string | null;
  unverifiedUserAnnotations?: { [key: string]: string };
}
export interface PodCertificateStatus extends JsonObject {
  conditions?: Condition[];
  certificateChain?: string;
  notBefore?: string;
  beginRefreshAt?: string;
  notAfter?: string;
}

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
export type KeyOrFault =
  | { readonly key: KeyObject; readonly fault?: never }
  | { readonly fault: FieldError; readonly key?: never };

/** A fault whose value nobody wants to read. */
export const omitted = (field: FieldPath, why: string): FieldError => fieldErrors.invalid(field, omitValue, why);
