import { DecodeError, type ParsedBody, parseCbor, parseJson, parseYaml, requireCborMap } from '#machinery';
import {
  apiErrors,
  isJsonObject,
  type JsonObject,
  jsonTypeName,
  type MaybePromise,
  type PatchOptions,
  parseQueryOptions,
  validatePatchOptions,
  whenReady,
} from '#meta';
import { type Access, applied, type PatchKind, patched, type Updated, update } from '#registry';
import type { Reply } from '../call.ts';
import { patchedKindFault } from '../other-kind.ts';
import { notePatch } from './audited-body.ts';
import { objectReply, type VerbCall, viewOf, writeAccessOf, writeOptionsFor } from './context.ts';
import { appliesCbor, patchKindOf } from './patch-kind.ts';
import { refuse, validationOf } from './request-options.ts';
import { matchUrl } from './sent-object.ts';

export function patch(request: VerbCall): MaybePromise<Reply> {
  const kind = patchKindOf(request);
  const view = viewOf(request);
  return whenReady(request.call.body(), (bytes) => {
    const options = parseQueryOptions('patch', request.query);
    refuse('PatchOptions', validatePatchOptions(options, { apply: kind === 'apply' }));
    if (request.audit?.wantsRequest) notePatch(request.audit, bytes, { cbor: appliesCbor(request) });
    const access = writeAccessOf(request, writeOptionsFor(view, options));
    const write: PatchWrite = { request, access, bytes, options };
    return whenReady(kind === 'apply' ? applyPatch(write) : changePatch(write, kind), ({ shown, created }) =>
      objectReply(request, { view, status: created ? 201 : 200, shown }),
    );
  });
}

interface PatchWrite {
  readonly request: VerbCall;
  readonly access: Access;
  readonly bytes: Buffer;
  readonly options: PatchOptions;
}

function changePatch({ request, access, bytes, options }: PatchWrite, kind: PatchKind): Promise<Updated> {
  const fieldValidation = validationOf(options.fieldValidation);
  let parsed: ParsedBody | undefined;
  const document = (): ParsedBody => {
    parsed ??= parseDocument(bytes, { strict: fieldValidation !== 'Ignore', kind });
    return parsed;
  };
  const check = (object: Parameters<typeof matchUrl>[1]): void => matchUrl(request, object);
  const otherKind = (value: JsonObject): string => patchedKindFault(request.catalog, request.requestView.served, value);
  const wanted = patched(access, request.requestView, { kind, document, fieldValidation, check, otherKind });
  return update(access, { name: request.info.name, wanted, patched: true });
}

/** Applying creates a missing object, but not a part of a missing object. */
function applyPatch({ request, access, bytes, options }: PatchWrite): Promise<Updated> {
  const fieldValidation = validationOf(options.fieldValidation);
  const document = appliesCbor(request)
    ? parseCborConfiguration(bytes)
    : parseConfiguration(bytes, { strict: fieldValidation !== 'Ignore' });
  const check = (object: Parameters<typeof matchUrl>[1]): void => matchUrl(request, object);
  const { force = false } = options;
  const wanted = applied(access, request.requestView, { document, force, fieldValidation, check });
  const createsAlways = request.info.subresource === '';
  return update(access, { name: request.info.name, wanted, createsAlways, patched: true, tracked: true });
}

interface ReadAs {
  readonly strict: boolean;
  readonly kind: PatchKind;
}

function parseDocument(bytes: Buffer, { strict, kind }: ReadAs): ParsedBody {
  try {
    return parseJson(bytes, { duplicates: strict });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw apiErrors.badRequest(unreadable(error, { strict, kind }));
  }
}

/** Who asks for no word of unknown fields is answered by the library that patches. */
function unreadable(error: DecodeError, { strict, kind }: ReadAs): string {
  if (kind === 'strategic') return error.message;
  if (strict) return `error decoding patch: ${inOperation(error, kind)}`;
  return kind === 'merge' ? 'Invalid JSON Patch' : error.message;
}

/** Go names the field of an operation for a number that does not fit. */
function inOperation({ message }: DecodeError, kind: PatchKind): string {
  return kind === 'json'
    ? message.replace(/ Go value of type float64$/, ' Go struct field jsonPatchOp.value of type float64')
    : message;
}

/** The real server tells of it as of YAML too. */
function parseCborConfiguration(bytes: Buffer): ParsedBody {
  try {
    requireCborMap(bytes);
    return parseCbor(bytes);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw apiErrors.badRequest(`error decoding YAML: ${error.message}`);
  }
}

/** A configuration is YAML, and so is JSON: what is wrong with it is told as of YAML. */
function parseConfiguration(bytes: Buffer, { strict }: { readonly strict: boolean }): ParsedBody {
  const document = parseAsJson(bytes, { strict }) ?? parseAsYaml(bytes, { strict });
  const { value } = document;
  if (value === null || isJsonObject(value)) return document;
  throw apiErrors.badRequest(
    `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`,
  );
}

const BRACE = 0x7b;

/** Most clients send JSON, which is much faster to read. Undefined if it is none, or has something to report. */
function parseAsJson(bytes: Buffer, { strict }: { readonly strict: boolean }): ParsedBody | undefined {
  if (bytes[0] !== BRACE) return undefined;
  try {
    const document = parseJson(bytes, { duplicates: strict });
    return document.duplicates.length === 0 ? document : undefined;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

function parseAsYaml(bytes: Buffer, { strict }: { readonly strict: boolean }): ParsedBody {
  try {
    return parseYaml(bytes, { duplicates: strict });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw apiErrors.badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`);
  }
}
