import { StorageFailure, StorageFull } from '../../engine.ts';
import type { LogState } from '../revision-log.ts';
import { type Disk, type DiskFile, isNoRoom, messageOf } from './disk.ts';
import { SEGMENT_HEAD_SIZE, segmentHead, segmentName } from './segment-header.ts';
import type { Segment, Segments } from './segments.ts';
import { type JournalSizes, segmentSize } from './sizes.ts';

interface AppenderOptions {
  readonly disk: Disk;
  readonly store: string;
  readonly segments: Segments;
  readonly sizes: JournalSizes;
  /** What the next segment is told about the time before it. */
  readonly state: () => LogState;
  /** A segment will not be written to any more. */
  readonly finished: (segment: Segment) => void;
  /**
   * Makes sure that reserved room exists before anything grows. Rejects with system errors; undefined when it exists.
   */
  readonly reserve: () => Promise<void> | undefined;
}

interface Appended {
  readonly segment: Segment;
  readonly at: number;
}

const NOTHING = 'nothing was written';
const UNKNOWN = 'it is not known whether it was written';

/**
 * Writes at the end of the journal. Room is taken on disk before it is needed, by writing zeros, so that a full disk is
 * noticed while there is still room for removals.
 */
export class Appender {
  readonly #options: AppenderOptions;
  /** The content behind the end of the active segment is unknown: the next write begins a new segment. */
  #abandoned: boolean;
  /** The number of bytes behind the end of the active segment that are left from an incomplete write. */
  #torn: number;
  #extending: Promise<void> | undefined;
  /** Set after a write that had no room: then nothing may grow until there is room for a whole segment. */
  #full: StorageFull | undefined;

  constructor(options: AppenderOptions, { abandoned, torn }: { abandoned: boolean; torn: number }) {
    this.#options = options;
    this.#abandoned = abandoned;
    this.#torn = torn;
  }

  /** Never called while a call is under way. */
  async append(bytes: Uint8Array, { frees }: { frees: boolean }): Promise<Appended> {
    if (this.#full !== undefined && !frees) throw this.#explain(this.#full.cause, NOTHING);
    if (this.#torn > 0) await this.#wipe();
    const making = this.#makeRoom(bytes.length, frees);
    if (making !== undefined) await making;
    try {
      return await this.#write(bytes);
    } catch {
      // The fault may be at this place of the disk only: try a new segment.
      await this.#rollOver(bytes.length, UNKNOWN);
      return this.#write(bytes).catch((error: unknown) => {
        throw this.#explain(error, UNKNOWN);
      });
    }
  }

  /** Looks for room when there was none: as much as a new segment takes. Like a write. */
  async lookForRoom(): Promise<void> {
    if (this.#full === undefined) return;
    await this.#reserved(this.#options.reserve());
    await this.#rollOver(0, NOTHING);
    this.#full = undefined;
  }

  /** Waits for what runs beside the writes. */
  async settle(): Promise<void> {
    await this.#extending;
  }

  /** Takes no room, unlike a new segment. */
  async #wipe(): Promise<void> {
    const { active } = this.#options.segments;
    try {
      await zeros(active.file, active.end, this.#torn);
    } catch {
      this.#abandoned = true;
    }
    this.#torn = 0;
  }

  async #write(bytes: Uint8Array): Promise<Appended> {
    const { active } = this.#options.segments;
    const at = active.end;
    try {
      await active.file.write(bytes, at);
    } catch (error) {
      this.#abandoned = true;
      throw error;
    }
    active.end += bytes.length;
    this.#extendAhead(active);
    return { segment: active, at };
  }

