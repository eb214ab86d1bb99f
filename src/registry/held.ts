import type { Reservation } from '#machinery';
import type { Hub } from '#meta';
import type { Access } from './access.ts';

/** What a write holds on to until it is known whether it happened. */
export class Held {
  #reservation: Reservation | undefined;

  /** Runs the kind's `reserve`, if it has one. What was held before is given back. */
  async reserve(access: Access, object: Hub, live?: Hub): Promise<void> {
    this.release();
    this.#reservation = await access.resource.definition.strategy.reserve?.(object, live, access);
  }
  release(): void {
    this.#reservation?.release();
    this.#reservation = undefined;
  }
  commit(): void {
    this.#reservation?.commit();
    this.#reservation = undefined;
  }
}
