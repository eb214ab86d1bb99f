// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';

/** A request for a certificate, to be approved and then signed. */
export type CertificateSigningRequest = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is asked for, and by whom; cannot be changed. */
  spec?: CertificateSigningRequestSpec;
  /** Whether it was approved, and the certificate. */
  status?: CertificateSigningRequestStatus;
};

/** What is asked for, and by whom. */
export type CertificateSigningRequestSpec = {
  /** The request itself: PKCS#10 in a PEM block. */
  request?: string | null;
  /** Who is to sign, as example.com/name. */
  signerName?: string;
  /** How long the certificate should be good. */
  expirationSeconds?: number;
  /** What the key may be used for. */
  usages?: string[];
  /** Who asked; set by the server. */
  username?: string;
  /** Uid of who asked; set by the server. */
  uid?: string;
  /** Groups of who asked; set by the server. */
  groups?: string[];
  /** More about who asked; set by the server. */
  extra?: { [key: string]: string[] };
};

/** Whether a request was approved, and the certificate. */
export type CertificateSigningRequestStatus = {
  /** Approved, Denied, Failed and others. */
  conditions?: CertificateSigningRequestCondition[];
  /** The certificate and its chain, PEM blocks. */
  certificate?: string;
};

/** One finding about a request. */
export type CertificateSigningRequestCondition = {
  /** Approved, Denied, Failed or another. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** Why, in one word. */
  reason?: string;
  /** Why, in a sentence. */
  message?: string;
  /** When it was last written. */
  lastUpdateTime?: string | null;
  /** When its status last changed. */
  lastTransitionTime?: string | null;
};

/** All of them by name. */
export type Types = {
  CertificateSigningRequest: CertificateSigningRequest;
  CertificateSigningRequestSpec: CertificateSigningRequestSpec;
  CertificateSigningRequestStatus: CertificateSigningRequestStatus;
  CertificateSigningRequestCondition: CertificateSigningRequestCondition;
};
