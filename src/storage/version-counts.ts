import type { Entry } from './entry.ts';

/** The version in which a value is stored: `example.com/v1`; '' where it cannot be told. */
export type VersionOf = (value: Uint8Array) => string;

/** How many of the entries of a cache lie in which version. Kept with every change, so that asking costs nothing. */
export class VersionCounts {
  readonly #versionOf: VersionOf;
  readonly #counts: Map<string, number>;
  readonly #names = new Map<string, string>();

  constructor(versionOf: VersionOf, counts: ReadonlyMap<string, number> = new Map()) {
    this.#versionOf = versionOf;
    this.#counts = new Map(counts);
  }
  /** What cannot be read is under ''. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
  of(entry: Entry): string {
    entry.version ??= this.#shared(entry.damage === undefined ? this.#versionOf(entry.value) : '');
    return entry.version;
  }
  /** The same text, but one for all entries. */
  #shared(version: string): string {
    const known = this.#names.get(version);
    if (known === undefined) this.#names.set(version, version);
    return known ?? version;
  }
  add(entry: Entry): void {
    const version = this.of(entry);
    this.#counts.set(version, (this.#counts.get(version) ?? 0) + 1);
  }
  /** Returns the version if the entry was the last in it. */
  remove(entry: Entry): string | undefined {
    const version = this.of(entry);
    const left = (this.#counts.get(version) ?? 0) - 1;
    if (left > 0) {
      this.#counts.set(version, left);
      return undefined;
    }
    this.#counts.delete(version);
    return version;
  }
}
