import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { TestClient } from '../support/client.ts';
import type { Wire, WireEvent } from '../support/wire.ts';
import { type ClientParts, foundIn, path } from './clients.ts';

/** Follows everything, over all deaths of the server, and writes it into the log of the history. */
export class Watcher {
  readonly #parts: ClientParts;
  /** What is there, by key. */
  readonly #there = new Map<string, number>();
  #revision = 0;

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }
  get revision(): number {
    return this.#revision;
  }

  async run(): Promise<void> {
    while (!this.#parts.signal.aborted) {
      const client = await this.#parts.servers.client();
      await this.#follow(client).catch(() => undefined);
      await setTimeout(20);
    }
  }

  async #follow(client: TestClient): Promise<void> {
    if (this.#revision === 0) return this.#begin(client);
    const query = { watch: true, resourceVersion: this.#revision, allowWatchBookmarks: true };
    const response = await client.open('GET', path, { query });
    const end = (): void => void response.destroy();
    this.#parts.signal.addEventListener('abort', end, { once: true });
    try {
      if (response.statusCode === 410) return await this.#begin(client);
      for await (const event of eventsOf(response)) {
        if (event.type !== 'ERROR') this.#take(event);
        else if ((event.object as unknown as { code: number }).code === 410) await this.#begin(client);
        else return;
      }
    } finally {
      this.#parts.signal.removeEventListener('abort', end);
      response.destroy();
    }
  }

  #take({ type, object }: WireEvent): void {
    const { history } = this.#parts;
    const revision = Number(object.metadata.resourceVersion);
    this.#revision = revision;
    if (type === 'BOOKMARK') return;
    const { id } = foundIn(object, history);
    const key = object.metadata.name;
    history.log.push({ revision, key, id: type === 'DELETED' ? null : id });
    if (type === 'DELETED') this.#there.delete(key);
    else this.#there.set(key, revision);
  }

  /** From a list. What happened since the last event is a gap, unless it is the beginning. */
  async #begin(client: TestClient): Promise<void> {
    const { history } = this.#parts;
    const { status, body } = await client.get(path);
    if (status !== 200) return;
    const to = Number(body.metadata.resourceVersion);
    history.gaps.push({ from: this.#revision, to });
    const items = new Map(body.items.map((item) => [item.metadata.name, item]));
    const changed = [...items.values()].filter((item) => Number(item.metadata.resourceVersion) > this.#revision);
    changed.sort((a: Wire, b: Wire) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion));
    for (const object of changed) this.#take({ type: 'MODIFIED', object } as WireEvent);
    for (const key of [...this.#there.keys()].filter((name) => !items.has(name))) {
      this.#there.delete(key);
      history.log.push({ revision: to, key, id: null, missed: true });
    }
    this.#revision = to;
  }
}

/** Event by event. Throws when the connection breaks, also in the middle of one. */
async function* eventsOf(response: IncomingMessage): AsyncGenerator<WireEvent> {
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() as string;
    for (const line of lines) yield JSON.parse(line) as WireEvent;
  }
}
