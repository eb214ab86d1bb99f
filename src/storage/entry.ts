import type { Revision } from './engine.ts';

/**
 * One object at one revision, as bytes. What readers make of it (a parsed object, an encoding in some version) is kept
 * here under a name, so that it is made once for all of them and goes when the entry goes.
 */
export class Entry {
  readonly key: string;
  readonly revision: Revision;
  readonly value: Uint8Array;
  #made: Map<string, unknown> | undefined;

  constructor(key: string, revision: Revision, value: Uint8Array) {
    this.key = key;
    this.revision = revision;
    this.value = value;
  }
  has(name: string): boolean {
    return this.#made?.has(name) ?? false;
  }
  /** What could not be made after all is not kept: the next one who asks tries again. */
  forget(name: string): void {
    this.#made?.delete(name);
  }
  memo<T>(name: string, make: (entry: Entry) => T): T {
    this.#made ??= new Map();
    if (!this.#made.has(name)) this.#made.set(name, make(this));
    return this.#made.get(name) as T;
  }
}
