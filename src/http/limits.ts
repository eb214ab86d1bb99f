import { apiErrors, type Clock } from '#meta';
import { type Reply, textReply } from './call.ts';

/** Bounds what goes on at the same time: beyond it clients are asked to come back. */
export class InflightLimit {
  readonly #limit: number;
  #running = 0;

  /** 0: no limit. */
  constructor(limit: number) {
    this.#limit = limit;
  }
  get running(): number {
    return this.#running;
  }
  async within(work: () => Promise<Reply>): Promise<Reply> {
    if (this.#limit > 0 && this.#running >= this.#limit) return busy();
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
    }
  }
}

function busy(): Reply {
  const reply = textReply(429, 'Too many requests, please try again later.\n');
  return { ...reply, headers: { ...reply.headers, 'retry-after': '1' } };
}

interface Pending {
  readonly until: number;
  readonly reject: (error: Error) => void;
}

/** Gives up on requests that take too long. One sweep for all of them, so that a request costs no timer. */
export class Deadlines {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #pending = new Set<Pending>();

  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock;
    this.#limitMs = limitMs;
  }
  within(work: () => Promise<Reply>): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const pending: Pending = { until: this.#clock.now() + this.#limitMs, reject };
      this.#pending.add(pending);
      work().then(
        (reply) => {
          this.#pending.delete(pending);
          resolve(reply);
        },
        (error) => {
          this.#pending.delete(pending);
          reject(error);
        },
      );
    });
  }
  /** Sweeps until the signal fires. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#clock.sleep(Math.min(1000, this.#limitMs), signal);
      const now = this.#clock.now();
      // In order of their deadlines: the first that is not late ends the sweep.
      for (const pending of this.#pending) {
        if (pending.until > now) break;
        pending.reject(apiErrors.timeout('request did not complete within the allotted timeout', 1));
      }
    }
  }
}
