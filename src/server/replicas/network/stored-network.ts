import {
  type AddressHolder,
  heldAddresses,
  heldPorts,
  type IpFamily,
  type Service,
  type ServiceNetwork,
  type SharedNetwork,
  Unavailable,
} from '#apis';
import type { AddressBook } from './address-book.ts';
import type { PortBook } from './port-book.ts';
import { includes, isTaken, type PortRange, withoutPort, withPort } from './port-range.ts';

interface StoredNetworkParts {
  /** Knows the ranges, and as far as this server has heard what is taken: which address is worth trying. */
  readonly local: ServiceNetwork;
  readonly addresses: AddressBook;
  readonly ports: PortBook;
  /** From 0 to 1. Servers that begin at different places seldom want the same number. */
  readonly random: number;
}

/** So many node ports at the start of the range are given out last, as everywhere. */
const RESERVED_PORTS = 86;

/** The addresses and ports that the services of all servers share. What is taken is decided in the store. */
export class StoredNetwork implements SharedNetwork {
  readonly families: readonly IpFamily[];
  readonly #parts: StoredNetworkParts;
  #cursor: number | undefined;

  constructor(parts: StoredNetworkParts) {
    this.#parts = parts;
    this.families = parts.local.families;
  }

  async takeAddress(family: string, wanted: string | undefined, holder: AddressHolder): Promise<string> {
    const { local, addresses } = this.#parts;
    // Another server may have given it back, which is not heard of here yet: only the store knows.
    if (wanted !== undefined) local.giveBackAddress(wanted);
    for (;;) {
      const address = local.takeAddress(family, wanted);
      try {
        await addresses.take(address, holder);
        return address;
      } catch (error) {
        // Who has it lets everybody know, later too when it is free again.
        const isAnother = error instanceof Unavailable;
        if (!isAnother) local.giveBackAddress(address);
        if (!isAnother || wanted !== undefined) throw error;
      }
    }
  }

  async giveBackAddress(address: string): Promise<void> {
    await this.#parts.addresses.giveBack(address);
    this.#parts.local.giveBackAddress(address);
  }

  /** Others may have given it back, or taken it, without this server having heard of it. */
  tryAddress(family: string, wanted?: string): string {
    return this.#parts.local.tryAddress(family, wanted);
  }

  async tryPort(wanted?: number): Promise<number> {
    const range = await this.#parts.ports.read();
    return assured(wanted === undefined ? this.#freePort(range) : freeOf(range, wanted), wanted);
  }

  async takePort(wanted?: number): Promise<number> {
    let taken: number | undefined;
    await this.#parts.ports.change((range) => {
      taken = wanted === undefined ? this.#freePort(range) : freeOf(range, wanted);
      return taken === undefined ? range : withPort(range, taken);
    });
    return assured(taken, wanted);
  }

  async giveBackPort(port: number): Promise<void> {
    await this.#parts.ports.change((range) => (includes(range, port) ? withoutPort(range, port) : range));
  }

  async vacate(service: Service): Promise<void> {
    const ports = heldPorts(service);
    for (const address of heldAddresses(service)) await this.giveBackAddress(address);
    if (ports.length === 0) return;
    await this.#parts.ports.change((range) => ports.filter((port) => includes(range, port)).reduce(withoutPort, range));
  }

  /** Goes round, so that a port just given back is not at once given to somebody else. */
  #freePort(range: PortRange): number | undefined {
    const { first, last } = range;
    const usual = first + Math.min(RESERVED_PORTS, last - first);
    this.#cursor ??= usual + Math.floor(this.#parts.random * (last - usual + 1));
    const port =
      firstFree(range, this.#cursor, last) ?? firstFree(range, usual, this.#cursor) ?? firstFree(range, first, usual);
    if (port !== undefined && port >= usual) this.#cursor = port === last ? usual : port + 1;
    return port;
  }
}

function assured(port: number | undefined, wanted: number | undefined): number {
  if (port !== undefined) return port;
  throw new Unavailable(wanted === undefined ? 'range is full' : 'provided port is already allocated');
}

/** The port, if it is free. Throws when it is not one of the range. */
function freeOf(range: PortRange, port: number): number | undefined {
  if (includes(range, port)) return isTaken(range, port) ? undefined : port;
  const valid = `${range.first}-${range.last}`;
  throw new Unavailable(`provided port is not in the valid range. The range of valid ports is ${valid}`);
}

function firstFree(range: PortRange, from: number, to: number): number | undefined {
  for (let port = from; port <= to; port++) if (!isTaken(range, port)) return port;
  return undefined;
}
