import type { Revision } from '../../engine.ts';
import type { TableRecord } from './record-table.ts';
import { obsoleteBytes, type Segments, sizeOfPlaced } from './segments.ts';

/**
 * Removals that the table has dropped but that must stay in the files: as long as an older segment holds an obsolete
 * value of the same key, the next start would take that value for the newest.
 */
export class BuriedRemovals {
  readonly #segments: Segments;
  readonly #records = new Map<Revision, TableRecord>();
  #bytes = 0;

  constructor(segments: Segments) {
    this.#segments = segments;
  }
  get bytes(): number {
    return this.#bytes;
  }
  has(revision: Revision): boolean {
    return this.#records.has(revision);
  }
  /** It counts as kept in its segment, as it did before. */
  add(record: TableRecord): void {
    this.#records.set(record.revision, record);
    this.#bytes += sizeOfPlaced(record);
  }
  in(segments: ReadonlySet<number>): readonly TableRecord[] {
    return [...this.#records.values()].filter(({ segment }) => segments.has(segment));
  }
  move(revision: Revision, to: Pick<TableRecord, 'segment' | 'at'>): void {
    const record = this.#records.get(revision);
    if (record !== undefined) this.#records.set(revision, { ...record, ...to });
  }

  /** Lets go of those whose key has no older value left in any file. */
  dropNeedless(): void {
    if (this.#records.size === 0) return;
    const cleaned = this.#cleanedBefore();
    for (const record of this.#records.values()) {
      if ((cleaned.get(record.segment) as number) < record.revision) continue;
      this.#records.delete(record.revision);
      this.#bytes -= sizeOfPlaced(record);
      this.#segments.forget(record);
    }
  }

  /** By segment: in all that lie before it, nothing is left that became obsolete up to this revision. */
  #cleanedBefore(): Map<number, Revision> {
    const cleaned = new Map<number, Revision>();
    let least = Number.POSITIVE_INFINITY;
    for (const segment of this.#segments.all) {
      cleaned.set(segment.id, least);
      if (obsoleteBytes(segment) > 0) least = Math.min(least, segment.cleanedTo);
    }
    return cleaned;
  }
}
