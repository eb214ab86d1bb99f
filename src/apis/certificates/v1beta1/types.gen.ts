// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { MetaV1Types } from '#schema';

/** Certificates that pods may trust. */
export type ClusterTrustBundle = {
  apiVersion: string;
  kind: string;
  /** With a signer, the name begins with it, a colon in place of the slash. */
  metadata: ObjectMeta;
  /** The certificates, and whose they are. */
  spec?: ClusterTrustBundleSpec;
};

/** Certificates to trust. */
export type ClusterTrustBundleSpec = {
  /** Who signs with them, such as example.com/signer; cannot be changed. */
  signerName?: string;
  /** Certificates of authorities in PEM, their order without meaning. */
  trustBundle?: string;
};

/** A request of a node for a certificate of one of its pods. */
export type PodCertificateRequest = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is asked for; cannot be changed. */
  spec?: PodCertificateRequestSpec;
  /** The answer. */
  status?: PodCertificateRequestStatus;
};

/** For whom a certificate is asked, and for which key. */
export type PodCertificateRequestSpec = {
  /** Who shall sign it. */
  signerName?: string;
  /** The pod in the same namespace. */
  podName?: string;
  /** Uid of the pod. */
  podUID?: string;
  /** Service account of the pod. */
  serviceAccountName?: string;
  /** Uid of the service account. */
  serviceAccountUID?: string;
  /** Node of the pod. */
  nodeName?: string;
  /** Uid of the node. */
  nodeUID?: string;
  /** How long it may be valid, at least an hour. */
  maxExpirationSeconds?: number;
  /** The key, when there is no stub request. */
  pkixPublicKey?: string | null;
  /** The uid of the pod, signed with the key. */
  proofOfPossession?: string | null;
  /** A signing request, of which only key and signature count. */
  stubPKCS10Request?: string | null;
  /** What the pod says to the signer; nobody checked it. */
  unverifiedUserAnnotations?: { [key: string]: string };
};

/** The answer to a request. */
export type PodCertificateRequestStatus = {
  /** Issued, Denied or Failed: at most one, and for good. */
  conditions?: MetaV1Types['Condition'][];
  /** The certificate and those above it, in PEM. */
  certificateChain?: string;
  /** When the certificate begins to be valid. */
  notBefore?: string;
  /** When to ask for the next one. */
  beginRefreshAt?: string;
  /** When it ends to be valid. */
  notAfter?: string;
};

/** All of them by name. */
export type Types = {
  ClusterTrustBundle: ClusterTrustBundle;
  ClusterTrustBundleSpec: ClusterTrustBundleSpec;
  PodCertificateRequest: PodCertificateRequest;
  PodCertificateRequestSpec: PodCertificateRequestSpec;
  PodCertificateRequestStatus: PodCertificateRequestStatus;
};
