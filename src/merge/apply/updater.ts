import { compareUtf8, isJsonObject, type Json, type JsonObject, type MaybePromise, whenReady } from '#meta';
import { type Comparison, compare } from './compare.ts';
import { FieldSet } from './field-set.ts';
import type { FieldFilter } from './filter.ts';
import { type Conflict, type ManagedSet, type Managers, reconcileManagers, type Writing, withSet } from './managers.ts';
import { mergeValues } from './merge.ts';
import { ownedBy } from './ownership.ts';
import { prune } from './prune.ts';
import type { MergeType } from './schema.ts';
import { mismatch, TypeMismatchError } from './type-error.ts';
import { validate } from './validate.ts';
import { sameValue } from './values.ts';
import { VersionedValue } from './versions.ts';

export interface Applying extends Writing {
  /** Take the fields that others own. */
  readonly force?: boolean;
}

type ApplyOutcome = ApplyResult | Conflicted;

export interface ApplyResult {
  readonly outcome: 'applied';
  readonly object: JsonObject;
  readonly managers: Managers;
  /** False if the object is as it was; the managers may have changed nevertheless. */
  readonly changed: boolean;
}

/** Fields that the manager set to other values than their managers did. */
interface Conflicted {
  readonly outcome: 'conflict';
  /** By manager. */
  readonly conflicts: readonly Conflict[];
}

/**
 * Brings the live object to what a manager wants of it. The manager owns what it applies; what it applied before and
 * does not apply any more goes away, unless somebody else owns it. Throws a `TypeMismatchError` if the configuration
 * is not of its type.
 */
export function apply(live: JsonObject, config: JsonObject, applying: Applying): MaybePromise<ApplyOutcome> {
  const { manager, version } = applying;
  const type = typeOf(applying);
  checkConfig(config, type);
  const managers = reconcileManagers(applying);
  const last = managers.get(manager);
  const merged = mergeValues(live, config, type);
  const set = filterIn(applying)(ownedBy(config, type));
  managers.set(manager, { apiVersion: version, set, applied: true });
  const pruning = last === undefined ? merged : prune(merged, last, { ...applying, managers });
  return whenReady(pruning, (pruned) => applyPruned({ live, pruned, managers }, applying));
}

interface Pruned {
  readonly live: JsonObject;
  readonly pruned: Json;
  readonly managers: Managers;
}

function applyPruned({ live, pruned, managers }: Pruned, applying: Applying): MaybePromise<ApplyOutcome> {
  const { manager, force = false } = applying;
  const changes = new Changes(applying, live, pruned);
  return whenReady(changes.compareIn(versionsOfOthers(managers, manager)), (): ApplyOutcome => {
    const settled = settle(managers, changes, { manager, force });
    if (settled.conflicts !== undefined) return { outcome: 'conflict', conflicts: settled.conflicts };
    const object = isJsonObject(pruned) ? pruned : {};
    return { outcome: 'applied', object, managers: settled.managers, changed: !sameValue(live, object) };
  });
}

interface Updated {
  readonly object: JsonObject;
  readonly managers: Managers;
}

/** Notes what a manager changed between two objects: it owns that from now on, and nobody else does. */
export function update(live: JsonObject, next: JsonObject, writing: Writing): MaybePromise<Updated> {
  typeOf(writing);
  const before = reconcileManagers(writing);
  const changes = new Changes(writing, live, next);
  const versions = versionsOfOthers(before, writing.manager).add(writing.version);
  const updated = (): Updated => ({ object: next, managers: updatedManagers(before, changes, writing) });
  return whenReady(changes.compareIn(versions), updated);
}

function updatedManagers(before: Managers, changes: Changes, writing: Writing): Managers {
  const { manager, version } = writing;
  const { managers } = settle(before, changes, { manager, force: true });
  const { set: changed, removed } = changes.in(version) as ComparedChange;
  const owned = managers.get(manager) ?? { apiVersion: version, set: FieldSet.empty, applied: false };
  const set = filterIn(writing)(owned.set.difference(removed).union(changed));
  if (set.isEmpty) managers.delete(manager);
  else managers.set(manager, asUpdater(withSet(owned, set), version));
  return managers;
}

