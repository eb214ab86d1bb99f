import { closeSync, openSync, readSync } from 'node:fs';

/** The longest turn of the event loop, in milliseconds. */
interface LongestTurn {
  /** By wall clock, so that it includes time that other processes took. */
  readonly wall: number;
  /** Processor time of the thread that serves. */
  readonly processor: number;
}

interface TurnMonitorOptions {
  /** How often it looks at most, in milliseconds: a turn is told longer than it is by up to this. */
  readonly everyMs: number;
  /** Ceases to look when nobody has asked it to for so long. */
  readonly restAfterMs?: number;
}

const limitsMs = [50, 100, 250, 1000] as const;
const WINDOW_MS = 30_000;

/**
 * Finds out how long turns of the event loop take. It looks at the end of a turn, and only of those that there are anyway: a
 * timer would wake a server that sleeps. It begins with `touch`, and ends when nothing has been going on for a while.
 */
export class TurnMonitor implements Disposable {
  readonly #everyMs: number;
  readonly #restAfterMs: number;
  readonly #thread = new ThreadTime();
  readonly #over = new Map<number, number>(limitsMs.map((limit) => [limit, 0]));
  #next: NodeJS.Immediate | undefined;
  #touched = 0;
  #last = noReading;
  #window = { since: 0, now: noTurn, before: noTurn };

  constructor({ everyMs, restAfterMs = Number.POSITIVE_INFINITY }: TurnMonitorOptions) {
    this.#everyMs = everyMs;
    this.#restAfterMs = restAfterMs;
  }

  /** Something begins that may take long. */
  touch(): void {
    this.#touched = performance.now();
    if (this.#next !== undefined) return;
    this.#last = this.#read(this.#touched);
    this.#await();
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
    if (this.#next !== undefined) clearImmediate(this.#next);
    this.#next = undefined;
    this.#thread[Symbol.dispose]();
  }

  /** Without a reference it does not keep the loop from waiting: it runs when something else has run. */
  #await(): void {
    this.#next = setImmediate(this.#look).unref();
  }
  readonly #look = (): void => {
    const now = performance.now();
    if (now - this.#last.wall >= this.#everyMs) this.#compare(this.#read(now));
    if (now - this.#touched < this.#restAfterMs) this.#await();
    else this.#next = undefined;
  };
  #read(wall: number): Reading {
    return { wall, idle: performance.eventLoopUtilization().idle, processor: this.#thread.milliseconds() };
  }
  #compare(now: Reading): void {
    const last = this.#last;
    this.#last = now;
    const wall = now.wall - last.wall - (now.idle - last.idle);
    this.#note({ wall, processor: now.processor - last.processor }, now.wall);
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

/** Milliseconds, since some moment. */
interface Reading {
  readonly wall: number;
  /** In which the loop had nothing to do. */
  readonly idle: number;
  readonly processor: number;
}

const noReading: Reading = { wall: 0, idle: 0, processor: 0 };
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
