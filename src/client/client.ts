import type { KubeObject } from '#meta';
import type { ResourceRef } from './requests.ts';
import { ResourceClient } from './resource-client.ts';
import type { Transport } from './transport.ts';

/** Reads, follows and writes the objects of a server of Kubernetes' API, whatever way requests take to it. */
export class Client {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** A resource in all namespaces; `inNamespace` says which. Objects are made in the namespace that they say. */
  resource<T extends KubeObject>(ref: ResourceRef<T>): ResourceClient<T> {
    return new ResourceClient(this.#transport, ref);
  }
}
