import type { Log, World } from '#meta';
import { packJson, parseEntry } from '#registry';
import type { Collection, Entry } from '#storage';
import type { Ensure } from '../bootstrap.ts';
import { kubernetesEndpoints } from '../kubernetes-endpoints.ts';

/** As long as a server counts as alive after it said so last, and how often it says so: those of kube-apiserver. */
const LEASE_MS = 15_000;
const RENEWAL_MS = 10_000;
const FOLLOW_AGAIN_MS = 1000;

interface EndpointParts {
  /** Where each server says that it lives. */
  readonly leases: Collection;
  readonly ensure: Ensure;
  readonly world: World;
  /** Where others find this server. */
  readonly address: string;
  readonly port: number;
}

interface ServerLease {
  readonly metadata: { readonly generation?: number };
  readonly subsets?: readonly {
    readonly addresses?: readonly { readonly ip: string }[];
    readonly ports?: readonly { readonly port: number }[];
  }[];
}

/**
 * Keeps this server among the endpoints of `default/kubernetes` as long as it runs, and takes those away that are dead:
 * their leases end by themselves. Returns how to stop it. k8s: controlplane/reconcilers/lease.go
 */
export async function joinEndpoints(parts: EndpointParts): Promise<() => Promise<void>> {
  const { world } = parts;
  const endpoints = new ServerEndpoints(parts);
  const stopping = new AbortController();
  const { signal } = stopping;
  await quietly(world.log, async () => {
    await endpoints.renew();
    await endpoints.reconcile({ keepsPort: false });
  });
  const renewing = repeat(world, signal, () => endpoints.renew());
  const following = endpoints.follow(signal);
  return async () => {
    stopping.abort();
    await Promise.all([renewing, following]);
    await quietly(world.log, () => endpoints.leave());
  };
}

class ServerEndpoints {
  readonly #parts: EndpointParts;
  /** One at a time: an older list of servers must not be written after a newer one. */
  #last: Promise<void> = Promise.resolve();

  constructor(parts: EndpointParts) {
    this.#parts = parts;
  }

  /** The lease holds from now on, whatever else there is to do. */
  async renew(): Promise<void> {
    const { leases, address, port, world } = this.#parts;
    await leases.transact(address, async (live) => {
      const { generation = 0 } = live === null ? {} : leaseIn(live).metadata;
      const value = leaseOf({ address, port, generation: generation + 1 });
      return { do: 'put', value, expires: world.clock.now() + LEASE_MS };
    });
  }

  /** Goes on until the signal fires: a server that comes or goes is told at once. */
  async follow(signal: AbortSignal): Promise<void> {
    const { leases, world } = this.#parts;
    while (!signal.aborted) {
      try {
        for await (const batch of leases.watch({ under: '', since: { initial: { need: 'newest' } } }, signal)) {
          if (batch.kind === 'changes' && batch.items.some(({ type }) => type !== 'MODIFIED')) await this.reconcile();
        }
      } catch (error) {
        world.log.debug('the servers are listed again', { error });
      }
      await world.clock.sleep(FOLLOW_AGAIN_MS, signal);
    }
  }

  reconcile({ keepsPort = true, isLeaving = false } = {}): Promise<void> {
    const done = this.#last.then(() => this.#reconcile({ keepsPort, isLeaving }));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async leave(): Promise<void> {
    const { leases, address, port } = this.#parts;
    // Another server of this machine may have the address too, and has said so since.
    await leases.transact(address, async (live) => {
      const other = live === null ? undefined : leaseIn(live).subsets?.[0]?.ports?.[0]?.port;
      return live === null || (other !== undefined && other !== port) ? { do: 'keep' } : { do: 'remove' };
    });
    await this.reconcile({ isLeaving: true });
  }

  async #reconcile({ keepsPort, isLeaving }: { keepsPort: boolean; isLeaving: boolean }): Promise<void> {
    const { leases, ensure, port } = this.#parts;
    const { entries } = await leases.list({ under: '', freshness: { need: 'newest' } });
    const addresses = entries.flatMap((entry) => leaseIn(entry).subsets?.[0]?.addresses?.[0]?.ip ?? []).sort();
    // This server lives: a list without it is wrong.
    if (addresses.length === 0 && !isLeaving) return;
    for (const object of kubernetesEndpoints(addresses, { port, keepsPort })) await ensure(object);
  }
}

function leaseIn(entry: Entry): ServerLease {
  return entry.damage === undefined ? (parseEntry(entry) as unknown as ServerLease) : { metadata: {} };
}

function leaseOf({ address, port, generation }: { address: string; port: number; generation: number }): Uint8Array {
  // kube-apiserver reads the address alone. The port tells servers of one machine apart.
  const subsets = [{ addresses: [{ ip: address }], ports: [{ port, protocol: 'TCP' }] }];
  return packJson(
    Buffer.from(JSON.stringify({ kind: 'Endpoints', apiVersion: 'v1', metadata: { generation }, subsets })),
  );
}

async function repeat({ clock, log }: World, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(RENEWAL_MS, signal);
    if (!signal.aborted) await quietly(log, work);
  }
}

/** Endpoints are not important enough to keep a server from running. */
async function quietly(log: Log, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn('the endpoints of default/kubernetes were not brought up to date', { error });
  }
}
