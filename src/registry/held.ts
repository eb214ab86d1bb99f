import type { Reservation } from '#machinery';
import { type Hub, type MaybePromise, whenReady } from '#meta';
import type { Access } from './access.ts';

/** Reservations (addresses, ports) of a write, kept until it is known whether it was stored. */
export class Held {
  #reservation: Reservation | undefined;

  /** Runs the kind's `reserve`, if it has one. Earlier reservations are released. Subresources reserve nothing. */
  reserve(access: Access, object: Hub, live?: Hub): MaybePromise<void> {
    const { strategy } = access.resource.definition;
    return whenReady(this.release(), () =>
      whenReady(access.subresource === '' ? strategy.reserve?.(object, live, access) : undefined, (reservation) => {
        this.#reservation = reservation;
      }),
    );
  }
  release(): MaybePromise<void> {
    return this.#taken()?.release();
  }
  commit(): MaybePromise<void> {
    return this.#taken()?.commit();
  }

  #taken(): Reservation | undefined {
    const reservation = this.#reservation;
    this.#reservation = undefined;
    return reservation;
  }
}