  /** Undefined where there is room, which is nearly always. */
  #makeRoom(need: number, frees: boolean): Promise<void> | undefined {
    const reserving = frees ? undefined : this.#options.reserve();
    const fits = !this.#startsAnew(need, frees) && this.#wanted(need, frees) <= this.#options.segments.active.size;
    return reserving === undefined && fits ? undefined : this.#makeRoomWith(reserving, need, frees);
  }
  async #makeRoomWith(reserving: Promise<void> | undefined, need: number, frees: boolean): Promise<void> {
    await this.#reserved(reserving);
    if (this.#startsAnew(need, frees)) return this.#rollOver(need, NOTHING);
    const { segments, sizes } = this.#options;
    const { active } = segments;
    const wanted = this.#wanted(need, frees);
    if (wanted > active.size) await this.#extending;
    if (wanted > active.size) await this.#extend(active, frees ? wanted : wanted + sizes.step);
  }
  /** The next write belongs into a new segment. */
  #startsAnew(need: number, frees: boolean): boolean {
    const { segments, sizes } = this.#options;
    const { active } = segments;
    const isLong = active.end + need > segmentSize(sizes, segments.kept) && active.end > SEGMENT_HEAD_SIZE;
    return this.#abandoned || (isLong && !frees);
  }
  /** How far the active segment has to reach. */
  #wanted(need: number, frees: boolean): number {
    const { segments, sizes } = this.#options;
    return segments.active.end + need + (frees ? 0 : sizes.reserve);
  }

  async #reserved(reserving: Promise<void> | undefined): Promise<void> {
    try {
      await reserving;
    } catch (error) {
      throw this.#explain(error, NOTHING);
    }
  }

  async #rollOver(need: number, outcome: string): Promise<void> {
    const { segments, finished } = this.#options;
    const before = segments.active;
    try {
      await this.#begin(before, need);
    } catch (error) {
      throw this.#explain(error, outcome);
    }
    this.#abandoned = false;
    finished(before);
  }

  async #begin(before: Segment, need: number): Promise<void> {
    const { disk, store, segments, sizes, state } = this.#options;
    const sequence = before.covers + 1;
    const name = segmentName(sequence, 0);
    const ends = { sequence: before.covers, end: before.end };
    const head = segmentHead({ store, sequence, covers: sequence, length: 0, before: ends, state: state() });
    const size = SEGMENT_HEAD_SIZE + need + sizes.reserve + sizes.step;
    const file = await createFile(disk, { name, head, size });
    try {
      // From here on it may exist after a crash, and it says where the segment before it ends.
      this.#abandoned = true;
      await disk.syncNames();
    } catch (error) {
      await file.close();
      throw error;
    }
    segments.add({
      name,
      file,
      sequence,
      covers: sequence,
      generation: 0,
      before: ends,
      end: SEGMENT_HEAD_SIZE,
      size,
    });
  }

  /** Takes room ahead of the next writes. A failure is met again by the write that needs the room. */
  #extendAhead(segment: Segment): void {
    const { sizes, segments } = this.#options;
    const room = segment.size - segment.end - sizes.reserve;
    if (this.#extending !== undefined || room > sizes.step / 2) return;
    if (segment.end + room > segmentSize(sizes, segments.kept)) return;
    this.#extending = zeros(segment.file, segment.size, sizes.step)
      .then(
        () => {
          segment.size += sizes.step;
        },
        () => {},
      )
      .then(() => {
        this.#extending = undefined;
      });
  }

  async #extend(segment: Segment, to: number): Promise<void> {
    try {
      await zeros(segment.file, segment.size, to - segment.size);
      segment.size = to;
    } catch (error) {
      throw this.#explain(error, NOTHING);
    }
  }

  #explain(error: unknown, outcome: string): StorageFailure {
    const { path } = this.#options.disk;
    if (isNoRoom(error)) {
      this.#full = new StorageFull(
        `the disk is full (${messageOf(error)}); ${outcome}. Deletions still work; other writes will when there is room for ${path}`,
        { cause: error },
      );
      return this.#full;
    }
    return new StorageFailure(
      `the disk cannot be written (${messageOf(error)}); ${outcome}. Writes will work again when ${path} can be written`,
      { cause: error },
    );
  }
}

interface NewFile {
  readonly name: string;
  readonly head: Buffer;
  /** Up to here there are zeros behind the head. */
  readonly size: number;
}

/** A file that is there with its head or not at all. */
export async function createFile(disk: Disk, { name, head, size }: NewFile): Promise<DiskFile> {
  const temporary = `${name}.new`;
  const file = await disk.create(temporary);
  try {
    await file.write(head, 0);
    await zeros(file, head.length, size - head.length);
    await disk.rename(temporary, name);
    return file;
  } catch (error) {
    await file.close();
    await disk.remove(temporary).catch(() => {});
    throw error;
  }
}

const someZeros = Buffer.alloc(1024 * 1024);

async function zeros(file: DiskFile, at: number, count: number): Promise<void> {
  for (let done = 0; done < count; done += someZeros.length) {
    await file.write(someZeros.subarray(0, Math.min(someZeros.length, count - done)), at + done);
  }
}
