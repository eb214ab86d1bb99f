import { heldAddresses, heldPorts, type Service, type ServiceNetwork, Unavailable } from '#apis';
import type { World } from '#meta';
import type { AddressBook, IpAddress } from './address-book.ts';
import type { PortBook } from './port-book.ts';
import { includes, takenPorts, withoutPort, withPort } from './port-range.ts';

interface RepairParts {
  readonly local: ServiceNetwork;
  readonly addresses: AddressBook;
  readonly ports: PortBook;
  readonly world: Pick<World, 'clock' | 'log'>;
  /** As they are now. */
  services(): Promise<readonly Service[]>;
}

const REPAIR_MS = 180_000;
/** An address may be taken a little before its service is there. */
const ADDRESS_AGE_MS = 60_000;
/** So often a port must be found without a service before it is given back. */
const PORT_LEAKS = 3;

/**
 * Gives services what they lack in the books, and takes back what belongs to none: a server that dies between two writes
 * leaves it behind. k8s: registry/core/service/ipallocator/controller, portallocator/controller
 */
export class NetworkRepair {
  readonly #parts: RepairParts;
  readonly #leaks = new Map<number, number>();

  constructor(parts: RepairParts) {
    this.#parts = parts;
  }

  /** Now and then, until the signal fires. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts.world;
    while (!signal.aborted) {
      await clock.sleep(REPAIR_MS, signal);
      if (!signal.aborted) await this.once();
    }
  }

  async once(): Promise<void> {
    try {
      // What is taken is looked at before the services: who takes something makes the service after it.
      const addresses = await this.#parts.addresses.list();
      const range = await this.#parts.ports.read();
      const services = await this.#parts.services();
      await this.#repairAddresses(services, addresses);
      await this.#repairPorts(services, takenPorts(range));
    } catch (error) {
      this.#parts.world.log.warn('the addresses and ports of services were not compared with what they hold', {
        error,
      });
    }
  }

  async #repairAddresses(services: readonly Service[], addresses: readonly IpAddress[]): Promise<void> {
    const { addresses: book, local, world } = this.#parts;
    const known = new Set(addresses.map(({ metadata }) => metadata.name));
    const held = new Set<string>();
    for (const { service, address } of services.flatMap(pairs)) {
      held.add(address);
      if (known.has(address)) continue;
      const { name = '', namespace = '' } = service.metadata;
      await book.take(address, { name, namespace }).catch(unlessTaken);
    }
    const oldest = world.clock.now() - ADDRESS_AGE_MS;
    for (const { metadata } of addresses) {
      const { name = '', uid = '', creationTimestamp } = metadata;
      if (held.has(name) || Date.parse(creationTimestamp ?? '') > oldest) continue;
      await book.giveBack(name, uid);
      local.giveBackAddress(name);
    }
  }

  async #repairPorts(services: readonly Service[], taken: readonly number[]): Promise<void> {
    const held = new Set(services.flatMap((service) => [...heldPorts(service)]));
    const without = taken.filter((port) => !held.has(port));
    for (const port of this.#leaks.keys()) if (!without.includes(port)) this.#leaks.delete(port);
    for (const port of without) this.#leaks.set(port, (this.#leaks.get(port) ?? 0) + 1);
    const lost = without.filter((port) => (this.#leaks.get(port) ?? 0) >= PORT_LEAKS);
    const missing = [...held].filter((port) => !taken.includes(port));
    if (lost.length === 0 && missing.length === 0) return;
    await this.#parts.ports.change((range) => {
      const all = missing.filter((port) => includes(range, port)).reduce(withPort, range);
      return lost.reduce(withoutPort, all);
    });
  }
}

const pairs = (service: Service) => heldAddresses(service).map((address) => ({ service, address }));

function unlessTaken(error: unknown): void {
  if (!(error instanceof Unavailable)) throw error;
}
