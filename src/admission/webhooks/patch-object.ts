import { isDeepStrictEqual } from 'node:util';
import { DecodeError, encodeJson, isCustom, JsonError, parseJson, versionKindOf } from '#machinery';
import { applyJsonPatch, type JsonPatch, PatchError, readJsonPatch } from '#merge';
import { apiErrors, goQuote, type Json, parseApiVersion, semanticEqual, type Versioned } from '#meta';
import type { AdmissionRequest } from '../plugin.ts';
import { sentCodec, sentTexts } from '../sent-codec.ts';
import type { ReviewResponse } from './admission-review.ts';
import { CallFailure } from './call-webhook.ts';
import type { Invocation } from './invocation.ts';

/** Puts what a webhook made of the object in its place. Whether that changed something. */
export async function patchObject(
  { name, matched }: Invocation,
  { request, response: { patch = '', patchType = '' }, applied: tell }: Patching,
): Promise<boolean> {
  if (patch === '') return false;
  const { read, value } = readPatch(patch);
  if (read.operations.length === 0) return false;
  const { version } = matched;
  const { object: text } = await sentTexts(request, version);
  const object = parseJson(Buffer.from(text), { duplicates: false }).value as Versioned | null;
  if (object === null) {
    const what = `admission webhook ${goQuote(name)} attempted to modify the object`;
    throw apiErrors.internal(`${what}, which is not supported for this operation`);
  }
  if (patchType !== 'JSONPatch') throw new CallFailure(`unsupported patch type ${goQuote(patchType)}`, 400);
  const patched = applied(object, read);
  const found = isCustom(request.served) ? customVersion(patched, request) : builtInVersion(patched, object);
  const isSame =
    request.operation !== 'CONNECT' &&
    !losesFractions(request) &&
    semanticEqual(object, decoded(patched, request, version));
  tell(value);
  await request.replace({ version: found ?? version, object: patched });
  // The options of a connection have no codec: what was read of them is what is there now.
  return request.operation === 'CONNECT' ? !semanticEqual(object, await request.objectIn(version)) : !isSame;
}

/**
 * The real server takes every patch of a built-in object for a change whose managed fields the request changed: their
 * times lose fractions of a second when the object is written as JSON. Others are asked again for it.
 */
function losesFractions(request: AdmissionRequest): boolean {
  const { served, metadata, oldMetadata } = request;
  if (isCustom(served) || metadata?.managedFields === undefined || withoutFractions.has(request)) return false;
  withoutFractions.add(request);
  return !isDeepStrictEqual(metadata.managedFields, oldMetadata?.managedFields);
}

/** Those that a webhook has patched before. */
const withoutFractions = new WeakSet<AdmissionRequest>();

interface Patching {
  readonly request: AdmissionRequest;
  readonly response: ReviewResponse;
  /** Is told a patch that could be applied. */
  applied(patch: Json): void;
}

function readPatch(base64: string): { readonly read: JsonPatch; readonly value: Json } {
  try {
    const { value } = parseJson(Buffer.from(base64, 'base64'), { duplicates: false });
    return { read: readJsonPatch(value, { lenient: true }), value };
  } catch (error) {
    if (!(error instanceof JsonError) && !(error instanceof PatchError)) throw error;
    throw new CallFailure(`received undecodable patch in webhook response: ${error.message}`, 503);
  }
}

function applied(object: Versioned, patch: JsonPatch): Json {
  try {
    // Parts of it are shared with the object, and decoding may change what it reads.
    return structuredClone(applyJsonPatch(object, patch));
  } catch (error) {
    if (error instanceof PatchError) throw apiErrors.internal(error.message);
    throw error;
  }
}

/** Another kind cannot be taken over. */
function builtInVersion(value: Json, { apiVersion, kind }: Versioned): undefined {
  const type = typeOf(value);
  if ((type.kind === '' || type.kind === kind) && (type.apiVersion === '' || type.apiVersion === apiVersion)) return;
  const version = goQuote(type.apiVersion === '' ? apiVersion : type.apiVersion);
  const named = `no kind ${goQuote(type.kind === '' ? kind : type.kind)} is registered for version ${version}`;
  throw apiErrors.internal(`${named} in scheme "pkg/runtime/scheme.go:111"`);
}

/** A custom resource may come back in another of its versions. */
function customVersion(value: Json, { served, kind }: AdmissionRequest): string {
  const type = typeOf(value);
  if (type.kind === '') throw apiErrors.internal(`Object 'Kind' is missing in '${encodeJson(value)}'`);
  const { group, version } = parseApiVersion(type.apiVersion) ?? { group: '', version: '' };
  if (group !== kind.group || !served.definition.versions.has(version)) {
    throw apiErrors.plain(500, `request to convert CR from an invalid group/version: ${type.apiVersion}`);
  }
  return version;
}

function typeOf(value: Json): ReturnType<typeof versionKindOf> {
  try {
    return versionKindOf(value);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw apiErrors.internal(`couldn't get version/kind; json parse error: ${error.message}`);
  }
}

/** As it is read, before defaults fill in what is not there. */
function decoded(value: Json, request: AdmissionRequest, version: string): Json {
  const { served } = request;
  if (isCustom(served)) return value;
  try {
    return sentCodec(request, version).decode({ value: structuredClone(value), duplicates: [] }).object;
  } catch (error) {
    if (error instanceof DecodeError) throw apiErrors.internal(error.message);
    throw error;
  }
}
