import type { DamagedRecord, RowName } from '../../engine.ts';

const MOST_REMEMBERED = 1000;

/** What was found unreadable and is still the newest of its key. */
export class Damages {
  readonly #byKey = new Map<string, DamagedRecord>();

  get byKey(): ReadonlyMap<string, DamagedRecord> {
    return this.#byKey;
  }
  /** Whether it was not known before. */
  found(damaged: DamagedRecord): boolean {
    if (this.#byKey.get(damaged.key)?.revision === damaged.revision) return false;
    if (this.#byKey.size >= MOST_REMEMBERED) return false;
    this.#byKey.set(damaged.key, damaged);
    return true;
  }
  /** It can be read after all. */
  disproved({ key, revision }: RowName): void {
    if (this.#byKey.size > 0 && this.#byKey.get(key)?.revision === revision) this.#byKey.delete(key);
  }
  replaced(key: string): void {
    if (this.#byKey.size > 0) this.#byKey.delete(key);
  }
}
