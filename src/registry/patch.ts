import {
  bodiesNameKind,
  type Decoded,
  DecodeError,
  encodeJson,
  type FieldValidation,
  isCustom,
  JsonError,
  joinReports,
  NULL_API_VERSION,
  type ParsedBody,
  type ServedResource,
  strictDecodingError,
  versionKindOf,
} from '#machinery';
import {
  applyJsonMergePatch,
  applyJsonPatch,
  applyStrategicMergePatch,
  goValue,
  MalformedPatchError,
  PatchDoesNotApplyError,
  type PatchType,
  readJsonPatch,
  StrategicMergeError,
  TooManyOperationsError,
} from '#merge';
import {
  apiErrors,
  apiVersionOf,
  cloneJson,
  fieldErrors,
  type Hub,
  isJsonObject,
  type Json,
  type JsonObject,
  type KubeObject,
  path,
  type Versioned,
  whenReady,
} from '#meta';
import type { Access } from './access.ts';
import { orderAsPatched, patchedText } from './patched-text.ts';
import type { RequestView } from './request-view.ts';
import type { WantedState } from './wanted-state.ts';

export type PatchKind = 'json' | 'merge' | 'strategic';

interface Patch {
  readonly kind: PatchKind;
  readonly document: ParsedBody;
  readonly fieldValidation: FieldValidation;
  /** Refuses a result that is about another object than the URL names. */
  readonly check: (object: Versioned) => void;
  /** Why an object cannot become this one, of another kind or version, which it names. */
  readonly otherKind: (value: JsonObject) => string;
}

interface AskedPatch extends Omit<Patch, 'document'> {
  /** Reads it, when there is something to be patched. */
  document(): ParsedBody;
}

/** What a patch makes of the live object: patched as the request sees it, then checked like a body. */
export function patched(access: Access, requestView: RequestView, asked: AskedPatch): WantedState {
  return (live) =>
    whenReady(requestView.base(live as Hub), (base) => {
      const patch = { ...asked, document: asked.document() };
      const result = apply(requestView.served, cloneJson(base), patch);
      const sent = decodeResult(requestView.served, result, { ...patch, warn: access.warn });
      patch.check(sent);
      return requestView.take(sent, live);
    });
}

interface PatchResult {
  readonly value: Json;
  /** Keys that the patch has twice, and members that no operation has, in its order. */
  readonly faults: readonly string[];
}

function apply(served: ServedResource, base: Versioned, { kind, document, fieldValidation }: Patch): PatchResult {
  const lenient = fieldValidation === 'Ignore';
  const { value, duplicates } = document;
  try {
    if (kind === 'json') {
      const patch = readJsonPatch(value, { lenient });
      const faults = joinReports(document, patch.unknownFields).map((text) => `json patch ${text}`);
      return { value: applyJsonPatch(base, patch), faults };
    }
    if (kind === 'merge') return { value: applyJsonMergePatch(base, value, { lenient }), faults: duplicates };
    return { value: applyStrategicMergePatch(base, value, patchTypeOf(served)), faults: duplicates };
  } catch (error) {
    throw translated(error);
  }
}

function patchTypeOf({ versionDefinition }: ServedResource): PatchType {
  const { patchType } = versionDefinition.codec;
  if (patchType === undefined) throw new Error('a strategic merge was accepted for a kind that has none');
  return patchType;
}

function translated(error: unknown): unknown {
  if (error instanceof MalformedPatchError) return apiErrors.badRequest(error.message);
  if (error instanceof TooManyOperationsError) return apiErrors.requestEntityTooLarge(error.message);
  if (error instanceof PatchDoesNotApplyError) return apiErrors.rejected();
  // The real server answers a wrong directive with 500; clients know the message and the code.
  if (error instanceof StrategicMergeError) return apiErrors.plain(500, error.message);
  return error;
}

