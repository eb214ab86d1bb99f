import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the certificates group, in the notation of `describeTypes`. */
export const certificatesV1 = describeTypes<Types>(
  { package: 'io.k8s.api.certificates.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
CertificateSigningRequest | A request for a certificate, to be approved and then signed.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec CertificateSigningRequestSpec always required | What is asked for, and by whom; cannot be changed.
  3 status CertificateSigningRequestStatus | Whether it was approved, and the certificate.
CertificateSigningRequestSpec | What is asked for, and by whom.
  1 request bytes always required | The request itself: PKCS#10 in a PEM block.
  7 signerName string always required | Who is to sign, as example.com/name.
  8 expirationSeconds int32? | How long the certificate should be good.
  5 usages [string] list=atomic go=[]KeyUsage | What the key may be used for.
  2 username string | Who asked; set by the server.
  3 uid string | Uid of who asked; set by the server.
  4 groups [string] list=atomic | Groups of who asked; set by the server.
  6 extra {[string]} go=map[string]ExtraValue | More about who asked; set by the server.
CertificateSigningRequestStatus | Whether a request was approved, and the certificate.
  1 conditions [CertificateSigningRequestCondition] list=map(type) | Approved, Denied, Failed and others.
  2 certificate bytes | The certificate and its chain, PEM blocks.
CertificateSigningRequestCondition | One finding about a request.
  1 type string always required go=RequestConditionType | Approved, Denied, Failed or another.
  6 status string always required go=v1.ConditionStatus | True, False or Unknown.
  2 reason string | Why, in one word.
  3 message string | Why, in a sentence.
  4 lastUpdateTime time | When it was last written.
  5 lastTransitionTime time | When its status last changed.
KeyUsage = any, cert sign, client auth, code signing, content commitment, crl sign, data encipherment, decipher only, digital signature, email protection, encipher only, ipsec end system, ipsec tunnel, ipsec user, key agreement, key encipherment, microsoft sgc, netscape sgc, ocsp signing, s/mime, server auth, signing, timestamping
`,
);
