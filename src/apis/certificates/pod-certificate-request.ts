import type { Permissions } from '#machinery';
import {
  byteLength,
  type FieldError,
  fieldErrors,
  goQuote,
  nameIsDnsSubdomain,
  path,
  qualifiedNameFaults,
  sameJson,
} from '#meta';
import { type BuiltinStrategy, builtin, column, keepAllButStatus, keepStatus, nameColumn, wideColumn } from '#resource';
import { formatLabels } from '../core/format-labels.ts';
import { validateSignerName } from '../core/signer-name.ts';
import { validateBy } from '../field-validation.ts';
import { goValue } from '../go-value.ts';
import type { PodCertificateRequest, PodCertificateSpec } from './pod-certificate.ts';
import { validateProof } from './pod-certificate-key.ts';
import { validateStatus } from './pod-certificate-status.ts';
import { certificatesV1beta1 } from './v1beta1/types.ts';

const USUAL_EXPIRATION = 24 * 60 * 60;
const MIN_EXPIRATION = 60 * 60;
const MAX_EXPIRATION = 91 * 24 * 60 * 60;
const MAX_UID = 128;
const MAX_ANNOTATION_SIZE = 256 * 1024;
const spec = path('spec');

function validate({ spec: own = {} }: PodCertificateRequest): FieldError[] {
  return [
    ...validateSignerName(own.signerName ?? '', spec.child('signerName')),
    ...validateAnnotation(own.unverifiedUserAnnotations ?? {}),
    ...validateReferenceName(own, 'podName'),
    ...validateUid(own, 'podUID'),
    ...validateReferenceName(own, 'serviceAccountName'),
    ...validateUid(own, 'serviceAccountUID'),
    ...validateReferenceName(own, 'nodeName'),
    ...validateUid(own, 'nodeUID'),
    ...validateExpiration(own),
    ...validateProof(own),
  ];
}

function validateReferenceName(
  own: PodCertificateSpec,
  part: 'podName' | 'serviceAccountName' | 'nodeName',
): FieldError[] {
  return validateBy(spec.child(part), own[part] ?? '', (name) => nameIsDnsSubdomain(name, { prefix: false }));
}

function validateUid(own: PodCertificateSpec, part: 'podUID' | 'serviceAccountUID' | 'nodeUID'): FieldError[] {
  const uid = own[part] ?? '';
  if (uid === '') return [fieldErrors.invalid(spec.child(part), uid, 'must not be empty')];
  return byteLength(uid) > MAX_UID ? [fieldErrors.tooLong(spec.child(part), MAX_UID)] : [];
}

function validateAnnotation(annotations: { readonly [key: string]: string }): FieldError[] {
  const field = spec.child('unverifiedUserAnnotations');
  const faults = Object.keys(annotations).flatMap((name) => {
    const key = name.toLowerCase();
    if (key === '') return [fieldErrors.required(field)];
    const own = validateBy(field, key, qualifiedNameFaults);
    const why = 'must be a domain-prefixed key (such as "acme.io/foo")';
    return own.length > 0 || key.includes('/') ? own : [fieldErrors.invalid(field, key, why)];
  });
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  return size > MAX_ANNOTATION_SIZE ? [...faults, fieldErrors.tooLong(field, MAX_ANNOTATION_SIZE)] : faults;
}

/** Signers of Kubernetes itself do not sign for longer than a day. */
function validateExpiration({ signerName = '', maxExpirationSeconds: seconds = 0 }: PodCertificateSpec): FieldError[] {
  const [domain = ''] = signerName.split('/');
  const isOurs = domain === 'kubernetes.io' || domain.endsWith('.kubernetes.io');
  const max = isOurs ? USUAL_EXPIRATION : MAX_EXPIRATION;
  if (seconds >= MIN_EXPIRATION && seconds <= max) return [];
  const why = `must be in the range [${MIN_EXPIRATION}, ${max}]`;
  return [fieldErrors.invalid(spec.child('maxExpirationSeconds'), seconds, why)];
}

function validateFixedSpec({ spec: own }: PodCertificateRequest, live: PodCertificateRequest): FieldError[] {
  if (sameJson(own, live.spec)) return [];
  const shown = goValue(certificatesV1beta1.type('PodCertificateRequestSpec'), own);
  return [fieldErrors.invalid(spec, shown, 'field is immutable')];
}

/** Who signs must be allowed to sign for that signer, not only to write the status. */
async function signerAccess(
  { status }: PodCertificateRequest,
  live: PodCertificateRequest | undefined,
  permissions: Permissions,
): Promise<FieldError[]> {
  if (sameJson(status, live?.status)) return [];
  const { signerName = '' } = live?.spec ?? {};
  const signer = { verb: 'sign', group: 'certificates.k8s.io', resource: 'signers', subresource: '', namespace: '' };
  for (const name of [signerName, `${signerName.split('/')[0]}/*`]) {
    if ((await permissions.refusal({ ...signer, name })) === undefined) return [];
  }
  const why = `User ${goQuote(permissions.user.name)} is not permitted to "sign" for signer ${goQuote(signerName)}`;
  return [fieldErrors.forbidden(spec.child('signerName'), why)];
}

const strategy: BuiltinStrategy<PodCertificateRequest> = {
  // It leaves the status alone, but who writes it comes to own it nevertheless.
  resets: [],
  updatesUnconditionally: false,
  repeats: ['change'],
  prepareForCreate(request) {
    request.status = {};
  },
  prepareForUpdate: keepStatus,
  validateCreate: validate,
  validateUpdate: validateFixedSpec,
};

function stateOf({ status }: PodCertificateRequest): string {
  const end = (status?.conditions ?? []).findLast(({ type = '' }) => ['Issued', 'Denied', 'Failed'].includes(type));
  return end?.type ?? 'Pending';
}

const part = (name: 'podName' | 'serviceAccountName' | 'nodeName' | 'signerName') => (request: PodCertificateRequest) =>
  request.spec?.[name] ?? '';

export const podCertificateRequests = builtin({
  group: 'certificates.k8s.io',
  version: 'v1beta1',
  kind: 'PodCertificateRequest',
  resource: 'podcertificaterequests',
  namespaced: true,
  type: certificatesV1beta1.type('PodCertificateRequest'),
  defaults({ spec: own }: PodCertificateRequest) {
    if (own !== undefined) own.maxExpirationSeconds ??= USUAL_EXPIRATION;
  },
  strategy,
  subresources: [
    {
      name: 'status',
      strategy: {
        prepareForUpdate: keepAllButStatus,
        validateUpdate: validateStatus,
        validatePermissions: signerAccess,
      },
    },
  ],
  selectableFields: {
    'spec.signerName': part('signerName'),
    'spec.podName': part('podName'),
    'spec.nodeName': part('nodeName'),
  },
  columns: [
    nameColumn,
    column('PodName', 'The pod.', part('podName')),
    column('ServiceAccountName', 'Its service account.', part('serviceAccountName')),
    column('NodeName', 'Its node.', part('nodeName')),
    column('SignerName', 'Who shall sign.', part('signerName')),
    column('State', 'Pending, Issued, Denied or Failed.', stateOf),
    wideColumn(
      'UnverifiedUserAnnotations',
      'What the pod says to the signer.',
      ({ spec: own }: PodCertificateRequest) => formatLabels(own?.unverifiedUserAnnotations ?? {}),
    ),
  ],
});
