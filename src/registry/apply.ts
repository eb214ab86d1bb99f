import { DecodeError, type FieldValidation, type ParsedBody, type ServedResource, viewIn } from '#machinery';
import {
  apiErrors,
  apiVersionOf,
  getOwn,
  type Hub,
  isJsonObject,
  type Json,
  type JsonObject,
  type MaybePromise,
  orElse,
  parseApiVersion,
  type Versioned,
  whenReady,
} from '#meta';
import { type Access, groupResourceOf } from './access.ts';
import { type AppliedConfig, type Applying, applyConfig, BadConfiguration } from './field-management/apply-config.ts';
import { conflictError } from './field-management/conflict-error.ts';
import { renewLastApplied } from './field-management/last-applied.ts';
import { emptyObject, withoutManagedFields } from './field-management/object-forms.ts';
import { ScaleOwnership, scaleWriter } from './field-management/scale-ownership.ts';
import { managedOf, setManaged } from './field-management/track-write.ts';
import { type Writer, writerOf } from './field-management/writer.ts';
import type { RequestView } from './request-view.ts';
import type { WantedState } from './wanted-state.ts';

interface ApplyPatch {
  /** The configuration, and which keys it has twice. */
  readonly document: ParsedBody;
  /** Take what others own. */
  readonly force: boolean;
  readonly fieldValidation: FieldValidation;
  /** Refuses a result that is about another object than the URL names. */
  readonly check: (object: Versioned) => void;
}

/** Nulls that applying made are kept, so that they are refused where they are not allowed. */
const asApplied = { keepNulls: true };

/** The result of applying a configuration to the live object, or to none, with its managed fields up to date. */
export function applied(access: Access, requestView: RequestView, patch: ApplyPatch): WantedState {
  return (live) =>
    whenReady(live === null ? null : requestView.base(live), (base) => {
      const config = configOf(requestView.served, patch.document);
      const empty = emptyObject(requestView.served);
      const applying = { empty, live: base === null ? empty : withoutManagedFields(base), config, force: patch.force };
      return whenReady(merge(access, live, applying), ({ object: merged, managed, writer }) => {
        reportDuplicates(access, patch);
        const sent = decode(requestView.served, merged);
        renewLastApplied(sent, config, writer);
        refuseForeignUid(access, sent, live);
        patch.check(sent);
        return whenReady(requestView.take(sent, live, asApplied), (object) => {
          setManaged(object, managed);
          return object;
        });
      });
    });
}

/** The configuration, if it is one for this kind. */
function configOf(served: ServedResource, { value }: ParsedBody): JsonObject {
  const config = isJsonObject(value) ? value : {};
  const said = kindOf(config);
  const { group, version, definition } = served;
  if (said !== `${group}/${version}, Kind=${definition.kind}`) {
    throw apiErrors.badRequest(`invalid object type: ${said}`);
  }
  const metadata = getOwn(config, 'metadata');
  const managedFields = isJsonObject(metadata) ? getOwn(metadata, 'managedFields') : undefined;
  if (managedFields !== undefined && managedFields !== null) {
    throw apiErrors.badRequest('metadata.managedFields must be nil');
  }
  return config;
}

function kindOf(config: JsonObject): string {
  const apiVersion = getOwn(config, 'apiVersion');
  const kind = getOwn(config, 'kind');
  const parsed = typeof apiVersion === 'string' && apiVersion !== '' ? parseApiVersion(apiVersion) : undefined;
  if (typeof apiVersion === 'string' && apiVersion !== '' && parsed === undefined) return '/, Kind=';
  return `${parsed?.group ?? ''}/${parsed?.version ?? ''}, Kind=${typeof kind === 'string' ? kind : ''}`;
}

interface Merged extends AppliedConfig {
  readonly writer: Writer;
}

function merge(access: Access, live: Hub | null, applying: Applying): MaybePromise<Merged> {
  const view = viewIn(access.resource.definition, access.subresource);
  const before = managedOf(live);
  if (view === undefined) {
    const writer = writerOf(access);
    const merging = attempt(applying, writer, () => applyConfig(before, applying, writer));
    return whenReady(merging, (merged) => ({ ...merged, writer }));
  }
  const ownership = new ScaleOwnership(access, view, before);
  const writer = scaleWriter(access, view);
  const merging = attempt(applying, writer, () => applyConfig(ownership.inScale, applying, writer));
  return whenReady(merging, ({ object, managed }) => ({ object, managed: ownership.inParent(managed), writer }));
}

function attempt(
  { config }: Applying,
  { name }: Writer,
  work: () => ReturnType<typeof applyConfig>,
): MaybePromise<AppliedConfig> {
  const outcome = orElse(work, (error) => {
    // The real server answers this with 500, though it is the client's mistake.
    if (error instanceof BadConfiguration) throw refused(config, error.message);
    throw error;
  });
  return whenReady(outcome, (made) => {
    if ('conflicts' in made) throw conflictError(made, name);
    return made;
  });
}

function refused(config: JsonObject, why: string): Error {
  const { name, namespace } = isJsonObject(config.metadata) ? config.metadata : {};
  return apiErrors.badRequest(
    `failed to create typed patch object (${textOf(namespace)}/${textOf(name)}; ${kindOf(config)}): ${why}`,
  );
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function reportDuplicates({ warn }: Access, { document, fieldValidation }: ApplyPatch): void {
  const { duplicates } = document;
  if (duplicates.length === 0 || fieldValidation === 'Ignore') return;
  if (fieldValidation === 'Warn') {
    for (const text of duplicates) warn(text);
    return;
  }
  const lines = duplicates.map((text) => `\n  ${text}`).join('');
  throw apiErrors.badRequest(
    `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:${lines}`,
  );
}

function decode({ versionDefinition, group, version, definition }: ServedResource, merged: JsonObject): Versioned {
  try {
    return versionDefinition.codec.decode({ value: merged, duplicates: [] }, asApplied).object;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const kind = `${apiVersionOf({ group, version })}, Kind=${definition.kind}`;
    throw apiErrors.badRequest(`failed to convert the merged object (${kind}): ${error.message}`);
  }
}

/** A configuration with a uid applies to an existing object only. */
function refuseForeignUid(access: Access, { metadata }: Versioned, live: Hub | null): void {
  if (live !== null || !metadata.uid) return;
  const why = `uid mismatch: the provided object specified uid ${metadata.uid}, and no existing object was found`;
  throw apiErrors.conflict(groupResourceOf(access), metadata.name ?? '', why);
}
