import type { Json, KubeObject } from '#meta';
import { Client } from '../client.ts';
import type { ResourceRef } from '../requests.ts';
import type { ResourceClient } from '../resource-client.ts';
import type { ClientConfig } from './client-config.ts';
import { Connection, type HttpRequest } from './connection.ts';
import { HttpTransport } from './http-transport.ts';
import { loadKubeconfig } from './kubeconfig.ts';

/**
 * Speaks with a server of Kubernetes' API over HTTP.
 *
 *     const client = HttpClient.fromKubeconfig(server.kubeconfigPath);
 *     const web = await client.resource(deployments).inNamespace('default').get('web');
 */
export class HttpClient extends Client implements Disposable {
  readonly #connection: Connection;
  readonly #namespace: string;

  constructor(config: ClientConfig) {
    const connection = new Connection(config);
    super(new HttpTransport(connection));
    this.#connection = connection;
    this.#namespace = config.namespace ?? 'default';
  }

  static fromKubeconfig(file: string, context?: string): HttpClient {
    return new HttpClient(loadKubeconfig(file, context === undefined ? {} : { context }));
  }

  /** A resource in the namespace of the configuration. */
  inDefaultNamespace<T extends KubeObject>(ref: ResourceRef<T>): ResourceClient<T> {
    return this.resource(ref).inNamespace(this.#namespace);
  }

  /** Any path of the server: `/version`. Throws an `ApiError` for a refusal. */
  request(call: HttpRequest): Promise<Json> {
    return this.#connection.ask(call);
  }

  /** The same of a path whose answer is no JSON: `/metrics`. */
  text(call: HttpRequest): Promise<string> {
    return this.#connection.askText(call);
  }

  /** Closes the connections. */
  close(): void {
    this.#connection[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
