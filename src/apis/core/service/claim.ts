import type { Reservation } from '#machinery';
import type { MaybePromise } from '#meta';
import type { AddressHolder, SharedNetwork } from './network.ts';

interface ClaimOptions {
  readonly holder: AddressHolder;
  /** Nothing is taken: the write is a dry run. */
  readonly isTrial: boolean;
}

/** What one write takes from the network and what it will give back: all of it happens, or nothing. */
export class Claim implements Reservation {
  readonly #network: SharedNetwork;
  readonly #holder: AddressHolder;
  readonly #isTrial: boolean;
  readonly #undo: (() => MaybePromise<void>)[] = [];
  readonly #after: (() => MaybePromise<void>)[] = [];

  constructor(network: SharedNetwork, { holder, isTrial }: ClaimOptions) {
    this.#network = network;
    this.#holder = holder;
    this.#isTrial = isTrial;
  }
  async address(family: string, wanted?: string): Promise<string> {
    if (this.#isTrial) return this.#network.tryAddress(family, wanted);
    const address = await this.#network.takeAddress(family, wanted, this.#holder);
    this.#undo.push(() => this.#network.giveBackAddress(address));
    return address;
  }
  async port(wanted?: number): Promise<number> {
    if (this.#isTrial) return this.#network.tryPort(wanted);
    const port = await this.#network.takePort(wanted);
    this.#undo.push(() => this.#network.giveBackPort(port));
    return port;
  }
  giveBackAddress(address: string): void {
    this.#after.push(() => this.#network.giveBackAddress(address));
  }
  giveBackPort(port: number): void {
    this.#after.push(() => this.#network.giveBackPort(port));
  }
  async release(): Promise<void> {
    this.#after.length = 0;
    for (const undo of this.#undo.splice(0)) await undo();
  }
  async commit(): Promise<void> {
    this.#undo.length = 0;
    for (const step of this.#after.splice(0)) await step();
  }
}
