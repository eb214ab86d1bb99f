import type { WorkQueue } from '#client';
import type { InProcessClient } from '#in-process-client';
import type { ServedResource } from '#machinery';
import type { AggregatedServers } from '../apiservices/aggregated-servers.ts';
import type { Controller } from '../controller.ts';
import { ownersOf } from './dependency-index.ts';
import type { GarbageCollector } from './garbage-collector.ts';
import { askedOwners, standingOf } from './owners.ts';

/** Kubernetes watches what other servers have; here they are asked now and then. */
const PERIOD_MS = 10_000;
const ALL = 'all';

interface RemoteGarbageParts {
  readonly client: InProcessClient;
  readonly servers: AggregatedServers;
  /** Decides about what is here and has owners there. */
  readonly collector: GarbageCollector;
}

/** Deletes objects of aggregated API servers whose owners are gone, and looks after what their objects own here. */
export class RemoteGarbage implements Controller {
  readonly queue: WorkQueue;
  readonly #parts: RemoteGarbageParts;

  constructor(parts: RemoteGarbageParts) {
    this.#parts = parts;
    const work = (_: string, stopping: AbortSignal): Promise<void> => this.#collect(stopping);
    this.queue = parts.client.workQueue({ name: 'remote-garbage', work });
  }

  wants({ group, definition }: ServedResource): boolean {
    return group === 'apiregistration.k8s.io' && definition.resource === 'apiservices';
  }
  onListStart(): void {}
  onSynced(): void {}
  onEvent(): void {
    if (this.#parts.servers.hasServers) this.queue.add(ALL);
  }

  async #collect(signal: AbortSignal): Promise<void> {
    const { client, servers, collector } = this.#parts;
    if (!servers.hasServers) return;
    this.queue.addAfter(ALL, PERIOD_MS);
    collector.lookAtRemoteOwners();
    for (const dependent of await servers.dependents(signal)) {
      const { namespace } = dependent;
      const owners = await askedOwners(ownersOf(dependent, namespace, client.mapper), servers, { namespace, signal });
      if (owners.length === 0 || owners.some(({ problem }) => problem !== undefined)) continue;
      const { solid, waiting } = await standingOf(client, owners);
      if (solid.length === 0 && waiting.length === 0) await dependent.delete(signal);
    }
  }
}
