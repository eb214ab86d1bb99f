import { fieldsNeedChecking, isCustom, type SubresourceView, viewIn } from '#machinery';
import { TypeMismatchError, validate } from '#merge';
import {
  type Hub,
  type KubeObject,
  type ManagedFieldsEntry,
  type MaybePromise,
  orElse,
  type Versioned,
  whenReady,
} from '#meta';
import type { Access } from '../access.ts';
import { requestViewOf } from '../request-view.ts';
import { converting } from '../stage-times.ts';
import { type Managed, nobody, readManaged, writeManaged } from './managed.ts';
import { emptyObject, withoutManagedFields } from './object-forms.ts';
import { ScaleOwnership, scaleWriter } from './scale-ownership.ts';
import { trackUpdate } from './track-update.ts';
import { writerOf } from './writer.ts';

/**
 * Brings the managed fields of an object that is about to be written up to date. `live` is the stored object; null for
 * a new one. A failure here never fails the write.
 */
export function trackWrite(access: Access, object: Hub, live: Hub | null): MaybePromise<void> {
  const view = viewIn(access.resource.definition, access.subresource);
  const sent = object.metadata.managedFields;
  delete object.metadata.managedFields;
  const before = access.subresource === '' ? managedBefore(sent, live) : managedOf(live);
  if (before.sets.size === 0 && live !== null) return;
  const track = (): MaybePromise<Managed> =>
    view !== undefined && live !== null
      ? trackScale(access, view, { object, live, before })
      : trackObject(access, { object, live, before });
  return orElse(
    () => whenReady(track(), (managed) => setManaged(object, managed)),
    (error) => untracked(access, { object, live, error }),
  );
}

interface Untracked {
  readonly object: Hub;
  readonly live: Hub | null;
  readonly error: unknown;
}

function untracked(access: Access, { object, live, error }: Untracked): void {
  const { group, definition } = access.resource;
  const { namespace = '', name = '' } = object.metadata;
  const about = { group, resource: definition.resource, namespace, name, error: String(error) };
  // An object that does not fit its schema: validation tells the client, if the object may not stay as it is.
  const level = error instanceof TypeMismatchError ? 'debug' : 'warn';
  access.registry.world.log[level]('could not tell who owns the fields of an object', about);
  // Built-in kinds lose all their managed fields then, as on the real server.
  const kept = isCustom(access.resource) ? live?.metadata.managedFields : undefined;
  if (kept !== undefined) object.metadata.managedFields = kept;
}

export function setManaged(object: KubeObject, managed: Managed): void {
  const entries = writeManaged(managed);
  if (entries === undefined) delete object.metadata.managedFields;
  else object.metadata.managedFields = entries;
}

/** Malformed entries are ignored, as if there were none. */
export function managedOf(object: KubeObject | null): Managed {
  return readManaged(object?.metadata.managedFields ?? [], { stored: true }) ?? nobody;
}

/**
 * The managed fields before the write: clients may change or clear them; most send them back unchanged, or not at all.
 */
function managedBefore(sent: readonly ManagedFieldsEntry[] | undefined, live: Hub | null): Managed {
  if (sent === undefined) return managedOf(live);
  if (isReset(sent)) return nobody;
  const managed = readManaged(sent);
  return managed === undefined || managed.sets.size === 0 ? managedOf(live) : managed;
}

/** No entries, or one that says nothing. */
function isReset(sent: readonly ManagedFieldsEntry[]): boolean {
  const [first, second] = sent;
  return first === undefined || (second === undefined && Object.keys(first).length === 0);
}

interface Tracked<Live> {
  readonly object: Hub;
  readonly live: Live;
  readonly before: Managed;
}

function trackObject(access: Access, { object, live, before }: Tracked<Hub | null>): MaybePromise<Managed> {
  const { versionDefinition } = access.resource;
  const seen = (hub: Hub): MaybePromise<Versioned> => converting(access, () => versionDefinition.fromHub(hub));
  return whenReady(seen(object), (shown) =>
    whenReady(live === null ? null : seen(live), (old) => {
      const next = versionDefinition.codec.asEncoded?.(shown) ?? shown;
      if (fieldsNeedChecking(access.resource)) checkTypes(access, next, before);
      const change = { live: old === null ? emptyObject(access.resource) : withoutManagedFields(old), next };
      return trackUpdate(before, change, writerOf(access));
    }),
  );
}

/**
 * What a write cannot change may be anything at all, and another manager's version may not have all fields: an object
 * that does not fit these types as a whole is not tracked. Where something converts, it sees to the other versions itself.
 */
function checkTypes(access: Access, object: Versioned, { sets }: Managed): void {
  const { version, versions } = writerOf(access);
  const { convertsElsewhere, convertsByRules } = access.resource.definition;
  const others = convertsElsewhere || convertsByRules ? [] : [...sets.values()].map(({ apiVersion }) => apiVersion);
  for (const apiVersion of new Set([version, ...others])) {
    const type = versions.typeOf(apiVersion);
    const issues = type === undefined ? [] : validate(object, type, { allowDuplicates: true });
    if (issues.length > 0) throw new TypeMismatchError(issues);
  }
}

async function trackScale(
  access: Access,
  view: SubresourceView,
  { object, live, before }: Tracked<Hub>,
): Promise<Managed> {
  const ownership = new ScaleOwnership(access, view, before);
  const owners = ownership.inScale;
  // The owner of the replicas is not known, so none is recorded.
  if (owners.sets.size === 0) return ownership.inParent(owners);
  const requestView = requestViewOf(access.resource, access.subresource);
  const change = { live: await requestView.base(live), next: await requestView.base(object) };
  return ownership.inParent(await trackUpdate(owners, change, scaleWriter(access, view)));
}
