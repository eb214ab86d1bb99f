import type { FieldNames, ObjectSubresource } from '#machinery';

/** What writes of a part of an object leave alone. */
type PartOwnership = Pick<ObjectSubresource, 'resets'>;

const metadataAndSpec: PartOwnership = { resets: [['metadata'], ['spec']] };
/** Where it is not simply the spec that a write of the status leaves alone. By resource and subresource. */
const parts: ReadonlyMap<string, PartOwnership> = new Map<string, PartOwnership>([
  ['pods/status', { resets: [['spec'], ['metadata', 'deletionTimestamp'], ['metadata', 'ownerReferences']] }],
  ['deployments/status', { resets: [['spec'], ['metadata', 'labels']] }],
  ['certificatesigningrequests/status', { resets: [['spec'], ['status', 'conditions']] }],
  ['certificatesigningrequests/approval', { resets: [['spec'], ['status', 'certificate']] }],
  ...[
    'apiservices',
    'csinodes',
    'devicetaintrules',
    'flowschemas',
    'prioritylevelconfigurations',
    'resourceclaims',
    'servicecidrs',
    'storageversionmigrations',
    'validatingadmissionpolicies',
    'volumeattachments',
  ].map((resource) => [`${resource}/status`, metadataAndSpec] as const),
]);

export function partOwnership(resource: string, subresource: string): PartOwnership {
  return parts.get(`${resource}/${subresource}`) ?? {};
}

/** Where it is not simply the status that a write of the whole leaves alone. */
const wholes: ReadonlyMap<string, readonly FieldNames[]> = new Map([
  ['certificatesigningrequests', [['spec'], ['status']]],
  // It leaves the status alone as well, but who writes it comes to own it nevertheless.
  ['podcertificaterequests', []],
]);

export function wholeOwnership(resource: string): { readonly resets?: readonly FieldNames[] } {
  const resets = wholes.get(resource);
  return resets === undefined ? {} : { resets };
}
