import type { Revision } from '../../engine.ts';
import type { DiskFile } from './disk.ts';
import { HEAD_SIZE } from './record.ts';
import type { RecordPlace } from './record-table.ts';
import { SEGMENT_HEAD_SIZE, type SegmentHead } from './segment-header.ts';

/** One file of the journal. */
export interface Segment {
  /** What the table calls it. */
  readonly id: number;
  readonly name: string;
  readonly file: DiskFile;
  readonly sequence: number;
  readonly covers: number;
  readonly generation: number;
  /** What it says about the one before it. */
  readonly before: SegmentHead['before'];
  /** Where the records end. */
  end: number;
  /** Bytes of records that are kept. */
  kept: number;
  /** Up to here the file takes room on disk, and from its end on it holds zeros. */
  size: number;
  /** Values that had become obsolete up to this revision are no longer in it. */
  cleanedTo: Revision;
  /** It could not be read for a rewrite, so it stays as it is. */
  stuck: boolean;
}

export type NewSegment = Omit<Segment, 'id' | 'kept' | 'cleanedTo' | 'stuck'>;

export const sizeOfPlaced = ({ keySize, valueSize }: Pick<RecordPlace, 'keySize' | 'valueSize'>): number =>
  HEAD_SIZE + keySize + valueSize;

export const obsoleteBytes = ({ end, kept }: Segment): number => end - SEGMENT_HEAD_SIZE - kept;

/** All files of a journal in their order. The last one is written to. */
export class Segments {
  readonly #byId = new Map<number, Segment>();
  #order: Segment[] = [];
  #nextId = 1;

  get all(): readonly Segment[] {
    return this.#order;
  }
  get active(): Segment {
    return this.#order.at(-1) as Segment;
  }
  /** Those that nobody writes to any more. */
  get finished(): readonly Segment[] {
    return this.#order.slice(0, -1);
  }
  get bytes(): number {
    return this.#order.reduce((sum, { size }) => sum + size, 0);
  }
  get kept(): number {
    return this.#order.reduce((sum, segment) => sum + segment.kept, 0);
  }

  /** Undefined when another has taken its place. */
  get(id: number): Segment | undefined {
    return this.#byId.get(id);
  }
  find(id: number): Segment {
    const segment = this.get(id);
    if (segment === undefined) throw new Error(`no segment ${id}`);
    return segment;
  }
  add(segment: NewSegment): Segment {
    const made = this.#make(segment);
    this.#order.push(made);
    return made;
  }
  /** Puts one in the place of several neighbours. */
  replace(run: readonly Segment[], segment: NewSegment): Segment {
    const made = this.#make(segment);
    const at = this.#order.indexOf(run[0] as Segment);
    this.#order = this.#order.toSpliced(at, run.length, made);
    for (const { id } of run) this.#byId.delete(id);
    return made;
  }
  forget(place: RecordPlace): void {
    this.find(place.segment).kept -= sizeOfPlaced(place);
  }

  #make(segment: NewSegment): Segment {
    const made = { ...segment, id: this.#nextId++, kept: 0, cleanedTo: 0, stuck: false };
    this.#byId.set(made.id, made);
    return made;
  }
}
