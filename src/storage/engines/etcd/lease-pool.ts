import type { Clock } from '#meta';
import { methods } from './etcd-api.ts';
import type { EtcdClient } from './etcd-client.ts';

interface Lease {
  readonly id: bigint;
  /** When it ends, and all that was put under it. */
  readonly ends: number;
  /** How many rows it has. */
  rows: number;
}

/** Rows that end at nearly the same time share a lease: the longest that one lives on for that reason. */
const SHARED_MS = 60_000;
const SHARED_PART = 0.05;
/** The end of a lease is one write for all of its rows. */
const MOST_ROWS = 1000;

/** Leases for rows that expire. */
export class LeasePool {
  readonly #client: EtcdClient;
  readonly #clock: Clock;
  #newest: Promise<Lease> | undefined;

  constructor(client: EtcdClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** A lease that ends at this time, or a little later. */
  async until(expires: number): Promise<bigint> {
    const left = Math.max(1000, expires - this.#clock.now());
    const slack = Math.min(SHARED_MS, left * SHARED_PART);
    const there = await this.#newest?.catch(() => undefined);
    if (there !== undefined && there.rows < MOST_ROWS && there.ends >= expires && there.ends <= expires + slack) {
      there.rows++;
      return there.id;
    }
    const granted = this.#grant(left + slack);
    this.#newest = granted;
    return (await granted).id;
  }

  async #grant(ms: number): Promise<Lease> {
    const now = this.#clock.now();
    const { id, seconds } = await this.#client.call(methods.leaseGrant, { seconds: Math.ceil(ms / 1000) });
    return { id, ends: now + seconds * 1000, rows: 1 };
  }
}
