// Made from types.ts by 'npm run gen'. Change that, not this.
import type { Types as CertificatesV1beta1Types } from '../v1beta1/types.gen.ts';

/** Certificates that pods may trust. */
export type ClusterTrustBundle = CertificatesV1beta1Types['ClusterTrustBundle'];

/** Certificates to trust. */
export type ClusterTrustBundleSpec = CertificatesV1beta1Types['ClusterTrustBundleSpec'];

/** A request of a node for a certificate of one of its pods. */
export type PodCertificateRequest = CertificatesV1beta1Types['PodCertificateRequest'];

/** For whom a certificate is asked, and for which key. */
export type PodCertificateRequestSpec = CertificatesV1beta1Types['PodCertificateRequestSpec'];

/** The answer to a request. */
export type PodCertificateRequestStatus = CertificatesV1beta1Types['PodCertificateRequestStatus'];

/** All of them by name. */
export type Types = CertificatesV1beta1Types;
