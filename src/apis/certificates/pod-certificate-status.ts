import { X509Certificate } from 'node:crypto';
import { byteLength, type FieldError, fieldErrors, path, sameJson } from '#meta';
import { nextPemBlock, type PemBlock } from '#webhook';
import { type Condition, validateConditions } from '../condition-validation.ts';
import {
  keyOf,
  omitted,
  type PodCertificateRequest,
  type PodCertificateSpec,
  type PodCertificateStatus,
} from './pod-certificate.ts';

const ends = ['Issued', 'Denied', 'Failed'];
const MAX_CHAIN = 100 * 1024;
const MINUTES = 60_000;
const status = path('status');
const chainField = status.child('certificateChain');

const statusOf = ({ status: now }: PodCertificateRequest): PodCertificateStatus => now ?? {};
const conditionsOf = (request: PodCertificateRequest): readonly Condition[] => statusOf(request).conditions ?? [];
const hasEnd = (request: PodCertificateRequest, types: readonly string[] = ends): boolean =>
  conditionsOf(request).some(({ type = '' }) => types.includes(type));

/** A request ends once: with a certificate, or without one. */
export function validateStatus(
  request: PodCertificateRequest,
  live: PodCertificateRequest,
  { now }: { readonly now: string },
): FieldError[] {
  const faults = [
    ...validateEnd(conditionsOf(request)),
    ...validateConditions(conditionsOf(request), status.child('conditions')),
  ];
  if (faults.length > 0) return faults;
  const same = (other: PodCertificateStatus, why: string): FieldError[] =>
    sameJson(statusOf(request), other) ? [] : [omitted(status, why)];
  if (hasEnd(live)) {
    return same(statusOf(live), 'immutable after PodCertificateRequest is issued, denied, or failed');
  }
  if (hasEnd(request, ['Denied', 'Failed'])) {
    const why = 'non-condition status fields must be empty when denying or failing the PodCertificateRequest';
    return same({ conditions: [...conditionsOf(request)] }, why);
  }
  if (hasEnd(request, ['Issued'])) return validateIssued(statusOf(request), live.spec ?? {}, Date.parse(now));
  return same(statusOf(live), 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"');
}

function validateEnd(conditions: readonly Condition[]): FieldError[] {
  let found = 0;
  return conditions.flatMap(({ type = '', status: on = '' }, at) => {
    // The place has a dot before the bracket, as on the real server.
    const field = path('status', 'conditions', `[${at}]`);
    if (!ends.includes(type)) return [fieldErrors.notSupported(field.child('type'), type, ends)];
    found += 1;
    const why = 'There may be at most one condition with type "Issued", "Denied", or "Failed"';
    return [
      ...(found > 1 ? [fieldErrors.invalid(field.child('type'), type, why)] : []),
      ...(on === 'True' ? [] : [fieldErrors.notSupported(field.child('status'), on, ['True'])]),
    ];
  });
}

/** Only the first fault is told: what follows would be about something else. */
function validateIssued(answer: PodCertificateStatus, spec: PodCertificateSpec, now: number): FieldError[] {
  const { certificateChain: chain = '' } = answer;
  if (byteLength(chain) > MAX_CHAIN) return [fieldErrors.tooLong(chainField, MAX_CHAIN)];
  const leaf = leafOf(chain);
  if (!(leaf instanceof X509Certificate)) return [leaf];
  const { key, fault } = keyOf(spec);
  if (key === undefined) return [fault];
  if (!key.equals(leaf.publicKey)) {
    return [wrongChain(chain, 'leaf certificate was not issued to the requested public key')];
  }
  const missing = validateTimesPresent(answer);
  if (missing.length > 0) return missing;
  return firstOf(validateTime(answer, leaf, { now, spec }), validateRest(chain));
}

const firstOf = (...lists: readonly FieldError[][]): FieldError[] => lists.flat().slice(0, 1);

const wrongChain = (chain: string, why: string): FieldError => fieldErrors.invalid(chainField, chain, why);

function readCertificate({ bytes }: PemBlock): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    // Not a certificate: the caller says so.
    return undefined;
  }
}

