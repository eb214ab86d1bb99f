import { apiErrors } from '#meta';
import type { PatchKind } from '#registry';
import type { VerbCall } from './context.ts';

const patchTypes: { readonly [mediaType: string]: PatchKind | 'apply' } = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
};

const APPLY_CBOR = 'application/apply-patch+cbor';

/** Whether what is applied is CBOR, where that is served. */
export const appliesCbor = ({ call, house }: Pick<VerbCall, 'call' | 'house'>): boolean =>
  house.settings.servesCbor === true && mediaTypeOf(call) === APPLY_CBOR;

const mediaTypeOf = ({ headers }: VerbCall['call']): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** The kind of patch, from the Content-Type. Strategic merges need types that say how lists merge. */
export function patchKindOf(request: Pick<VerbCall, 'call' | 'resource' | 'house'>): PatchKind | 'apply' {
  if (appliesCbor(request)) return 'apply';
  const { call, resource, house } = request;
  const mediaType = mediaTypeOf(call);
  const kind = Object.hasOwn(patchTypes, mediaType) ? patchTypes[mediaType] : undefined;
  if (resource.versionDefinition.codec.patchType !== undefined) {
    if (kind === undefined) throw apiErrors.patchTypeUnknown();
    return kind;
  }
  if (kind === undefined || kind === 'strategic') {
    const known = house.settings.servesCbor ? [...customPatchTypes, APPLY_CBOR] : customPatchTypes;
    throw apiErrors.unsupportedMediaType(
      `the body of the request was in an unknown format - accepted media types include: ${known.join(', ')}`,
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
