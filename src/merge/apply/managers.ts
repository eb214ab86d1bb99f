import { compareUtf8, goQuote } from '#meta';
import type { FieldSet } from './field-set.ts';
import type { FieldFilter } from './filter.ts';
import { formatPath, type Path } from './path-element.ts';
import { reconcile } from './schema-sets.ts';
import type { Versions } from './versions.ts';

/** What one manager owns, in the version in which it wrote. */
export interface ManagedSet {
  readonly apiVersion: string;
  readonly set: FieldSet;
  /** By applying, not by updating. */
  readonly applied: boolean;
}

/** By manager; the names mean nothing here. */
export type Managers = ReadonlyMap<string, ManagedSet>;

/** What a write has to know besides the objects. */
export interface Writing {
  readonly manager: string;
  /** Of both objects. */
  readonly version: string;
  readonly managers: Managers;
  readonly versions: Versions;
  /** Fields that cannot be written this way, by version: nobody comes to own them. */
  readonly filters?: ReadonlyMap<string, FieldFilter>;
}

export interface Conflict {
  readonly manager: string;
  readonly path: Path;
}

export function sameManagers(a: Managers, b: Managers): boolean {
  if (a.size !== b.size) return false;
  for (const [manager, left] of a) {
    const right = b.get(manager);
    if (right === undefined) return false;
    if (left.apiVersion !== right.apiVersion || left.applied !== right.applied) return false;
    if (!left.set.equals(right.set)) return false;
  }
  return true;
}

/** The managed set with other fields: itself if they are the same. */
export function withSet(managed: ManagedSet, set: FieldSet): ManagedSet {
  return set === managed.set ? managed : { ...managed, set };
}

/** Without the managers of versions that are gone, and in keeping with the types as they are now. */
export function reconcileManagers({ managers, versions }: Writing): Map<string, ManagedSet> {
  const reconciled = new Map<string, ManagedSet>();
  for (const [manager, managed] of managers) {
    const type = versions.typeOf(managed.apiVersion);
    if (type !== undefined) reconciled.set(manager, withSet(managed, reconcile(managed.set, type)));
  }
  return reconciled;
}

/** `conflict with "a": .x`, or several grouped by their managers. */
export function formatConflicts(conflicts: readonly Conflict[], print: (manager: string) => string = goQuote): string {
  const [first, second] = conflicts;
  if (first !== undefined && second === undefined) {
    return `conflict with ${print(first.manager)}: ${formatPath(first.path)}`;
  }
  const lines: string[] = [];
  const managers = new Set(conflicts.map(({ manager }) => manager));
  for (const manager of [...managers].sort(compareUtf8)) {
    lines.push(`conflicts with ${print(manager)}:`);
    for (const conflict of conflicts) if (conflict.manager === manager) lines.push(`- ${formatPath(conflict.path)}`);
  }
  return lines.join('\n');
}
