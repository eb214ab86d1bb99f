import { X509Certificate } from 'node:crypto';
import { type FieldError, type FieldPath, fieldErrors } from '#meta';
import { nextPemBlock } from './pem.ts';

/** The certificates of a bundle, PEM each; or what is wrong with it. Both empty: the bundle is blank and stands for none. */
interface CaBundle {
  readonly certificates: readonly string[];
  readonly fault?: string;
}

/**
 * A bundle is good if it holds one certificate that can be read: text around it, other kinds of blocks and broken
 * certificates beside it are passed over. k8s: client-go/transport rootCertPool
 */
export function readCaBundle(base64: string | null | undefined): CaBundle {
  const text = Buffer.from(base64 ?? '', 'base64').toString('latin1');
  if (text.trim() === '') return { certificates: [] };
  const certificates: string[] = [];
  let fault: string | undefined;
  let rest = text;
  while (rest !== '') {
    const found = nextPemBlock(rest);
    if (found === undefined) {
      fault ??= 'unable to parse bytes as PEM block';
      break;
    }
    rest = found.rest;
    if (found.label !== 'CERTIFICATE' || found.hasHeaders) continue;
    if (isCertificate(found.bytes)) certificates.push(pemOf(found.bytes));
    else fault ??= 'failed to parse certificate: x509: malformed certificate';
  }
  if (certificates.length > 0) return { certificates };
  return {
    certificates,
    fault: `unable to load root certificates: ${fault ?? 'no valid certificate authority data seen'}`,
  };
}

/**
 * Faults of `caBundle`, which shows itself as the base64 text of the request. A bundle of blanks only is refused here
 * though a stored one counts as none: it is a mistake that should be seen when it is made.
 */
export function validateCaBundle(base64: string, at: FieldPath): FieldError[] {
  const { certificates, fault } = readCaBundle(base64);
  if (certificates.length > 0) return [];
  const detail = fault ?? 'unable to load root certificates: unable to parse bytes as PEM block';
  return [fieldErrors.invalid(at, base64, detail)];
}

function isCertificate(der: Uint8Array): boolean {
  try {
    return new X509Certificate(der).raw.length > 0;
  } catch {
    // The library has no question for it, only the attempt.
    return false;
  }
}

function pemOf(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
