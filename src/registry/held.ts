import type { Reservation } from '#machinery';
import type { Hub } from '#meta';
import type { Access } from './access.ts';

/** Reservations (addresses, ports) of a write, kept until it is known whether it was stored. */
export class Held {
  #reservation: Reservation | undefined;

  /** Runs the kind's `reserve`, if it has one. Earlier reservations are released. */
  async reserve(access: Access, object: Hub, live?: Hub): Promise<void> {
    await this.release();
    this.#reservation = await access.resource.definition.strategy.reserve?.(object, live, access);
  }
  async release(): Promise<void> {
    const reservation = this.#reservation;
    this.#reservation = undefined;
    await reservation?.release();
  }
  async commit(): Promise<void> {
    const reservation = this.#reservation;
    this.#reservation = undefined;
    await reservation?.commit();
  }
}
