import { type FileHandle, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { gzipFile } from './gzip-file.ts';
import type { AuditSink, LossReport } from './sink.ts';

interface LogFileSettings {
  readonly path: string;
  /** Bytes after which a new file is begun; 0 for never. */
  readonly maxBytes: number;
  /** How many old files are kept; 0 for all. */
  readonly maxBackups: number;
  /** How old they may become; 0 for any age. */
  readonly maxAgeMs: number;
  /** Old files are compressed. */
  readonly compress: boolean;
}

interface LogFileParts {
  now(): number;
  readonly losses: LossReport;
  warn(text: string, error: unknown): void;
}

interface Waiting {
  readonly line: string;
  done(written: boolean): void;
}

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;

/** A file that is rotated. Lines that come while one is being written are written together. */
export class LogFile implements AuditSink {
  readonly #settings: LogFileSettings;
  readonly #parts: LogFileParts;
  #file: FileHandle | undefined;
  #size = 0;
  #isClosed = false;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #tidying: Promise<void> = Promise.resolve();

  private constructor(settings: LogFileSettings, parts: LogFileParts) {
    this.#settings = settings;
    this.#parts = parts;
  }

  /** Fails when the file cannot be opened: that is found out at the start. */
  static async open(settings: LogFileSettings, parts: LogFileParts): Promise<LogFile> {
    const log = new LogFile(settings, parts);
    await mkdir(dirname(settings.path), { recursive: true, mode: DIRECTORY_MODE });
    await log.#open();
    log.#tidy();
    return log;
  }

  write(line: string): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false);
    return new Promise((done) => {
      this.#waiting.push({ line, done });
      this.#writing ??= this.#writeAll();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
    await this.#tidying;
    await this.#file?.close();
    this.#file = undefined;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      const error = await this.#append(batch.map(({ line }) => line).join('')).catch(
        (reason: unknown) => reason ?? true,
      );
      if (error !== undefined) this.#parts.losses.lose(batch.length, error);
      for (const { done } of batch) done(error === undefined);
    }
    // At once: whoever comes next must not wait for what is over.
    this.#writing = undefined;
  }

  /** As many as fit into the file; at least one. */
  #nextBatch(): Waiting[] {
    const { maxBytes } = this.#settings;
    if (maxBytes === 0) return this.#waiting.splice(0);
    let size = 0;
    let count = 0;
    const room = maxBytes - this.#size;
    const first = Buffer.byteLength(this.#waiting[0]?.line ?? '');
    const limit = first > room ? maxBytes : room;
    for (const { line } of this.#waiting) {
      size += Buffer.byteLength(line);
      if (count > 0 && size > limit) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  async #append(text: string): Promise<undefined> {
    const bytes = Buffer.from(text);
    const { maxBytes } = this.#settings;
    if (maxBytes > 0 && this.#size > 0 && this.#size + bytes.length > maxBytes) await this.#rotate();
    // A file that could not be opened before may be possible now.
    const file = this.#file ?? (await this.#open());
    const begin = this.#size;
    try {
      await file.appendFile(bytes);
      this.#size += bytes.length;
    } catch (error) {
      // Half a line would spoil the next one.
      await file.truncate(begin).catch(() => undefined);
      throw error;
    }
    return undefined;
  }

  async #open(): Promise<FileHandle> {
    const file = await open(this.#settings.path, 'a', FILE_MODE);
    this.#size = (await file.stat()).size;
    this.#file = file;
    return file;
  }

  /** The log goes on in the old file where it cannot be renamed. */
  async #rotate(): Promise<void> {
    const { path } = this.#settings;
    const old = this.#file;
    try {
      await rename(path, this.#backupName());
    } catch (error) {
      if (!isAbsent(error)) {
        this.#parts.warn('the audit log could not be rotated', error);
        return;
      }
    }
    this.#file = undefined;
    await old?.close();
    await this.#open();
    this.#tidy();
  }

  /** `audit-2026-11-16T11-21-20.123.log` beside `audit.log`. */
  #backupName(): string {
    const { path } = this.#settings;
    const extension = extname(path);
    const time = new Date(this.#parts.now()).toISOString().slice(0, -1).replaceAll(':', '-');
    return join(dirname(path), `${basename(path, extension)}-${time}${extension}`);
  }

  #tidy(): void {
    this.#tidying = this.#tidying
      .then(() => this.#dropOld())
      .catch((error: unknown) => this.#parts.warn('old files of the audit log could not be tidied up', error));
  }

  async #dropOld(): Promise<void> {
    const { path, maxBackups, maxAgeMs, compress } = this.#settings;
    const oldest = maxAgeMs === 0 ? Number.NEGATIVE_INFINITY : this.#parts.now() - maxAgeMs;
    const backups = await backupsOf(path);
    const isKept = (backup: Backup, at: number): boolean =>
      (maxBackups === 0 || at < maxBackups) && backup.time >= oldest;
    for (const [at, backup] of backups.entries()) {
      if (!isKept(backup, at)) await unlink(backup.path);
      else if (compress && !backup.path.endsWith('.gz')) await gzipFile(backup.path);
    }
  }
}

interface Backup {
  readonly path: string;
  readonly time: number;
}

/** The newest first. Only names that a rotation makes. */
async function backupsOf(path: string): Promise<Backup[]> {
  const extension = extname(path);
  const prefix = `${basename(path, extension)}-`;
  const found: Backup[] = [];
  for (const name of await readdir(dirname(path))) {
    const plain = name.endsWith('.gz') ? name.slice(0, -3) : name;
    if (!plain.startsWith(prefix) || !plain.endsWith(extension)) continue;
    const told = plain.slice(prefix.length, plain.length - extension.length);
    const [, day, hour, minute, rest] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})$/.exec(told) ?? [];
    if (day !== undefined)
      found.push({ path: join(dirname(path), name), time: Date.parse(`${day}T${hour}:${minute}:${rest}Z`) });
  }
  return found.sort((a, b) => b.time - a.time);
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
