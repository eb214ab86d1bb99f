import { isObject, type Json, type JsonObject, type ManagedFieldsEntry } from '../api/types.ts';
import { type Path, pathKey } from '../yaml/yaml-lines.ts';

/** Somebody who manages fields: a manager that applies and one of the same name that updates are two. */
export interface Owner {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly subresource: string;
  readonly apiVersion: string;
  readonly time: string | undefined;
  /** Which colour is theirs. */
  readonly hue: number;
  /** How many values are theirs. */
  readonly count: number;
}

/** Who owns what of an object. */
export interface Ownership {
  readonly owners: readonly Owner[];
  /** The owners of the value at a path; empty where nobody is. */
  ownersOf(path: Path): readonly Owner[];
}

const HUES = 8;

export function ownershipOf(object: Json, entries: readonly ManagedFieldsEntry[]): Ownership {
  const owned = new Map<string, { readonly at: number; readonly whole: boolean }[]>();
  const counts = entries.map(() => 0);
  for (const [at, { fieldsV1 = {} }] of entries.entries()) {
    walk({ fields: fieldsV1, value: object, path: [] }, (path, whole) => {
      const key = pathKey(path);
      owned.set(key, [...(owned.get(key) ?? []), { at, whole }]);
      counts[at] = (counts[at] ?? 0) + 1;
    });
  }
  const owners = entries.map((entry, at) => ownerOf(entry, { hue: at % HUES, count: counts[at] ?? 0 }));
  return { owners, ownersOf: (path) => found(owned, path).map((at) => owners[at] as Owner) };
}

/** Whoever owns a value as a whole owns all that is in it. */
function found(owned: ReadonlyMap<string, readonly { at: number; whole: boolean }[]>, path: Path): readonly number[] {
  const own = owned.get(pathKey(path)) ?? [];
  const above = path.flatMap((_, length) =>
    (owned.get(pathKey(path.slice(0, length))) ?? []).filter(({ whole }) => whole),
  );
  return [...new Set([...own, ...above].map(({ at }) => at))].sort((a, b) => a - b);
}

function ownerOf(entry: ManagedFieldsEntry, { hue, count }: { hue: number; count: number }): Owner {
  const { manager = 'unknown', operation = 'Update', subresource = '', apiVersion = '', time } = entry;
  return { manager, operation, subresource, apiVersion, time, hue, count };
}

interface Step {
  readonly fields: JsonObject;
  readonly value: Json | undefined;
  readonly path: Path;
}

/** Tells each path of the value that the set names. `whole` is said of one that has nothing in it to be named. */
function walk({ fields, value, path }: Step, tell: (path: Path, whole: boolean) => void): void {
  for (const [name, inner] of Object.entries(fields)) {
    if (name === '.' || !isObject(inner)) continue;
    for (const key of keysNamed(name, value)) {
      const child = Array.isArray(value) ? (value[key as number] as Json) : (value as JsonObject)[key];
      const next = [...path, key];
      const isLeaf = Object.keys(inner).length === 0;
      if (isLeaf || Object.hasOwn(inner, '.')) tell(next, isLeaf);
      walk({ fields: inner, value: child, path: next }, tell);
    }
  }
}

/** Which members or items of a value a name of the set means: `f:spec`, `k:{"name":"a"}`, `v:"x"`, `i:0`. */
function keysNamed(name: string, value: Json | undefined): readonly (string | number)[] {
  const kind = name.slice(0, 2);
  const rest = name.slice(2);
  if (kind === 'f:') return isObject(value) && Object.hasOwn(value, rest) ? [rest] : [];
  if (!Array.isArray(value)) return [];
  const items = value as readonly Json[];
  if (kind === 'i:') return Number(rest) < items.length ? [Number(rest)] : [];
  const wanted = parsed(rest);
  if (kind === 'v:') return positions(items, (item) => JSON.stringify(item) === JSON.stringify(wanted));
  return kind === 'k:' && isObject(wanted) ? positions(items, (item) => hasKeys(item, wanted)) : [];
}

function positions(items: readonly Json[], isIt: (item: Json) => boolean): readonly number[] {
  return [...items.entries()].flatMap(([at, item]) => (isIt(item) ? [at] : []));
}

/** A key that the item leaves out has its default, which is not known here: it is no difference. */
function hasKeys(item: Json, keys: JsonObject): boolean {
  if (!isObject(item)) return false;
  return Object.entries(keys).every(
    ([key, value]) => !Object.hasOwn(item, key) || JSON.stringify(item[key]) === JSON.stringify(value),
  );
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
