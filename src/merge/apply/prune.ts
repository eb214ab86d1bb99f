import type { Json, MaybePromise } from '#meta';
import { FieldSet } from './field-set.ts';
import type { ManagedSet, Writing } from './managers.ts';
import { ownedBy } from './ownership.ts';
import { removeItems } from './remove.ts';
import type { MergeType } from './schema.ts';
import { withNamedFields } from './schema-sets.ts';
import { VersionedValue } from './versions.ts';

/**
 * Removes from the merged object what its manager applied last time and nobody owns any more. `managers` already says
 * what the manager applies now.
 *
 * Whoever drops a struct or an item drops all that is in it; but what others own in it has to stay, and so has what
 * nobody owns. Hence first everything is removed that was applied last time, then what has owners is added back, then
 * what the manager never owned.
 */
export function prune(merged: Json, last: ManagedSet, writing: Writing): MaybePromise<Json> {
  const { versions, version, manager, managers } = writing;
  const applied = managers.get(manager)?.set ?? FieldSet.empty;
  // The usual case: nothing was dropped.
  if (last.apiVersion === version && last.set.difference(applied).isEmpty) return merged;
  const type = versions.typeOf(last.apiVersion);
  if (type === undefined || last.set.isEmpty) return merged;
  return pruneOwned(merged, { last, type }, writing);
}

interface LastApplied {
  readonly last: ManagedSet;
  /** Of its version. */
  readonly type: MergeType;
}

async function pruneOwned(merged: Json, { last, type }: LastApplied, writing: Writing): Promise<Json> {
  const { versions, version } = writing;
  const whole = new VersionedFields(new VersionedValue(versions, version, merged));
  const base = await whole.in(last.apiVersion, type);
  const lastSet = withNamedFields(last.set, type);
  const without = removeItems(base.value, lastSet, type);
  let kept = new VersionedFields(new VersionedValue(versions, last.apiVersion, without));
  for (const owned of ownedByVersion(writing, last.apiVersion).values())
    kept = await addBack(writing, { whole, kept, owned });
  const remaining = await kept.in(last.apiVersion, type);
  const gone = base.fields.difference(remaining.fields).intersection(lastSet);
  return new VersionedValue(versions, last.apiVersion, removeItems(base.value, gone, type)).in(version);
}

/** What all managers own in one version. */
interface Owned {
  readonly version: string;
  readonly type: MergeType;
  readonly set: FieldSet;
}

/** The last applied version comes first: a conversion may need what is owned in it. */
function ownedByVersion({ managers, versions }: Writing, first: string): Map<string, Owned> {
  const owned = new Map<string, Owned>();
  const versionsInUse = [first, ...Array.from(managers.values(), ({ apiVersion }) => apiVersion)];
  for (const version of versionsInUse) {
    const type = versions.typeOf(version);
    if (type !== undefined) owned.set(version, { version, type, set: FieldSet.empty });
  }
  for (const { apiVersion, set } of managers.values()) {
    const known = owned.get(apiVersion);
    if (known !== undefined) owned.set(apiVersion, { ...known, set: known.set.union(set) });
  }
  return owned;
}

interface AddingBack {
  readonly whole: VersionedFields;
  readonly kept: VersionedFields;
  readonly owned: Owned;
}

/** What of the whole is either still there or owned in this version. */
async function addBack({ versions }: Writing, { whole, kept, owned }: AddingBack): Promise<VersionedFields> {
  const { version, type, set } = owned;
  const { value, fields } = await whole.in(version, type);
  const remaining = await kept.in(version, type);
  const leaving = fields.difference(remaining.fields.union(withNamedFields(set, type)));
  return new VersionedFields(new VersionedValue(versions, version, removeItems(value, leaving, type)));
}

interface ValueFields {
  readonly value: Json;
  readonly fields: FieldSet;
}

/** A value with the fields that it has, each version's found once. */
class VersionedFields {
  readonly #value: VersionedValue;
  readonly #fields = new Map<string, ValueFields>();

  constructor(value: VersionedValue) {
    this.#value = value;
  }

  async in(version: string, type: MergeType): Promise<ValueFields> {
    const known = this.#fields.get(version);
    if (known !== undefined) return known;
    const value = await this.#value.in(version);
    const found = { value, fields: withNamedFields(ownedBy(value, type), type) };
    this.#fields.set(version, found);
    return found;
  }
}
