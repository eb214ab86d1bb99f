import { X509Certificate } from 'node:crypto';
import { type FieldError, type FieldPath, fieldErrors, goQuote, path, sameJson } from '#meta';
import { nextPemBlock } from '#webhook';
import { validateSignerName } from '../core/signer-name.ts';
import { organizationsIn, signingRequestFault } from './signing-request.ts';
import type { Types } from './v1/types.gen.ts';

export type RequestCondition = Types['CertificateSigningRequestCondition'];
export type SigningRequest = Types['CertificateSigningRequest'];

const usages =
  'any,cert sign,client auth,code signing,content commitment,crl sign,data encipherment,decipher only,digital signature,email protection,encipher only,ipsec end system,ipsec tunnel,ipsec user,key agreement,key encipherment,microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth,signing,timestamping'.split(
    ',',
  );
const LEGACY_SIGNER = 'kubernetes.io/legacy-unknown';
const MIN_EXPIRATION = 600;
const decisions = ['Approved', 'Denied'];
const onlyTrue = [...decisions, 'Failed'];

const conditionsOf = ({ status }: SigningRequest): readonly RequestCondition[] => status?.conditions ?? [];
const ofType = (request: SigningRequest, type: string): RequestCondition[] =>
  conditionsOf(request).filter((condition) => condition.type === type);

export function validate(request: SigningRequest, live?: SigningRequest): FieldError[] {
  const { spec = {}, status = {} } = request;
  const field = path('spec');
  const fault = requestFault(spec.request ?? '');
  const seconds = spec.expirationSeconds ?? MIN_EXPIRATION;
  return [
    ...(fault === undefined ? [] : [fieldErrors.invalid(field.child('request'), spec.request ?? null, fault)]),
    ...validateUsage(field.child('usages'), spec.usages ?? [], live?.spec?.usages ?? []),
    ...validateSigner(field.child('signerName'), spec.signerName ?? '', live?.spec?.signerName),
    ...(seconds < MIN_EXPIRATION
      ? [
          fieldErrors.invalid(
            field.child('expirationSeconds'),
            seconds,
            'may not specify a duration less than 600 seconds (10 minutes)',
          ),
        ]
      : []),
    ...validateCondition(request, live),
    ...validateCertificate(status.certificate ?? '', live),
  ];
}

