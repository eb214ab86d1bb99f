import type { Disk, DiskFile } from '../engines/journal/disk.ts';

const sector = 512;

interface Content {
  bytes: Buffer;
  size: number;
}

export interface DiskOperation {
  readonly kind: 'create' | 'write' | 'rename' | 'remove' | 'syncNames' | 'read';
  readonly name: string;
}

interface SimulatedDiskOptions {
  /** Numbers in [0, 1). */
  readonly random: () => number;
  readonly files?: ReadonlyMap<string, Content>;
}

/**
 * A disk in memory that can fail and lose power. A write that has not resolved may be on disk in any of its sectors; a
 * change of names that was not synced may be there or not, but never a later one without an earlier one.
 */
export class SimulatedDisk implements Disk {
  readonly path = '/simulated';
  /** Set to make operations fail. */
  fault: (operation: DiskOperation) => NodeJS.ErrnoException | undefined = () => undefined;
  /** How many bytes all files may have together. */
  capacity = Number.POSITIVE_INFINITY;
  /** Files that were opened and not closed again. */
  readonly openFiles = new Set<DiskFile>();
  /** Nothing happens any more: the process is dead. */
  #dead = false;
  readonly #random: () => number;
  #names: Map<string, Content>;
  #durableNames: Map<string, Content>;
  /** Changes of names since the last sync. */
  #pending: ((names: Map<string, Content>) => void)[] = [];

  constructor({ random, files = new Map() }: SimulatedDiskOptions) {
    this.#random = random;
    this.#names = new Map(files);
    this.#durableNames = new Map(files);
  }

  get used(): number {
    return [...this.#names.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
  }
  /** The bytes of a file, to damage them. */
  contentOf(name: string): Buffer {
    const content = this.#names.get(name) as Content;
    return content.bytes.subarray(0, content.size);
  }

  /** As after a power cut. The old disk does nothing any more. */
  crash(): SimulatedDisk {
    this.#dead = true;
    const names = new Map(this.#durableNames);
    const survived = Math.floor(this.#random() * (this.#pending.length + 1));
    for (const change of this.#pending.slice(0, survived)) change(names);
    const files = new Map([...names].map(([name, { bytes, size }]) => [name, { bytes: Buffer.from(bytes), size }]));
    return new SimulatedDisk({ random: this.#random, files });
  }

  async list(): Promise<readonly string[]> {
    return [...this.#names.keys()];
  }
  async open(name: string): Promise<DiskFile> {
    const content = this.#names.get(name);
    if (content === undefined) throw systemError('ENOENT');
    return this.#file(name, content);
  }
  async create(name: string): Promise<DiskFile> {
    await this.#begin({ kind: 'create', name });
    const content = { bytes: Buffer.alloc(0), size: 0 };
    this.#change((names) => names.set(name, content));
    return this.#file(name, content);
  }
  async rename(from: string, to: string): Promise<void> {
    await this.#begin({ kind: 'rename', name: from });
    this.#change((names) => {
      const content = names.get(from);
      names.delete(from);
      if (content !== undefined) names.set(to, content);
    });
  }
  async remove(name: string): Promise<void> {
    await this.#begin({ kind: 'remove', name });
    this.#change((names) => names.delete(name));
  }
  async syncNames(): Promise<void> {
    await this.#begin({ kind: 'syncNames', name: '' });
    for (const change of this.#pending) change(this.#durableNames);
    this.#pending = [];
  }

  #file(name: string, content: Content): DiskFile {
    const read = (target: Uint8Array, at: number): number => {
      const failure = this.openFiles.has(file) ? this.fault({ kind: 'read', name }) : systemError('EBADF');
      if (failure !== undefined) throw failure;
      const part = content.bytes.subarray(at, Math.min(content.size, at + target.length));
      target.set(part);
      return part.length;
    };
    const file: DiskFile = {
      size: async () => content.size,
      load: async (target, at) => {
        await turn();
        return read(target, at);
      },
      read,
      write: (bytes, at) => this.#write(name, content, { bytes: Buffer.from(bytes), at }),
      cut: async (size) => {
        if (this.#dead) return forever();
        content.size = Math.min(content.size, size);
        content.bytes = content.bytes.subarray(0, roundUp(content.size));
        content.bytes.fill(0, content.size);
      },
      close: async () => void this.openFiles.delete(file),
    };
    this.openFiles.add(file);
    return file;
  }

  async #write(name: string, content: Content, { bytes, at }: { bytes: Buffer; at: number }): Promise<void> {
    const failure = this.fault({ kind: 'write', name });
    const end = roundUp(at + bytes.length);
    const grows = Math.max(0, end - content.bytes.length);
    const isFull = grows > 0 && this.used + grows > this.capacity;
    // While it is on its way, any of its sectors may be there already.
    if (!isFull) this.#sectors(content, { bytes, at }, () => this.#random() < 0.5);
    await turn();
    if (this.#dead) return forever();
    if (failure !== undefined) throw failure;
    if (isFull) throw systemError('ENOSPC');
    this.#sectors(content, { bytes, at }, () => true);
  }

  #sectors(content: Content, { bytes, at }: { bytes: Buffer; at: number }, takes: () => boolean): void {
    const end = at + bytes.length;
    if (roundUp(end) > content.bytes.length) {
      content.bytes = Buffer.concat([content.bytes, Buffer.alloc(roundUp(end) - content.bytes.length)]);
    }
    for (let from = at; from < end; ) {
      const to = Math.min(end, from - (from % sector) + sector);
      if (takes()) {
        bytes.copy(content.bytes, from, from - at, to - at);
        content.size = Math.max(content.size, to);
      }
      from = to;
    }
  }

  async #begin(operation: DiskOperation): Promise<void> {
    const failure = this.fault(operation);
    await turn();
    if (this.#dead) return forever();
    if (failure !== undefined) throw failure;
  }
  #change(change: (names: Map<string, Content>) => void): void {
    change(this.#names);
    this.#pending.push(change);
  }
}

export function systemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: simulated`), { code });
}

const roundUp = (size: number): number => Math.ceil(size / sector) * sector;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const forever = (): Promise<never> => new Promise(() => {});
