import type { Engine, Row } from '#storage';
import { RANGES } from '../../etcd-layout/shared-keys.ts';
import { decodePortRange, encodePortRange, type PortRange } from './port-range.ts';

const KEY = `${RANGES}servicenodeports`;

interface Seen {
  readonly row: Row | null;
  readonly range: PortRange;
}

/** Which node ports are taken, in the store: servers change it by compare and swap. */
export class PortBook {
  readonly #engine: Pick<Engine, 'get' | 'commit'>;
  readonly #bounds: Pick<PortRange, 'first' | 'last'>;
  /** As it was when somebody looked last: usually it still is. */
  #seen: Seen | undefined;

  constructor(engine: Pick<Engine, 'get' | 'commit'>, bounds: Pick<PortRange, 'first' | 'last'>) {
    this.#engine = engine;
    this.#bounds = bounds;
  }

  /** As it is now. */
  async read(): Promise<PortRange> {
    return (await this.#look()).range;
  }

  /** Writes what becomes of the range. `change` may be asked again, and returns the same range to leave it. */
  async change(change: (range: PortRange) => PortRange): Promise<void> {
    let isNew = this.#seen === undefined;
    let seen = this.#seen ?? (await this.#look());
    for (;;) {
      const next = change(seen.range);
      if (next !== seen.range) {
        const value = encodePortRange(next);
        const committed = await this.#engine.commit(KEY, value, seen.row?.revision ?? null);
        if (committed.committed) {
          this.#seen = { row: { key: KEY, value, revision: committed.revision }, range: next };
          return;
        }
        seen = this.#taken(committed.actual);
      } else {
        if (isNew) return;
        seen = await this.#look();
      }
      isNew = true;
    }
  }

  async #look(): Promise<Seen> {
    this.#seen = this.#taken(await this.#engine.get(KEY));
    return this.#seen;
  }
  #taken(row: Row | null): Seen {
    if (row === null) return { row, range: { ...this.#bounds, taken: 0n } };
    if (!(row.value instanceof Uint8Array)) throw row.value;
    return { row, range: decodePortRange(row.value) };
  }
}
