/**
 * The directory of a journal, as far as the journal needs it. What is written is on disk when the promise resolves; names
 * are when `syncNames` has resolved. Every error is the system's, with its `code`.
 */
export interface Disk {
  /** For messages. */
  readonly path: string;
  list(): Promise<readonly string[]>;
  open(name: string): Promise<DiskFile>;
  /** A new file, or one that was emptied. */
  create(name: string): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
  syncNames(): Promise<void>;
}

export interface DiskFile {
  size(): Promise<number>;
  /** Fills the target from there on. Returns how many bytes there were. */
  load(target: Uint8Array, at: number): Promise<number>;
  /** The same at once, for what is small. */
  read(target: Uint8Array, at: number): number;
  write(bytes: Uint8Array, at: number): Promise<void>;
  /** Frees the room behind. It may still be taken if the machine stops right afterwards. */
  cut(size: number): Promise<void>;
  close(): Promise<void>;
}

/** The errors of a disk that has no room: not for this file, not for this user, or not at all. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export function isNoRoom(error: unknown): boolean {
  return noRoom.has(String((error as { code?: unknown } | null)?.code));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
