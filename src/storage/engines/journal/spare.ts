import { createFile } from './appender.ts';
import type { Disk, DiskFile } from './disk.ts';

export const SPARE_NAME = 'spare';

/**
 * A file that only reserves room: when the disk is full, a mostly obsolete segment is rewritten into it, which then
 * frees the segment's room.
 */
export class Spare {
  readonly #disk: Disk;
  #file: DiskFile | undefined;
  #size = 0;

  private constructor(disk: Disk) {
    this.#disk = disk;
  }
  /** Takes over the one that is there. */
  static async find(disk: Disk, names: readonly string[]): Promise<Spare> {
    const spare = new Spare(disk);
    if (!names.includes(SPARE_NAME)) return spare;
    spare.#file = await disk.open(SPARE_NAME);
    spare.#size = await spare.#file.size();
    return spare;
  }

  get size(): number {
    return this.#file === undefined ? 0 : this.#size;
  }

  /** Undefined when it is there already. */
  ensure(size: number): Promise<void> | undefined {
    return this.size >= size ? undefined : this.#make(size);
  }

  /** Hands over the file under another name. Its content means nothing. */
  async take(name: string): Promise<DiskFile | undefined> {
    const file = this.#file;
    if (file === undefined) return undefined;
    await this.#disk.rename(SPARE_NAME, name);
    this.#file = undefined;
    return file;
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #make(size: number): Promise<void> {
    const made = await createFile(this.#disk, { name: SPARE_NAME, head: Buffer.alloc(0), size });
    await this.#file?.close();
    this.#file = made;
    this.#size = size;
  }
}