function asUpdater(managed: ManagedSet, apiVersion: string): ManagedSet {
  return managed.apiVersion === apiVersion && !managed.applied ? managed : { ...managed, apiVersion, applied: false };
}

function typeOf({ versions, version }: Writing): MergeType {
  const type = versions.typeOf(version);
  if (type === undefined) throw mismatch(`there is no type for version ${version}`);
  return type;
}

function checkConfig(config: Json, type: MergeType): void {
  const issues = validate(config, type);
  if (issues.length > 0) throw new TypeMismatchError(issues);
}

const everything: FieldFilter = (set) => set;

function filterIn({ filters, version }: Pick<Writing, 'filters' | 'version'>): FieldFilter {
  return filters?.get(version) ?? everything;
}

/** How an object changed, with what is set by the change: all that was added or modified. */
interface ComparedChange extends Comparison {
  readonly set: FieldSet;
}

/** How an object changed, as seen in each version. */
class Changes {
  readonly #writing: Writing;
  readonly #before: VersionedValue;
  readonly #after: VersionedValue;
  readonly #known = new Map<string, ComparedChange | undefined>();

  constructor(writing: Writing, before: Json, after: Json) {
    this.#writing = writing;
    this.#before = new VersionedValue(writing.versions, writing.version, before);
    this.#after = new VersionedValue(writing.versions, writing.version, after);
  }

  /** A promise only where a conversion takes a while. */
  compareIn(versions: Iterable<string>): MaybePromise<unknown> {
    const waiting: Promise<void>[] = [];
    for (const version of versions) {
      const comparing = this.#compareIn(version);
      if (comparing !== undefined) waiting.push(comparing);
    }
    return waiting.length === 0 ? undefined : Promise.all(waiting);
  }
  /** In a version for which it was compared; undefined where there is no such version. */
  in(version: string): ComparedChange | undefined {
    return this.#known.get(version);
  }

  #compareIn(version: string): Promise<void> | undefined {
    const type = this.#writing.versions.typeOf(version);
    if (type === undefined) return undefined;
    const [before, after] = [this.#before.in(version), this.#after.in(version)];
    const compared = (earlier: Json, later: Json): void => {
      const comparison = compare(earlier, later, type);
      this.#known.set(version, filtered(comparison, filterIn({ ...this.#writing, version })));
    };
    if (before instanceof Promise || after instanceof Promise)
      return Promise.all([before, after]).then((both) => compared(...both));
    compared(before, after);
    return undefined;
  }
}

function filtered(comparison: Comparison, filter: FieldFilter): ComparedChange {
  const added = filter(comparison.added);
  const modified = filter(comparison.modified);
  return { added, modified, removed: filter(comparison.removed), set: modified.union(added) };
}

/** Of what they own, the writer's own aside. */
function versionsOfOthers(managers: Managers, writer: string): Set<string> {
  const versions = new Set<string>();
  for (const [manager, { apiVersion }] of managers) if (manager !== writer) versions.add(apiVersion);
  return versions;
}

interface Settled {
  readonly managers: Map<string, ManagedSet>;
  readonly conflicts?: readonly Conflict[];
}

/** Takes what was changed from all other managers, unless they would mind. */
function settle(
  managers: Managers,
  changes: Changes,
  { manager: writer, force }: { readonly manager: string; readonly force: boolean },
): Settled {
  const settled = new Map<string, ManagedSet>();
  const conflicts: Conflict[] = [];
  for (const [manager, managed] of managers) {
    if (manager === writer) {
      if (!managed.set.isEmpty) settled.set(manager, managed);
      continue;
    }
    const change = changes.in(managed.apiVersion);
    if (change === undefined) continue;
    const lost = managed.set.intersection(change.set);
    if (!force && !lost.isEmpty) for (const path of lost.paths()) conflicts.push({ manager, path });
    const left = managed.set.difference(lost).difference(change.removed);
    if (!left.isEmpty) settled.set(manager, withSet(managed, left));
  }
  if (conflicts.length === 0) return { managers: settled };
  return { managers: settled, conflicts: conflicts.sort((a, b) => compareUtf8(a.manager, b.manager)) };
}
