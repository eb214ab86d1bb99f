import type { Json, KubeObject } from '#meta';
import { type ClientConfig, loadKubeconfig } from './client-config.ts';
import { ResourceClient, type ResourceRef } from './resource-client.ts';
import { type HttpRequest, Transport } from './transport.ts';

/**
 * Speaks with a server of Kubernetes' API over HTTP.
 *
 *     const client = Client.fromKubeconfig(server.kubeconfigPath);
 *     const web = await client.resource(deployments).inNamespace('default').get('web');
 */
export class Client implements Disposable {
  readonly #transport: Transport;
  readonly #namespace: string;

  constructor(config: ClientConfig) {
    this.#transport = new Transport(config);
    this.#namespace = config.namespace ?? 'default';
  }

  static fromKubeconfig(file: string, context?: string): Client {
    return new Client(loadKubeconfig(file, context));
  }

  /** A resource in all namespaces; `inNamespace` says which. Objects are made in the namespace that they say. */
  resource<T extends KubeObject>(ref: ResourceRef<T>): ResourceClient<T> {
    return new ResourceClient(this.#transport, ref);
  }

  /** A resource in the namespace of the configuration. */
  inDefaultNamespace<T extends KubeObject>(ref: ResourceRef<T>): ResourceClient<T> {
    return new ResourceClient(this.#transport, ref, this.#namespace);
  }

  /** Any path of the server: `/version`. Throws an `ApiError` for a refusal. */
  request(call: HttpRequest): Promise<Json> {
    return this.#transport.ask(call);
  }

  /** Closes the connections. */
  close(): void {
    this.#transport[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
