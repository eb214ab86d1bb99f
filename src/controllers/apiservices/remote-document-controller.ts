import type { WorkQueue } from '#client';
import type { InProcessClient, ResourceEvent } from '#in-process-client';
import type { ServedResource } from '#machinery';
import { parseEntry } from '#registry';
import type { Controller } from '../controller.ts';
import type { AggregatedServers } from './aggregated-servers.ts';
import type { ApiService } from './availability.ts';

const REFRESH_MS = 60_000;

/**
 * Keeps what aggregated API servers say of themselves, in discovery and OpenAPI, as new as they are. In a queue of its
 * own: a slow server must not delay what is said of the health of others.
 */
export class RemoteDocumentController implements Controller {
  readonly queue: WorkQueue;
  readonly #remote = new Set<string>();

  constructor(client: InProcessClient, servers: AggregatedServers) {
    const work = async (name: string, stopping: AbortSignal): Promise<void> => {
      await servers.refresh(name, stopping);
      if (this.#remote.has(name)) this.queue.addAfter(name, REFRESH_MS);
    };
    this.queue = client.workQueue({ name: 'aggregated-discovery', work });
  }

  wants({ group, definition }: ServedResource): boolean {
    return group === 'apiregistration.k8s.io' && definition.resource === 'apiservices';
  }
  onListStart(): void {
    this.#remote.clear();
  }
  onSynced(): void {}

  onEvent({ type, entry }: ResourceEvent): void {
    const { spec }: ApiService = parseEntry(entry);
    const isRemote = type !== 'DELETED' && spec?.service !== undefined;
    if (!isRemote && !this.#remote.has(entry.key)) return;
    if (isRemote) this.#remote.add(entry.key);
    else this.#remote.delete(entry.key);
    this.queue.add(entry.key);
  }
}
