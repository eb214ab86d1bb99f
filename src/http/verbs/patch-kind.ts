import { apiErrors } from '#meta';
import type { PatchKind } from '#registry';
import type { VerbCall } from './context.ts';

const patchTypes: { readonly [mediaType: string]: PatchKind | 'apply' } = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
};

/** The kind of patch, from the Content-Type. Strategic merges need types that say how lists merge. */
export function patchKindOf({ call, resource }: Pick<VerbCall, 'call' | 'resource'>): PatchKind | 'apply' {
  const mediaType = (call.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const kind = Object.hasOwn(patchTypes, mediaType) ? patchTypes[mediaType] : undefined;
  if (resource.versionDefinition.codec.patchType !== undefined) {
    if (kind === undefined) throw apiErrors.patchTypeUnknown();
    return kind;
  }
  if (kind === undefined || kind === 'strategic') {
    throw apiErrors.unsupportedMediaType(
      `the body of the request was in an unknown format - accepted media types include: ${customPatchTypes.join(', ')}`,
    );
  }
  return kind;
}

/** What custom resources take. */
const customPatchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/apply-patch+yaml',
];
