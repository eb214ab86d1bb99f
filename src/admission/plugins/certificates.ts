import { isDeepStrictEqual } from 'node:util';
import type { CertificatesV1, CertificatesV1beta1 } from '#apis';
import { goQuote, type KubeObject } from '#meta';
import type { IsAllowed } from '../authorization.ts';
import { forbid } from '../forbid.ts';
import { resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';

type SigningRequest = CertificatesV1['CertificateSigningRequest'];

type TrustBundle = CertificatesV1beta1['ClusterTrustBundle'];

const CLIENT_SIGNER = 'kubernetes.io/kube-apiserver-client';
const MASTERS = 'system:masters';

/** Who approves must be allowed to approve for that signer, not only to write the approval. */
export function certificateApproval(mayDo: IsAllowed): AdmissionPlugin {
  return {
    name: 'CertificateApproval',
    concerns: [{ resource: resources.certificateSigningRequests, subresources: ['approval'], operations: ['UPDATE'] }],
    check: (request: AdmissionRequest<SigningRequest>) => requireSignerOf(request, mayDo, 'approve'),
  };
}

/** Who signs must be allowed to sign for that signer, not only to write the status. */
export function certificateSigning(mayDo: IsAllowed): AdmissionPlugin {
  return {
    name: 'CertificateSigning',
    concerns: [{ resource: resources.certificateSigningRequests, subresources: ['status'], operations: ['UPDATE'] }],
    async check(request: AdmissionRequest<SigningRequest>) {
      const { object, oldObject } = request;
      if (!isDeepStrictEqual(decided(object), decided(oldObject))) await requireSignerOf(request, mayDo, 'sign');
    },
  };
}

function decided(request: SigningRequest | null): object {
  const { certificate = '', conditions = [] } = request?.status ?? {};
  return { certificate, conditions };
}

/** The signer that counts is the one that was asked for: the request may try to change it. */
async function requireSignerOf(
  request: AdmissionRequest<SigningRequest>,
  mayDo: IsAllowed,
  verb: 'approve' | 'sign',
): Promise<void> {
  const { signerName = '' } = request.oldObject?.spec ?? {};
  if (await maySign(request, mayDo, { verb, signerName })) return;
  throw forbid(request, `user not permitted to ${verb} requests with signerName ${goQuote(signerName)}`);
}

interface ForSigner {
  readonly verb: string;
  readonly signerName: string;
}

async function maySign(
  { user }: AdmissionRequest,
  mayDo: IsAllowed,
  { verb, signerName }: ForSigner,
): Promise<boolean> {
  const signer = { verb, group: 'certificates.k8s.io', resource: 'signers', subresource: '', namespace: '' };
  const domain = `${signerName.split('/')[0]}/*`;
  for (const name of [signerName, domain]) {
    if ((await mayDo(user, { ...signer, name })).allowed) return true;
  }
  return false;
}

/** Who writes a trust bundle for a signer must be allowed to attest for that signer. */
export function clusterTrustBundleAttest(mayDo: IsAllowed): AdmissionPlugin {
  return {
    name: 'ClusterTrustBundleAttest',
    concerns: [{ resource: resources.clusterTrustBundles, operations: ['CREATE', 'UPDATE'] }],
    async check(request: AdmissionRequest<TrustBundle>) {
      const { signerName = '' } = request.object?.spec ?? {};
      if (signerName === '' || isHousekeeping(request)) return;
      if (await maySign(request, mayDo, { verb: 'attest', signerName })) return;
      throw forbid(request, `user not permitted to attest for signerName ${goQuote(signerName)}`);
    },
  };
}

/** Nothing changes but what the garbage collector looks after, or nothing at all. */
function isHousekeeping({ object, oldObject }: AdmissionRequest): boolean {
  if (object === null || oldObject === null) return false;
  return isDeepStrictEqual(withoutHousekeeping(object), withoutHousekeeping(oldObject));
}

function withoutHousekeeping({ metadata, ...rest }: KubeObject): object {
  const { ownerReferences: _, finalizers: __, managedFields: ___, resourceVersion: ____, ...kept } = metadata;
  return { ...rest, metadata: kept };
}

/** The organizations in the subject of a request, given as in `spec.request`; undefined if it cannot be read. */
export type ReadOrganizations = (request: string) => readonly string[] | undefined;

/** A signature cannot make anybody one of those who may do everything. */
export function certificateSubjectRestriction(organizationsOf: ReadOrganizations): AdmissionPlugin {
  return {
    name: 'CertificateSubjectRestriction',
    concerns: [{ resource: resources.certificateSigningRequests, operations: ['CREATE'] }],
    async check(request: AdmissionRequest<SigningRequest>) {
      const { signerName, request: sent } = request.object?.spec ?? {};
      if (signerName !== CLIENT_SIGNER) return;
      const organizations = organizationsOf(sent ?? '');
      if (organizations === undefined) throw forbid(request, 'failed to parse CSR');
      if (!organizations.includes(MASTERS)) return;
      throw forbid(request, `use of ${CLIENT_SIGNER} signer with ${MASTERS} group is not allowed`);
    },
  };
}
