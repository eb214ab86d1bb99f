import { DecodeError, type ParsedBody, parseJson } from '#machinery';
import { apiErrors, parseQueryOptions, validatePatchOptions } from '#meta';
import { type PatchKind, patched, update } from '#registry';
import type { Reply } from '../call.ts';
import { presentObject } from '../encode/object.ts';
import { accessOf, reply, type VerbCall, viewOf } from './context.ts';
import { validationOf } from './create.ts';
import { refuse } from './list.ts';
import { matchUrl } from './update.ts';

const PATCH_TYPES: { readonly [mediaType: string]: PatchKind } = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
};

export async function patch(request: VerbCall): Promise<Reply> {
  const kind = patchKindOf(request);
  const view = viewOf(request);
  const bytes = await request.call.body();
  const options = parseQueryOptions('patch', request.query);
  refuse('PatchOptions', validatePatchOptions(options, { apply: false }));
  const fieldValidation = validationOf(options.fieldValidation);
  const document = parseDocument(bytes, { strict: fieldValidation !== 'Ignore', kind });
  const access = accessOf(request, { dryRun: options.dryRun.length > 0 });
  const check = (object: Parameters<typeof matchUrl>[1]): void => matchUrl(request, object);
  const wanted = patched(access, request.face, { kind, document, fieldValidation, check });
  const { shown } = await update(access, { name: request.info.name, wanted, patched: true });
  return reply(view, 200, await presentObject(view, shown));
}

/** The kind of patch, from the Content-Type. Strategic merges need types that say how lists merge. */
function patchKindOf({ call, resource }: VerbCall): PatchKind {
  const mediaType = (call.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const kind = Object.hasOwn(PATCH_TYPES, mediaType) ? PATCH_TYPES[mediaType] : undefined;
  if (resource.versionDefinition.codec.patchType !== undefined) {
    if (kind === undefined) throw apiErrors.patchTypeUnknown();
    return kind;
  }
  if (kind === undefined || kind === 'strategic') {
    throw apiErrors.unsupportedMediaType(
      `the body of the request was in an unknown format - accepted media types include: ${OWN_PATCH_TYPES.join(', ')}`,
    );
  }
  return kind;
}

/** What custom resources take. */
const OWN_PATCH_TYPES = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml'];

function parseDocument(
  bytes: Buffer,
  { strict, kind }: { readonly strict: boolean; readonly kind: PatchKind },
): ParsedBody {
  try {
    return parseJson(bytes, { duplicates: strict });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw apiErrors.badRequest(kind === 'strategic' ? error.message : `error decoding patch: ${error.message}`);
  }
}
