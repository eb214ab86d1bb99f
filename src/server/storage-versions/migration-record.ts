import type { World } from '#meta';
import type { Collection } from '#storage';

/** Not among the objects of any resource: nobody lists it, and no discovery names it. */
const RECORD_PREFIX = '/pinnace/migrations/';

/** Of so many resources. */
const MAX_RESOURCES = 1000;

interface RecordParts {
  collection(prefix: string): Collection;
  readonly world: Pick<World, 'clock' | 'log'>;
}

/** Remembers when the last object of each resource left the versions that are not written any more. */
export class MigrationRecord {
  readonly #parts: RecordParts;
  #last: Promise<void> = Promise.resolve();

  constructor(parts: RecordParts) {
    this.#parts = parts;
  }

  /** Written behind whatever emptied the version. */
  note(name: string): void {
    const at = new Date(this.#parts.world.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');
    this.#last = this.#last
      .then(() => this.#write(name, at))
      .catch((error: unknown) => this.#parts.world.log.warn('a migration is not on record', { resource: name, error }));
  }

  /** When everything that was noted until now is on record. */
  idle(): Promise<void> {
    return this.#last;
  }

  /** RFC 3339; undefined where nothing is known. */
  async last(name: string): Promise<string | undefined> {
    await this.idle();
    const entry = await this.#collection.get(name, { need: 'newest' });
    return entry === null ? undefined : Buffer.from(entry.value).toString();
  }

  get #collection(): Collection {
    return this.#parts.collection(RECORD_PREFIX);
  }

  async #write(name: string, at: string): Promise<void> {
    await this.#collection.transact(name, async () => ({ do: 'put', value: Buffer.from(at) }));
    const { entries } = await this.#collection.list({ under: '', freshness: { need: 'newest' } });
    if (entries.length <= MAX_RESOURCES) return;
    const [oldest] = [...entries].sort((a, b) => a.revision - b.revision);
    if (oldest !== undefined) await this.#collection.transact(oldest.key, async () => ({ do: 'remove' }));
  }
}
