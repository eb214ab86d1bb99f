import { compare, FieldSet, type ManagedSet, type Managers, type MergeType, pathOf, update } from '#merge';
import { type JsonObject, type MaybePromise, whenReady } from '#meta';
import { capUpdaters } from './cap-updaters.ts';
import { identify, type Managed, nobody } from './managed.ts';
import { managerOf, type Writer } from './writer.ts';

/** Two states of an object, in the version of the writer, without their managed fields. */
interface TrackedStates {
  readonly live: JsonObject;
  readonly next: JsonObject;
}

/** What belongs to the server, and to nobody else. */
const serverFields = FieldSet.of(
  pathOf('apiVersion'),
  pathOf('kind'),
  pathOf('metadata'),
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => pathOf('metadata', name)),
);

/** Without the fields that nobody can own; undefined if nothing is left. */
export function withoutServerFields(owned: ManagedSet | undefined): ManagedSet | undefined {
  if (owned === undefined) return undefined;
  const set = owned.set.difference(serverFields);
  return set.isEmpty ? undefined : { ...owned, set };
}

/** A stand-in for the writer: only after the comparison it shows whether it owns anything. */
const CURRENT = 'current-operation';

/**
 * Notes that somebody changed an object: what was changed belongs to the writer from now on, and to nobody else. k8s:
 * util/managedfields
 */
export function trackUpdate(managed: Managed, { live, next }: TrackedStates, writer: Writer): MaybePromise<Managed> {
  const type = writer.versions.typeOf(writer.version);
  if (managed.sets.size === 0 && type !== undefined) return trackFirst({ live, next }, writer, type);
  const { version, versions, filters } = writer;
  const updated = update(live, next, {
    manager: CURRENT,
    version,
    managers: managed.sets,
    versions,
    ...(filters !== undefined && { filters }),
  });
  return whenReady(updated, ({ managers }) => withGained(managed, managers, writer));
}

/** What was gained goes to the writer, who may have had something before. */
function withGained(managed: Managed, updated: Managers, writer: Writer): Managed {
  const sets = new Map(updated);
  const gained = withoutServerFields(sets.get(CURRENT));
  sets.delete(CURRENT);
  if (gained === undefined) return capUpdaters({ ...managed, sets });
  const manager = managerOf(writer, 'Update');
  const id = identify(manager);
  const before = sets.get(id);
  sets.set(id, before === undefined ? gained : { ...gained, set: gained.set.union(before.set) });
  const managers = new Map(managed.managers).set(id, manager);
  return capUpdaters({ ...managed, sets, managers, times: new Map(managed.times).set(id, writer.now) });
}

/** The same where there are no others yet: most creations. */
function trackFirst({ live, next }: TrackedStates, writer: Writer, type: MergeType): Managed {
  const { version, filters, now } = writer;
  const { added, modified } = compare(live, next, type);
  const changed = modified.union(added);
  const owns = withoutServerFields({
    apiVersion: version,
    set: filters?.get(version)?.(changed) ?? changed,
    applied: false,
  });
  if (owns === undefined) return nobody;
  const manager = managerOf(writer, 'Update');
  const id = identify(manager);
  return { sets: new Map([[id, owns]]), managers: new Map([[id, manager]]), times: new Map([[id, now]]) };
}
