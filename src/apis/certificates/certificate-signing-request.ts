import type { RequestContext } from '#machinery';
import { humanDuration } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  keepSpec,
  keepStatus,
  nameColumn,
  type PartStrategy,
} from '#resource';
import { refusesNamespace } from '../field-refusals.ts';
import { certificatesV1 } from './v1/types.ts';
import { type RequestCondition, type SigningRequest, validate, validateChange } from './validation.ts';

/** The server sets who asks, whatever the request says. */
function tellRequester(request: SigningRequest, { user }: RequestContext): void {
  const { username: _, uid: __, groups: ___, extra: ____, ...asked } = request.spec ?? {};
  const extra = Object.entries(user.extra).map(([key, values]) => [key, [...values]]);
  request.spec = {
    ...asked,
    username: user.name,
    uid: user.uid,
    groups: [...user.groups],
    ...(extra.length > 0 ? { extra: Object.fromEntries(extra) } : {}),
  };
}

function stampConditions(request: SigningRequest, live: SigningRequest, { now }: RequestContext): void {
  for (const condition of request.status?.conditions ?? []) {
    condition.lastUpdateTime ??= now;
    condition.lastTransitionTime ??= transitionBefore(condition, live) ?? now;
  }
}

function transitionBefore({ type, status }: RequestCondition, live: SigningRequest): string | undefined {
  const same = live.status?.conditions?.find((other) => other.type === type && other.status === status);
  return same?.lastTransitionTime ?? undefined;
}

/** A status may come without the decisions as they are; those stay. */
function keepDecisions(request: SigningRequest, live: SigningRequest): void {
  const conditions = request.status?.conditions ?? [];
  for (const type of ['Approved', 'Denied']) {
    const before = (live.status?.conditions ?? []).filter((condition) => condition.type === type);
    const places = conditions.flatMap((condition, at) => (condition.type === type ? [at] : []));
    if (before.length !== places.length) continue;
    for (const [i, at] of places.entries()) {
      const decision = before[i];
      if (decision !== undefined) conditions[at] = structuredClone(decision);
    }
  }
}

/** The request as such comes first, then what changed. */
const inOrder = {
  repeats: ['whole', 'change'],
  validateUpdate: validate,
} as const satisfies Pick<PartStrategy, 'repeats' | 'validateUpdate'>;

const strategy: BuiltinStrategy<SigningRequest> = {
  resets: [['spec'], ['status']],
  validateName: () => [],
  prepareForCreate(request, context) {
    tellRequester(request, context);
    request.status = {};
  },
  prepareForUpdate(request, live) {
    keepSpec(request, live);
    keepStatus(request, live);
  },
  validateCreate: (request) => validate(request),
  ...inOrder,
  validateChange: (request, live) => validateChange(request, live, {}),
};

/** Approving and denying, for those who may. */
const approval: PartStrategy<SigningRequest> = {
  prepareForUpdate(request, live, context) {
    stampConditions(request, live, context);
    const conditions = request.status?.conditions ?? [];
    keepSpec(request, live);
    keepStatus(request, live);
    request.status = { ...request.status, conditions };
  },
  ...inOrder,
  validateChange: (request, live) => validateChange(request, live, { decisions: true }),
};

/** Handing out the certificate. */
const status: typeof approval = {
  prepareForUpdate(request: SigningRequest, live: SigningRequest, context) {
    keepSpec(request, live);
    keepDecisions(request, live);
    stampConditions(request, live, context);
  },
  ...inOrder,
  validateChange: (request: SigningRequest, live: SigningRequest) =>
    validateChange(request, live, { certificate: true }),
};

function conditionText({ status: { conditions = [], certificate = '' } = {} }: SigningRequest): string {
  const has = (type: string): boolean => conditions.some((condition) => condition.type === type);
  const decision = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  return [decision, ...(has('Failed') ? ['Failed'] : []), ...(certificate === '' ? [] : ['Issued'])].join(',');
}

export const certificateSigningRequests = builtin({
  group: 'certificates.k8s.io',
  version: 'v1',
  kind: 'CertificateSigningRequest',
  resource: 'certificatesigningrequests',
  formerly: ['certificates.k8s.io/v1beta1'],
  shortNames: ['csr'],
  namespaced: false,
  type: certificatesV1.type('CertificateSigningRequest'),
  strategy,
  subresources: [
    { name: 'approval', noTable: true, resets: [['spec'], ['status', 'certificate']], strategy: approval },
    { name: 'status', resets: [['spec'], ['status', 'conditions']], strategy: status },
  ],
  selectableFields: { 'spec.signerName': ({ spec }: SigningRequest) => spec?.signerName ?? '' },
  refusesField: refusesNamespace,
  columns: [
    nameColumn,
    ageColumn,
    column('SignerName', 'Who is to sign.', ({ spec }: SigningRequest) => spec?.signerName || '<none>'),
    column('Requestor', 'Who asked.', ({ spec }: SigningRequest) => spec?.username ?? ''),
    column('RequestedDuration', 'How long it should be good.', ({ spec }: SigningRequest) =>
      spec?.expirationSeconds === undefined ? '<none>' : humanDuration(spec.expirationSeconds * 1000),
    ),
    column('Condition', 'Whether it was approved, and issued.', conditionText),
  ],
});
