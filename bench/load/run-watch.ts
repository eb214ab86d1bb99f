import { setTimeout as delay } from 'node:timers/promises';
import { cpuFor } from '../statistics.ts';
import { cpuSecondsOf } from '../target/memory.ts';
import { Connection } from './connection.ts';
import type { WatchJob, WatchResult, WatchSlice } from './job.ts';
import { PreparedRequest } from './request.ts';
import { Samples } from './samples.ts';
import { SerialFinder } from './serial-finder.ts';

const STALLED_MS = 30_000;

export async function runWatch(job: WatchJob): Promise<WatchResult> {
  const run = new WatchRun(job);
  try {
    return await run.run();
  } finally {
    run.close();
  }
}

type Writer = (serial: number) => Promise<void>;

interface Flight {
  readonly started: number;
  missing: number;
  arrived(): void;
}

/**
 * Real watchers are many; these are one process. If that slept between two events, each event would have to wake it, which
 * in a virtual machine takes longer than to send it: the wakings would be measured, not the server.
 */
function stayAwake(): { end(): void } {
  let isOver = false;
  const again = (): void => {
    if (!isOver) setImmediate(again);
  };
  again();
  return {
    end: () => {
      isOver = true;
    },
  };
}

class WatchRun {
  readonly #job: WatchJob;
  readonly #connections: Connection[] = [];
  readonly #flights = new Map<number, Flight>();
  readonly #failed: Promise<never>;
  #fail: (error: Error) => void = () => {};
  #deliveries = new Samples();
  #complete = new Samples();
  #serial = 0;

  constructor(job: WatchJob) {
    this.#job = job;
    this.#failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.#failed.catch(() => {});
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  async run(): Promise<WatchResult> {
    const { watchers, writers, warmUpWrites, writesPerSlice, slices, pids } = this.#job;
    for (let i = 0; i < watchers; i++) await this.#openWatcher();
    const writing = await Promise.all(Array.from({ length: writers }, (_, i) => this.#openWriter(i)));
    const awake = stayAwake();
    await this.#slice(writing, warmUpWrites);
    const cpuBefore = cpuSecondsOf(pids);
    const result: WatchSlice[] = [];
    for (let i = 0; i < slices; i++) result.push(await this.#slice(writing, writesPerSlice));
    awake.end();
    const events = result.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
    return { slices: result, ...cpuFor(events, cpuBefore, cpuSecondsOf(pids)) };
  }

  /** Ready when the server has answered with headers: from then on the watch sees every write. */
  async #openWatcher(): Promise<void> {
    const finder = new SerialFinder((serial) => this.#delivered(serial));
    const { target, watch } = this.#job;
    let accept: () => void = () => {};
    const accepted = new Promise<void>((resolve) => {
      accept = resolve;
    });
    const connection = await Connection.open(target, {
      head: (status) => (status === 200 ? accept() : this.#fail(new Error(`a watch was answered with ${status}`))),
      body: (part) => finder.feed(part),
      end: () => this.#fail(new Error('the server ended a watch')),
      lost: (error) => this.#fail(error),
    });
    this.#connections.push(connection);
    connection.send(new PreparedRequest(target, watch).bytes);
    await this.#unlessFailed(accepted);
  }

  async #openWriter(object: number): Promise<Writer> {
    const { target, write } = this.#job;
    const request = new PreparedRequest(target, write);
    let answered: () => void = () => {};
    const connection = await Connection.open(target, {
      end: (status) => (status < 300 ? answered() : this.#fail(new Error(`a write was answered with ${status}`))),
      lost: (error) => this.#fail(error),
    });
    this.#connections.push(connection);
    return (serial) => {
      const answer = new Promise<void>((resolve) => {
        answered = resolve;
      });
      connection.send(request.fill({ object, serial }));
      return answer;
    };
  }

  async #slice(writers: readonly Writer[], writes: number): Promise<WatchSlice> {
    this.#deliveries = new Samples();
    this.#complete = new Samples();
    const began = performance.now();
    const end = this.#serial + writes;
    const { pace } = this.#job;
    const work = 'everyMs' in pace ? this.#paced(writers, { end, ...pace }) : this.#inTurn(writers, { end, ...pace });
    await this.#unlessFailed(work);
    const milliseconds = performance.now() - began;
    return { milliseconds, deliveries: this.#deliveries.all(), complete: this.#complete.all() };
  }

  async #inTurn(writers: readonly Writer[], { end, afterMs }: { end: number; afterMs: number }): Promise<void> {
    const work = writers.map(async (write) => {
      while (this.#serial < end) {
        await this.#writeAndAwait(write);
        if (afterMs > 0) await delay(afterMs);
      }
    });
    await Promise.all(work);
  }

  /** At fixed moments, whether or not the last write has arrived: a server that falls behind is seen to. */
  async #paced(writers: readonly Writer[], { end, everyMs }: { end: number; everyMs: number }): Promise<void> {
    const began = performance.now();
    const first = this.#serial;
    const busy = writers.map((): Promise<void> => Promise.resolve());
    while (this.#serial < end) {
      const turn = this.#serial - first;
      await delay(Math.max(0, began + turn * everyMs - performance.now()));
      const writer = turn % writers.length;
      // A connection carries one write at a time.
      await busy[writer];
      busy[writer] = this.#writeAndAwait(writers[writer] as Writer);
    }
    await Promise.all(busy);
  }

  async #writeAndAwait(write: Writer): Promise<void> {
    const serial = this.#serial++;
    const everywhere = new Promise<void>((arrived) => {
      this.#flights.set(serial, { started: performance.now(), missing: this.#job.watchers, arrived });
    });
    await Promise.all([write(serial), everywhere]);
  }

  #delivered(serial: number): void {
    const flight = this.#flights.get(serial);
    if (flight === undefined) return;
    const took = performance.now() - flight.started;
    this.#deliveries.add(took);
    flight.missing--;
    if (flight.missing > 0) return;
    this.#complete.add(took);
    this.#flights.delete(serial);
    flight.arrived();
  }

  async #unlessFailed<T>(work: Promise<T>): Promise<T> {
    const stop = new AbortController();
    const stalled = delay(STALLED_MS, undefined, { signal: stop.signal }).then(
      () => Promise.reject(new Error('watch events did not arrive')),
      () => new Promise<never>(() => {}),
    );
    try {
      return await Promise.race([work, this.#failed, stalled]);
    } finally {
      stop.abort();
    }
  }
}
