import { getOwn, isJsonObject, type Json, type JsonObject, setOwn } from '#meta';
import { sortedKeys } from './json.ts';
import { MissingParentError, PatchDoesNotApplyError } from './patch-errors.ts';
import { StepBudget } from './step-budget.ts';

type Container = Json[] | JsonObject;

/** Moving the items of a list costs much less than looking at them. */
const MOVES_PER_STEP = 256;

/** Deeper values are not sorted: the order matters only in messages, and sorting is recursive. */
const MAX_SORTED_DEPTH = 1000;

/** A document being changed by pointers. What it was made of stays as it was: containers are copied when first changed. */
export class JsonDraft {
  #root: Container;
  readonly #own = new WeakSet<object>();
  /** Containers of the document that a pointer led through. */
  readonly #opened = new WeakSet<object>();
  readonly #budget = new StepBudget();

  constructor(document: JsonObject) {
    this.#root = document;
  }

  get root(): Container {
    return this.#root;
  }

  /** The document with the keys in order wherever a pointer led through, as Go's maps show them; the rest as it was. */
  result(): Json {
    return this.#sorted(this.#root, 0);
  }

  #sorted(value: Json, depth: number): Json {
    if (typeof value !== 'object' || value === null || depth > MAX_SORTED_DEPTH) return value;
    if (!this.#own.has(value) && !this.#opened.has(value)) return value;
    if (Array.isArray(value)) return value.map((item) => this.#sorted(item, depth + 1));
    const object: JsonObject = {};
    for (const key of sortedKeys(value)) setOwn(object, key, this.#sorted(getOwn(value, key) as Json, depth + 1));
    return object;
  }

  /** What is at the pointer; undefined for a missing key. A missing index is an error, as is a missing parent. */
  get(pointer: string): Json | undefined {
    const { parents, key } = split(pointer);
    let at: Container = this.#root;
    this.#opened.add(at);
    for (const parent of parents) {
      at = parentIn(at, parent, pointer);
      this.#opened.add(at);
    }
    return member(at, key);
  }

  add(pointer: string, value: Json): void {
    const { at, key } = this.#change(pointer);
    if (Array.isArray(at)) {
      const index = key === '-' ? at.length : insertionIn(at.length, key);
      this.#budget.spend((at.length - index) / MOVES_PER_STEP);
      at.splice(index, 0, value);
    } else {
      setOwn(at, key, value);
    }
  }

  replace(pointer: string, value: Json): void {
    if (pointer === '') {
      this.#root = container(value, pointer);
      return;
    }
    const { at, key } = this.#change(pointer);
    if (Array.isArray(at)) at[indexIn(at.length, key)] = value;
    else setOwn(at, key, value);
  }

  remove(pointer: string): void {
    const { at, key } = this.#change(pointer);
    if (Array.isArray(at)) {
      const index = indexIn(at.length, key);
      this.#budget.spend((at.length - index) / MOVES_PER_STEP);
      at.splice(index, 1);
    } else if (getOwn(at, key) === undefined) {
      throw new PatchDoesNotApplyError(`Unable to remove nonexistent key: ${key}: missing value`);
    } else {
      delete at[key];
    }
  }

  /** The container that holds the pointer's last key, ours to change. */
  #change(pointer: string): { readonly at: Container; readonly key: string } {
    const { parents, key } = split(pointer);
    this.#root = this.#ours(this.#root);
    let at = this.#root;
    for (const parent of parents) {
      const child = this.#ours(parentIn(at, parent, pointer));
      if (Array.isArray(at)) at[indexIn(at.length, parent)] = child;
      else setOwn(at, parent, child);
      at = child;
    }
    return { at, key };
  }

  #ours(value: Container): Container {
    if (this.#own.has(value)) return value;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    this.#budget.spend(Array.isArray(copy) ? copy.length : Object.keys(copy).length);
    this.#own.add(copy);
    return copy;
  }
}

/** The keys that lead to the last container, and the key in it. What stands before the first slash does not count. */
function split(pointer: string): { readonly parents: readonly string[]; readonly key: string } {
  const [, ...keys] = pointer.split('/').map(unescapeKey);
  const key = keys.pop();
  if (key === undefined) throw new MissingParentError(`doc is missing path: "${pointer}"`);
  return { parents: keys, key };
}

export function unescapeKey(key: string): string {
  return key.includes('~') ? key.replace(/~[01]/g, (escaped) => (escaped === '~1' ? '/' : '~')) : key;
}

function member(at: Container, key: string): Json | undefined {
  return Array.isArray(at) ? at[indexIn(at.length, key)] : getOwn(at, key);
}

/** The container on the way; an index that is none leads nowhere. */
function parentIn(at: Container, key: string, pointer: string): Container {
  if (Array.isArray(at) && !hasIndex(at.length, key)) throw new MissingParentError(`doc is missing path: "${pointer}"`);
  return container(member(at, key), pointer);
}

function hasIndex(length: number, key: string): boolean {
  const index = integer.test(key) ? Number(key) : Number.NaN;
  return index < length && index >= -length;
}

function container(value: Json | undefined, pointer: string): Container {
  if (Array.isArray(value) || isJsonObject(value)) return value;
  throw new MissingParentError(`doc is missing path: "${pointer}"`);
}

const integer = /^[+-]?[0-9]+$/;

/** Where in a list something is put in. */
function insertionIn(length: number, key: string): number {
  if (integer.test(key)) return indexIn(length + 1, key);
  const why = `strconv.Atoi: parsing ${JSON.stringify(key)}: invalid syntax`;
  throw new PatchDoesNotApplyError(`value was not a proper array index: '${key}': ${why}`);
}

/** The index that a key means in a list of that length; negative ones count from the end. */
function indexIn(length: number, key: string): number {
  if (!integer.test(key)) {
    throw new PatchDoesNotApplyError(`strconv.Atoi: parsing ${JSON.stringify(key)}: invalid syntax`);
  }
  const index = Number(key);
  const counted = index < 0 ? index + length : index;
  if (counted >= 0 && counted < length) return counted;
  throw new PatchDoesNotApplyError(`Unable to access invalid index: ${index}: invalid index referenced`);
}