function decodeResult(
  resource: ServedResource,
  result: PatchResult,
  { kind, document, fieldValidation, otherKind, warn }: Patch & Pick<Access, 'warn'>,
): Versioned {
  const shown = (): string =>
    kind === 'strategic' ? goValue(document.value) : patchedText(kind, result.value, document.value);
  const refuse = (why: string): Error =>
    apiErrors.invalid({ group: '', kind: '' }, '', [fieldErrors.invalid(path('patch'), shown(), why)]);
  try {
    // A strategic merge works on a typed object, so it cannot change the kind.
    if (kind !== 'strategic') checkKind(resource, result.value, otherKind);
    const { object, strictErrors: found } = decodePatched(resource, result.value, { kind, document });
    const strictErrors = [...result.faults, ...found];
    if (fieldValidation === 'Strict' && strictErrors.length > 0) throw refuse(strictDecodingError(strictErrors));
    if (fieldValidation === 'Warn') for (const text of strictErrors) warn(text);
    return object;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const words = kind === 'strategic' ? strategicFault(resource, result.value, error) : undefined;
    throw refuse(words ?? error.message);
  }
}

function strategicFault({ versionDefinition }: ServedResource, value: Json, error: DecodeError): string | undefined {
  // Too deep to be searched for the fault.
  return error.message === 'exceeded max depth' ? undefined : versionDefinition.codec.unstructuredFault?.(value);
}

/**
 * Errors are reported in the order of the fields of the real server's patched object, which differs from ours. Errors
 * are rare, so only then the object is put in that order and decoded again.
 */
function decodePatched(
  served: ServedResource,
  value: Json,
  { kind, document }: Pick<Patch, 'kind' | 'document'>,
): Decoded {
  const { codec } = served.versionDefinition;
  const decode = (result: Json): Decoded => codec.decode({ value: result, duplicates: [] });
  const ordered = (): Decoded =>
    kind === 'strategic' ? sorted(decode(value)) : decode(orderAsPatched(kind, value, document.value));
  try {
    const decoded = decode(value);
    return decoded.strictErrors.length < 2 || isCustom(served) ? decoded : ordered();
  } catch (error) {
    if (error instanceof DecodeError) ordered();
    throw error;
  }
}

function sorted({ object, strictErrors }: Decoded): Decoded {
  return { object, strictErrors: [...strictErrors].sort() };
}

function requireTexts(value: Json): void {
  try {
    versionKindOf(value);
  } catch (error) {
    if (error instanceof JsonError)
      throw new DecodeError(`couldn't get version/kind; json parse error: ${error.message}`);
    throw error;
  }
}

/** What a custom resource becomes must say what it is. */
function requireKind(value: Json): void {
  if (!isJsonObject(value)) return;
  if ((value.kind ?? '') === '') throw new DecodeError(`Object 'Kind' is missing in '${encodeJson(value)}'`);
  if (value.apiVersion === null) throw new DecodeError(NULL_API_VERSION);
  if ((value.apiVersion ?? '') === '')
    throw new DecodeError("Object 'apiVersion' is missing in 'object has no apiVersion field'");
}

/** A patch cannot change the kind of an object. A patch that removed everything is taken to be of the right kind. */
function checkKind(served: ServedResource, value: Json, otherKind: Patch['otherKind']): void {
  const { definition, group, version } = served;
  if (bodiesNameKind(served)) requireKind(value);
  else if (Array.isArray(value)) requireTexts(value);
  const said = (value ?? {}) as Partial<KubeObject>;
  const kind = said.kind || definition.kind;
  const own = apiVersionOf({ group, version });
  const apiVersion = said.apiVersion || own;
  if (kind === definition.kind && apiVersion === own) return;
  requireTexts(value);
  // Its own rules refuse it, after everything else.
  if (bodiesNameKind(served) && kind !== definition.kind) return;
  throw new DecodeError(otherKind({ ...(value as JsonObject), kind, apiVersion }));
}
