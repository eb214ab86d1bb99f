import { closeSync, openSync, readSync } from 'node:fs';

/** The longest turn of the event loop, in milliseconds. */
interface LongestTurn {
  /** By wall clock, so that it includes time that other processes took. */
  readonly wall: number;
  /** Processor time of the thread that serves. */
  readonly processor: number;
}

interface TurnMonitorOptions {
  /** How often it looks, in milliseconds: a turn is told longer than it is by up to this. */
  readonly everyMs: number;
  /** Ceases to look when nobody has asked it to for so long. */
  readonly restAfterMs?: number;
}

const limitsMs = [50, 100, 250, 1000] as const;
const WINDOW_MS = 30_000;

/**
 * Finds out how long turns of the event loop take: a timer that comes late tells of a turn that was long. Looks only while
 * something is going on (`touch`), so that an idle server sleeps.
 */
export class TurnMonitor implements Disposable {
  readonly #everyMs: number;
  readonly #restAfterMs: number;
  readonly #thread = new ThreadTime();
  readonly #over = new Map<number, number>(limitsMs.map((limit) => [limit, 0]));
  #timer: NodeJS.Timeout | undefined;
  #touched = 0;
  #lastWall = 0;
  #lastProcessor = 0;
  #window = { since: 0, now: noTurn, before: noTurn };

  constructor({ everyMs, restAfterMs = Number.POSITIVE_INFINITY }: TurnMonitorOptions) {
    this.#everyMs = everyMs;
    this.#restAfterMs = restAfterMs;
  }

  /** Something begins that may take long. */
  touch(): void {
    this.#touched = performance.now();
    if (this.#timer !== undefined) return;
    this.#lastWall = this.#touched;
    this.#lastProcessor = this.#thread.milliseconds();
    this.#timer = setInterval(() => this.#look(), this.#everyMs);
    this.#timer.unref();
  }

  /** The longest turn of the last minute, or since this was asked last. */
  longest({ reset = false } = {}): LongestTurn {
    const { now, before } = this.#window;
    if (reset) this.#window = { since: performance.now(), now: noTurn, before: noTurn };
    return longer(now, before);
  }

  /** How many turns took more processor time than so many milliseconds. */
  overLimits(): ReadonlyMap<number, number> {
    return this.#over;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#thread[Symbol.dispose]();
  }

  #look(): void {
    const wall = performance.now();
    const processor = this.#thread.milliseconds();
    this.#note({ wall: wall - this.#lastWall, processor: processor - this.#lastProcessor }, wall);
    this.#lastWall = wall;
    this.#lastProcessor = processor;
    if (wall - this.#touched < this.#restAfterMs) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #note(turn: LongestTurn, at: number): void {
    const window = this.#window;
    if (at - window.since > WINDOW_MS) this.#window = { since: at, now: turn, before: window.now };
    else window.now = longer(window.now, turn);
    for (const limit of limitsMs) {
      if (turn.processor > limit) this.#over.set(limit, (this.#over.get(limit) ?? 0) + 1);
    }
  }
}

const noTurn: LongestTurn = { wall: 0, processor: 0 };

function longer(a: LongestTurn, b: LongestTurn): LongestTurn {
  return { wall: Math.max(a.wall, b.wall), processor: Math.max(a.processor, b.processor) };
}

/** Processor time of the main thread. Node of today tells only that of the whole process; Linux tells more. */
class ThreadTime implements Disposable {
  readonly #file: number | undefined;
  readonly #buffer = Buffer.alloc(64);

  constructor() {
    try {
      this.#file = openSync('/proc/self/schedstat', 'r');
    } catch {
      this.#file = undefined;
    }
  }

  milliseconds(): number {
    if (this.#file === undefined) {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    }
    const length = readSync(this.#file, this.#buffer, 0, this.#buffer.length, 0);
    return Number.parseInt(this.#buffer.toString('latin1', 0, length), 10) / 1e6;
  }

  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}
