import { type KubeObject, parseLabelSelector } from '#meta';
import type { IndexedStore, Indexers } from './indexed-store.ts';

/** `namespace/name`, or the name alone of what is in no namespace. */
export function objectKey({ metadata: { namespace = '', name = '' } }: KubeObject): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** The index by which listers find what lies in a namespace. */
export const byNamespace: Indexers<KubeObject> = { namespace: ({ metadata }) => [metadata.namespace ?? ''] };

type ReadStore<T> = Pick<IndexedStore<T>, 'get' | 'values' | 'byIndex'>;

/** Reads what an informer knows, without asking the server. */
export class Lister<T extends KubeObject> {
  readonly #store: ReadStore<T>;
  readonly #namespace: string | undefined;

  constructor(store: ReadStore<T>, namespace?: string) {
    this.#store = store;
    this.#namespace = namespace;
  }

  inNamespace(namespace: string): Lister<T> {
    return new Lister(this.#store, namespace);
  }

  get(name: string): T | undefined {
    return this.#store.get(this.#namespace === undefined ? name : `${this.#namespace}/${name}`);
  }

  list(labelSelector = ''): readonly T[] {
    const selector = parseLabelSelector(labelSelector);
    const found =
      this.#namespace === undefined ? this.#store.values() : this.#store.byIndex('namespace', this.#namespace);
    return [...found].filter(({ metadata }) => selector.matches(metadata.labels ?? {}));
  }
}
