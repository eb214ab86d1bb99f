import type { Revision } from '../../../api/object-history.ts';
import { type KubeObject, type ManagedFieldsEntry, managedFieldsOf } from '../../../api/types.ts';
import { ownershipOf } from '../../../object/field-owners.ts';
import { leafMap, pathText, sameValue } from '../../../object/leaves.ts';
import type { Path } from '../../../yaml/yaml-lines.ts';

export interface RevisionChange {
  readonly word: string;
  /** Who made it, as far as managed fields tell. */
  readonly managers: readonly string[];
  readonly fields: readonly string[];
  readonly time: string | undefined;
}

/** What made a state out of the one before it. */
export function changeOf(history: readonly Revision[], at: number): RevisionChange {
  const revision = history[at];
  const before = history[at - 1];
  if (revision === undefined) return { word: '', managers: [], fields: [], time: undefined };
  const entries = changedEntries(before?.object, revision.object);
  const time =
    entries
      .map((entry) => entry.time ?? '')
      .sort()
      .at(-1) || undefined;
  const paths = before === undefined ? [] : changedPaths(before.object, revision.object);
  const named = entries.map(({ manager = 'unknown' }) => manager);
  const managers = [...new Set(named.length > 0 ? named : ownersOfAny(revision.object, paths))];
  return { word: wordFor(revision, at), managers, fields: paths.map(pathText), time };
}

function wordFor({ type }: Revision, at: number): string {
  if (type === 'ADDED') return 'created';
  if (type === 'DELETED') return 'deleted';
  return at === 0 ? 'oldest known' : 'changed';
}

/** The entries that this change has written: a manager that only loses fields to another keeps its time. */
function changedEntries(before: KubeObject | undefined, after: KubeObject): readonly ManagedFieldsEntry[] {
  if (before === undefined) return managedFieldsOf(after);
  const known = new Set(managedFieldsOf(before).map(entryKey));
  return managedFieldsOf(after).filter((entry) => !known.has(entryKey(entry)));
}

const entryKey = ({ fieldsV1: _, ...entry }: ManagedFieldsEntry): string => JSON.stringify(entry);

const bookkeeping = new Set(['managedFields', 'resourceVersion', 'generation']);

/** Times of managers are told in seconds: two changes within one leave the same entry. */
function ownersOfAny(object: KubeObject, paths: readonly Path[]): readonly string[] {
  const { ownersOf } = ownershipOf(object, managedFieldsOf(object));
  return paths.flatMap((path) => ownersOf(path).map(({ manager }) => manager));
}

export function changedPaths(before: KubeObject, after: KubeObject): readonly Path[] {
  const was = leafMap(before);
  const is = leafMap(after);
  const all = new Map([...was, ...is]);
  return [...all].flatMap(([key, { path }]) => {
    if (path[0] === 'metadata' && bookkeeping.has(String(path[1]))) return [];
    return sameValue(was.get(key)?.value, is.get(key)?.value) ? [] : [path];
  });
}
