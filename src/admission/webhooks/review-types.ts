import { typedCodec, type VersionCodec } from '#machinery';
import { describeTypes, metaV1 } from '#schema';

export const REVIEW_GROUP = 'admission.k8s.io';

export type ReviewVersion = 'v1' | 'v1beta1';

/** What is read of the answer of a webhook. Both versions look the same. */
function codecOf(version: ReviewVersion): VersionCodec {
  const types = describeTypes(
    { package: `io.k8s.api.admission.${version}`, goPackage: version, uses: { meta: metaV1 } },
    `
AdmissionReview | A question to a webhook, and its answer.
  2 response AdmissionResponse? | The answer.
AdmissionResponse | The answer of a webhook.
  1 uid string always go=types.UID | Which question it answers.
  2 allowed bool always | Whether it may be done.
  3 status meta.Status? | Why not.
  4 patch bytes | What is to be changed: a JSON patch.
  5 patchType string? go=PatchType | Of which kind the patch is.
  6 auditAnnotations {string} | What is to be noted.
  7 warnings [string] | What the client is to be told.
`,
  );
  return typedCodec(types.type('AdmissionReview'), { group: REVIEW_GROUP, version, kind: 'AdmissionReview' });
}

let codecs: { readonly [version in ReviewVersion]: VersionCodec } | undefined;

/** Made when the first webhook has answered. */
export function reviewCodec(version: ReviewVersion): VersionCodec {
  codecs ??= { v1: codecOf('v1'), v1beta1: codecOf('v1beta1') };
  return codecs[version];
}
