import type { Catalog, ServedResource } from '#machinery';

interface Waiting {
  readonly served: ServedResource;
  readonly listeners: Set<() => void>;
}

/**
 * Watches of custom resources wait here for the end of their definition. They show objects by it, and a changed
 * definition may show them otherwise: they end, and clients watch again by the new one. k8s: apiextensions-apiserver
 * customresource_handler.go, which tears the old storage down
 */
export class DefinitionWaiters {
  readonly #catalog: () => Catalog;
  readonly #waiting = new Map<string, Waiting>();

  constructor(catalog: () => Catalog) {
    this.#catalog = catalog;
  }

  /** Calls back, once, when the resource is no longer defined as it is now. Never for built-in resources. */
  wait(served: ServedResource, listener: () => void): { stop(): void } {
    const { group, version, definition } = served;
    if (definition.revision === undefined) return { stop: () => undefined };
    const name = `${version}/${definition.resource}.${group}/${definition.revision}`;
    const waiting = this.#waiting.get(name) ?? { served, listeners: new Set() };
    this.#waiting.set(name, waiting);
    waiting.listeners.add(listener);
    if (!this.#isCurrent(served)) this.#end(name, waiting);
    return {
      stop: () => {
        waiting.listeners.delete(listener);
        if (waiting.listeners.size === 0 && this.#waiting.get(name) === waiting) this.#waiting.delete(name);
      },
    };
  }

  /** To be called when the catalog has changed: ends the waits for definitions that are not served any more. */
  recheck(): void {
    for (const [name, waiting] of this.#waiting) if (!this.#isCurrent(waiting.served)) this.#end(name, waiting);
  }

  #end(name: string, { listeners }: Waiting): void {
    this.#waiting.delete(name);
    for (const listener of listeners) listener();
  }
  #isCurrent({ group, version, definition }: ServedResource): boolean {
    return this.#catalog().find(group, version, definition.resource)?.definition.revision === definition.revision;
  }
}
