import type { Revision } from '../engine.ts';

/**
 * Records by revision, as a map that can be forked: a shared base that no longer changes, and above it what each fork
 * has added or dropped. Forks of an unchanged map share one base.
 */
export class RecordMap<R extends object> {
  #common: ReadonlyMap<Revision, R>;
  #added = new Map<Revision, R>();
  #dropped = new Set<Revision>();

  constructor(common: ReadonlyMap<Revision, R> = new Map()) {
    this.#common = common;
  }

  get(revision: Revision): R | undefined {
    return this.#added.get(revision) ?? (this.#dropped.has(revision) ? undefined : this.#common.get(revision));
  }
  set(revision: Revision, record: R): void {
    this.#added.set(revision, record);
  }
  delete(revision: Revision): void {
    this.#added.delete(revision);
    if (this.#common.has(revision)) this.#dropped.add(revision);
  }

  fork(): RecordMap<R> {
    if (this.#added.size > 0 || this.#dropped.size > 0) this.#join();
    return new RecordMap(this.#common);
  }

  #join(): void {
    const all = new Map(this.#common);
    for (const revision of this.#dropped) all.delete(revision);
    for (const [revision, record] of this.#added) all.set(revision, record);
    this.#common = all;
    this.#added = new Map();
    this.#dropped = new Set();
  }
}