function leafOf(chain: string): X509Certificate | FieldError {
  const block = nextPemBlock(chain);
  if (block === undefined) return wrongChain(chain, 'issued certificate chain must contain at least one certificate');
  if (block.label !== 'CERTIFICATE') {
    return wrongChain(chain, 'issued certificate chain must consist entirely of CERTIFICATE PEM blocks');
  }
  return readCertificate(block) ?? wrongChain(chain, 'leaf certificate does not parse as valid X.509');
}

function validateRest(chain: string): FieldError[] {
  const leaf = nextPemBlock(chain);
  for (let block = nextPemBlock(leaf?.rest ?? ''); block !== undefined; block = nextPemBlock(block.rest)) {
    if (block.label !== 'CERTIFICATE') {
      return [wrongChain(chain, 'issued certificate chain must consist entirely of CERTFICATE PEM blocks')];
    }
    if (readCertificate(block) === undefined) {
      return [wrongChain(chain, 'intermediate certificate does not parse as valid X.509')];
    }
  }
  return [];
}

const whenMissing = {
  notBefore: 'must be present and consistent with the issued certificate',
  notAfter: 'must be present and consistent with the issued certificate',
  beginRefreshAt: 'must be present and in the range [notbefore+10min, notafter-10min]',
} as const;

function validateTimesPresent(answer: PodCertificateStatus): FieldError[] {
  return (['notBefore', 'notAfter', 'beginRefreshAt'] as const)
    .filter((name) => answer[name] === undefined || answer[name] === null)
    .map((name) => fieldErrors.required(status.child(name), whenMissing[name]));
}

interface TimeContext {
  readonly now: number;
  readonly spec: PodCertificateSpec;
}

function validateTime(answer: PodCertificateStatus, leaf: X509Certificate, { now, spec }: TimeContext): FieldError[] {
  const { notBefore, beginRefreshAt, notAfter } = answer;
  const [from, refresh, to] = [
    Date.parse(notBefore ?? ''),
    Date.parse(beginRefreshAt ?? ''),
    Date.parse(notAfter ?? ''),
  ];
  const [begin, end] = [Date.parse(leaf.validFrom), Date.parse(leaf.validTo)];
  const longest = spec.maxExpirationSeconds ?? 0;
  const wrong = (isWrong: boolean, name: keyof typeof whenMissing, why: string): FieldError[] =>
    isWrong ? [fieldErrors.invalid(status.child(name), answer[name] ?? null, why)] : [];
  const lifetime = (isWrong: boolean, why: string): FieldError[] =>
    isWrong ? [fieldErrors.invalid(chainField, (end - begin) * 1e6, why)] : [];
  return [
    ...wrong(from !== begin, 'notBefore', 'must be set to the NotBefore time encoded in the leaf certificate'),
    ...wrong(
      Math.abs(from - now) > 5 * MINUTES,
      'notBefore',
      "must be set to within 5 minutes of kube-apiserver's current time",
    ),
    ...wrong(to !== end, 'notAfter', 'must be set to the NotAfter time encoded in the leaf certificate'),
    ...lifetime(end - begin < 60 * MINUTES, 'leaf certificate lifetime must be >= 1 hour'),
    ...lifetime(
      end - begin > longest * 1000,
      `leaf certificate lifetime must be <= spec.maxExpirationSeconds (${longest})`,
    ),
    ...wrong(refresh < from + 10 * MINUTES, 'beginRefreshAt', 'must be at least 10 minutes after status.notBefore'),
    ...wrong(refresh > to - 10 * MINUTES, 'beginRefreshAt', 'must be at least 10 minutes before status.notAfter'),
  ];
}
