import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the first beta of the certificates group, in the notation of `describeTypes`. */
export const certificatesV1beta1 = describeTypes<Types>(
  { package: 'io.k8s.api.certificates.v1beta1', goPackage: 'v1beta1', uses: { meta: metaV1 } },
  `
ClusterTrustBundle | Certificates that pods may trust.
  1 metadata meta.ObjectMeta | With a signer, the name begins with it, a colon in place of the slash.
  2 spec ClusterTrustBundleSpec always required | The certificates, and whose they are.
ClusterTrustBundleSpec | Certificates to trust.
  1 signerName string immutable | Who signs with them, such as example.com/signer; cannot be changed.
  2 trustBundle string always required | Certificates of authorities in PEM, their order without meaning.
PodCertificateRequest | A request of a node for a certificate of one of its pods.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec PodCertificateRequestSpec always required | What is asked for; cannot be changed.
  3 status PodCertificateRequestStatus | The answer.
PodCertificateRequestSpec | For whom a certificate is asked, and for which key.
  1 signerName string always required | Who shall sign it.
  2 podName string always required | The pod in the same namespace.
  3 podUID string always required go=types.UID | Uid of the pod.
  4 serviceAccountName string always required | Service account of the pod.
  5 serviceAccountUID string always required go=types.UID | Uid of the service account.
  6 nodeName string always required go=types.NodeName | Node of the pod.
  7 nodeUID string always required go=types.UID | Uid of the node.
  8 maxExpirationSeconds int32? default=86400 | How long it may be valid, at least an hour.
  9 pkixPublicKey bytes always | The key, when there is no stub request.
  10 proofOfPossession bytes always | The uid of the pod, signed with the key.
  12 stubPKCS10Request bytes always required | A signing request, of which only key and signature count.
  11 unverifiedUserAnnotations {string} | What the pod says to the signer; nobody checked it.
PodCertificateRequestStatus | The answer to a request.
  1 conditions [meta.Condition] list=map(type) merge=type | Issued, Denied or Failed: at most one, and for good.
  2 certificateChain string | The certificate and those above it, in PEM.
  4 notBefore time? | When the certificate begins to be valid.
  5 beginRefreshAt time? | When to ask for the next one.
  6 notAfter time? | When it ends to be valid.
`,
);