function requestFault(base64: string): string | undefined {
  const block = nextPemBlock(Buffer.from(base64, 'base64').toString('latin1'));
  if (block?.label !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST';
  return signingRequestFault(block.bytes);
}

/** The organizations that a request, as in `spec.request`, asks to belong to; undefined where it cannot be read. */
export function requestedOrganizations(base64: string): readonly string[] | undefined {
  const block = nextPemBlock(Buffer.from(base64, 'base64').toString('latin1'));
  return block && organizationsIn(block.bytes);
}

/** What the stored request says already, it may go on saying. */
function validateUsage(field: FieldPath, list: readonly string[], before: readonly string[]): FieldError[] {
  const faults = list.length === 0 ? [fieldErrors.required(field)] : [];
  const looseUnknown = before.some((usage) => !usages.includes(usage));
  const looseRepeated = new Set(before).size < before.length;
  for (const [at, usage] of list.entries()) {
    if (!looseUnknown && !usages.includes(usage)) faults.push(fieldErrors.notSupported(field.index(at), usage, usages));
  }
  for (const [at, usage] of list.entries()) {
    if (!looseRepeated && list.indexOf(usage) < at) faults.push(fieldErrors.duplicate(field.index(at), usage));
  }
  return faults;
}

function validateSigner(field: FieldPath, name: string, before: string | undefined): FieldError[] {
  if (name === LEGACY_SIGNER && before !== LEGACY_SIGNER) {
    return [fieldErrors.invalid(field, name, 'the legacy signerName is not allowed via this API version')];
  }
  return validateSignerName(name, field);
}

function validateCondition(request: SigningRequest, live: SigningRequest | undefined): FieldError[] {
  const conditions = conditionsOf(request);
  const before = live === undefined ? [] : conditionsOf(live);
  const types = before.map(({ type = '' }) => type);
  const loose = {
    empty: types.includes(''),
    both: decisions.every((type) => types.includes(type)),
    repeated: new Set(types).size < types.length,
  };
  const field = path('status', 'conditions');
  return conditions.flatMap((condition, at) => {
    const { type = '' } = condition;
    const earlier = conditions.slice(0, at).map((other) => other.type ?? '');
    const opposite = decisions.find((other) => decisions.includes(type) && other !== type);
    const exclusive = !loose.both && opposite !== undefined && earlier.includes(opposite);
    return [
      ...(type === '' && !loose.empty ? [fieldErrors.required(field.index(at).child('type'))] : []),
      ...validateStatus(field.index(at).child('status'), condition),
      ...(exclusive ? [fieldErrors.invalid(field, type, 'Approved and Denied conditions are mutually exclusive')] : []),
      ...(!loose.repeated && earlier.includes(type)
        ? [fieldErrors.duplicate(field.index(at).child('type'), type)]
        : []),
    ];
  });
}

function validateStatus(field: FieldPath, { type = '', status = '' }: RequestCondition): FieldError[] {
  const supported = onlyTrue.includes(type) ? ['True'] : ['False', 'True', 'Unknown'];
  if (status === '') return [fieldErrors.required(field)];
  return supported.includes(status) ? [] : [fieldErrors.notSupported(field, status, supported)];
}

function validateCertificate(certificate: string, live: SigningRequest | undefined): FieldError[] {
  const before = live?.status?.certificate ?? '';
  if (live !== undefined && (certificate === before || certificateFault(before) !== undefined)) return [];
  const fault = certificateFault(certificate);
  return fault === undefined ? [] : [fieldErrors.invalid(path('status', 'certificate'), '<certificate data>', fault)];
}

function certificateFault(base64: string): string | undefined {
  if (base64 === '') return undefined;
  let block = nextPemBlock(Buffer.from(base64, 'base64').toString('latin1'));
  if (block === undefined) return 'must contain at least one CERTIFICATE PEM block';
  while (block !== undefined) {
    const { label, hasHeaders, bytes, rest } = block;
    if (label !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found ${goQuote(label)}`;
    if (hasHeaders) return 'no PEM block headers are permitted';
    if (!isCertificate(bytes)) return 'x509: malformed certificate';
    block = nextPemBlock(rest);
  }
  return undefined;
}

function isCertificate(der: Uint8Array): boolean {
  try {
    return new X509Certificate(der).raw.length > 0;
  } catch {
    // The library cannot tell without trying.
    return false;
  }
}

/** What this write may set besides metadata. */
interface Writable {
  readonly decisions?: boolean;
  readonly certificate?: boolean;
}

export function validateChange(request: SigningRequest, live: SigningRequest, writable: Writable): FieldError[] {
  const field = path('status', 'conditions');
  const removed = onlyTrue
    .filter((type) => ofType(request, type).length < ofType(live, type).length)
    .map((type) => fieldErrors.forbidden(field, `updates may not remove a condition of type ${goQuote(type)}`));
  return [
    ...removed,
    ...(writable.decisions ? [] : decisions.flatMap((type) => validateDecision(field, type, { request, live }))),
    ...validateChangedCertificate(request, live, writable),
  ];
}

function validateDecision(
  field: FieldPath,
  type: string,
  { request, live }: { readonly request: SigningRequest; readonly live: SigningRequest },
): FieldError[] {
  const now = ofType(request, type);
  const before = ofType(live, type);
  if (now.length < before.length || sameJson(now, before)) return [];
  const what = now.length > before.length ? 'add' : 'modify';
  return [fieldErrors.forbidden(field, `updates may not ${what} a condition of type ${goQuote(type)}`)];
}

function validateChangedCertificate(request: SigningRequest, live: SigningRequest, writable: Writable): FieldError[] {
  const before = live.status?.certificate ?? '';
  if ((request.status?.certificate ?? '') === before) return [];
  const field = path('status', 'certificate');
  if (!writable.certificate) return [fieldErrors.forbidden(field, 'updates may not set certificate content')];
  if (before === '') return [];
  return [fieldErrors.forbidden(field, 'updates may not modify existing certificate content')];
}
