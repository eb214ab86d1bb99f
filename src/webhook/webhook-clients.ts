import type { WebhookClientConfig } from './client-config.ts';
import { WebhookClient, type WebhookClientParts } from './webhook-client.ts';

/** How many clients are kept; beyond that the longest unused one is closed. */
const MOST = 200;

/** One client for each address and bundle, however many webhooks lie there. k8s: apiserver/pkg/util/webhook/client.go */
export class WebhookClients {
  readonly #parts: WebhookClientParts;
  /** In the order of their last use. */
  readonly #clients = new Map<string, WebhookClient>();
  readonly #keys = new WeakMap<WebhookClientConfig, string>();

  constructor(parts: WebhookClientParts) {
    this.#parts = parts;
  }

  for(config: WebhookClientConfig): WebhookClient {
    const key = this.#keyOf(config);
    const client = this.#clients.get(key) ?? new WebhookClient(config, this.#parts);
    this.#clients.delete(key);
    this.#clients.set(key, client);
    if (this.#clients.size > MOST) this.#dropOldest();
    return client;
  }

  #keyOf(config: WebhookClientConfig): string {
    const known = this.#keys.get(config);
    if (known !== undefined) return known;
    const { url, service, caBundle } = config;
    const { namespace, name, path, port } = service ?? {};
    const key = JSON.stringify([url, namespace, name, path, port, caBundle]);
    this.#keys.set(config, key);
    return key;
  }

  #dropOldest(): void {
    for (const [key, client] of this.#clients) {
      this.#clients.delete(key);
      client[Symbol.dispose]();
      return;
    }
  }
}
