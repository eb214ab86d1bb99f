import type { Reservation } from '#machinery';
import type { SharedNetwork } from './network.ts';

/** What one write takes from the network and what it will give back: all of it happens, or nothing. */
export class Claim implements Reservation {
  readonly #network: SharedNetwork;
  readonly #undo: (() => void)[] = [];
  readonly #after: (() => void)[] = [];

  constructor(network: SharedNetwork) {
    this.#network = network;
  }
  address(family: string, wanted?: string): string {
    const address = this.#network.takeAddress(family, wanted);
    this.#undo.push(() => this.#network.giveBackAddress(address));
    return address;
  }
  port(wanted?: number): number {
    const port = this.#network.takePort(wanted);
    this.#undo.push(() => this.#network.giveBackPort(port));
    return port;
  }
  giveBackAddress(address: string): void {
    this.#after.push(() => this.#network.giveBackAddress(address));
  }
  giveBackPort(port: number): void {
    this.#after.push(() => this.#network.giveBackPort(port));
  }
  release(): void {
    for (const undo of this.#undo.splice(0)) undo();
    this.#after.length = 0;
  }
  commit(): void {
    for (const step of this.#after.splice(0)) step();
    this.#undo.length = 0;
  }
}
