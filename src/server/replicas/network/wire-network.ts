import { type Service, ServiceNetwork, type SharedNetwork } from '#apis';
import type { Catalog } from '#machinery';
import type { World } from '#meta';
import { hubObject, type Registry } from '#registry';
import type { Engine } from '#storage';
import { AddressBook } from './address-book.ts';
import { NetworkRepair } from './network-repair.ts';
import { PortBook } from './port-book.ts';
import { StoredNetwork } from './stored-network.ts';

const NODE_PORTS = { first: 30_000, last: 32_767 };
const FOLLOW_AGAIN_MS = 1000;

interface NetworkParts {
  readonly ranges: readonly string[];
  /** Whether other servers give services addresses too. */
  readonly isShared: boolean;
  readonly engine: Engine;
  readonly world: World;
  registry(): Registry;
  catalog(): Catalog;
  random(): number;
}

interface WiredNetwork {
  /** In memory. */
  readonly local: ServiceNetwork;
  /** What services take from. */
  readonly shared: SharedNetwork;
  /** Brings what is written down in order, and goes on until the signal fires. */
  begin(signal: AbortSignal): Promise<{ readonly ended: Promise<unknown> }>;
}

/** The addresses and ports of services: counted in memory where there is one server, in the store where there are several. */
export function wireNetwork(parts: NetworkParts): WiredNetwork {
  const { ranges, isShared, engine, world, random } = parts;
  if (!isShared) {
    const local = new ServiceNetwork({ ranges, nodePorts: NODE_PORTS });
    return { local, shared: local, begin: async () => ({ ended: Promise.resolve() }) };
  }
  const local = new ServiceNetwork({ ranges, nodePorts: NODE_PORTS, start: random() });
  const addresses = new AddressBook(parts);
  const ports = new PortBook(engine, NODE_PORTS);
  const repair = new NetworkRepair({ local, addresses, ports, world, services: () => servicesIn(parts) });
  return {
    local,
    shared: new StoredNetwork({ local, addresses, ports, random: random() }),
    async begin(signal) {
      await repair.once();
      return { ended: Promise.all([repair.run(signal), followAddresses({ local, addresses, world }, signal)]) };
    },
  };
}

async function servicesIn({ registry, catalog }: Pick<NetworkParts, 'registry' | 'catalog'>): Promise<Service[]> {
  const definition = catalog().find('', 'v1', 'services')?.definition;
  if (definition === undefined) return [];
  const services = registry().collection(definition.storagePrefix);
  const { entries } = await services.list({ under: '', freshness: { need: 'newest' } });
  const readable = entries.filter(({ damage }) => damage === undefined);
  return Promise.all(readable.map((entry) => hubObject(definition, entry) as Promise<Service>));
}

interface Followed {
  readonly local: ServiceNetwork;
  readonly addresses: AddressBook;
  readonly world: Pick<World, 'clock' | 'log'>;
}

/** Keeps in mind which addresses are taken, whoever takes them, so that few are tried in vain. */
async function followAddresses({ local, addresses, world }: Followed, signal: AbortSignal): Promise<void> {
  const objects = addresses.objects();
  while (objects !== undefined && !signal.aborted) {
    try {
      for await (const batch of objects.watch({ under: '', since: { initial: { need: 'any' } } }, signal)) {
        if (batch.kind !== 'changes') continue;
        for (const { type, entry } of batch.items) {
          if (type === 'DELETED') local.giveBackAddress(entry.key);
          else local.noteAddress(entry.key);
        }
      }
    } catch (error) {
      world.log.debug('the addresses are listed again', { error });
    }
    await world.clock.sleep(FOLLOW_AGAIN_MS, signal);
  }
}
