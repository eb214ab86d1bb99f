import type { ServedResource } from '#machinery';
import { type Hub, type KubeObject, millisecondsOf, type ObjectMeta, parseTime } from '#meta';
import { hubObject } from '#registry';
import type { EditOptions, Loopback } from './loopback.ts';
import type { Spot } from './places.ts';
import type { Item, Stock } from './stock.ts';

/**
 * What one of the controllers for workloads works with: it finds objects in the stock, and writes like everybody.
 * A write to an object of that name which is another one by now is a conflict, and the work is done again.
 */
export class Desk {
  readonly #loopback: Loopback;
  readonly #stock: Stock;

  constructor(loopback: Loopback, stock: Stock) {
    this.#loopback = loopback;
    this.#stock = stock;
  }

  /** Milliseconds since the epoch. */
  get nowMs(): number {
    return this.#loopback.world.clock.now();
  }
  /** As objects write it. */
  get now(): string {
    return this.#loopback.now;
  }
  get log(): Loopback['world']['log'] {
    return this.#loopback.world.log;
  }

  /** As it was told last. */
  get<T extends KubeObject>(kind: string, key: string): Hub<T> | undefined {
    const item = this.#stock.shelf(kind).get(key);
    return item && parsed<T>(item);
  }
  /** As it is now. */
  async newest<T extends KubeObject>(object: KubeObject): Promise<Hub<T> | null> {
    return (await this.#loopback.object(this.#spot(object))) as Hub<T> | null;
  }
  controlledBy<T extends KubeObject>(kind: string, { metadata }: Pick<KubeObject, 'metadata'>): T[] {
    return [...this.#stock.shelf(kind).controlledBy(metadata.uid as string)].map((item) => parsed<T>(item));
  }
  /** Those in a namespace that nobody manages, and that have labels of interest. */
  loose<T extends KubeObject>(kind: string, namespace: string, matches: (labels: Item['labels']) => boolean): T[] {
    const found = [...this.#stock.shelf(kind).loose(namespace)].filter(({ labels }) => matches(labels));
    return found.map((item) => parsed<T>(item));
  }
  inNamespace<T extends KubeObject>(kind: string, namespace: string, where: (item: Item) => boolean = () => true): T[] {
    const found = [...this.#stock.shelf(kind).inNamespace(namespace)].filter(where);
    return found.map((item) => parsed<T>(item));
  }

  all<T extends KubeObject>(kind: string, where: (item: Item) => boolean): T[] {
    return [...this.#stock.shelf(kind).values()].filter(where).map((item) => parsed<T>(item));
  }

  /** False when one of that name is there already. */
  create(object: KubeObject): Promise<boolean> {
    return this.#loopback.create(this.#served(object), object);
  }

  /** Changes this object, as it is by then. False when it is gone. */
  edit<T extends KubeObject>(object: T, change: (live: T) => void, options: EditOptions = {}): Promise<boolean> {
    const { uid } = object.metadata;
    return this.#loopback.edit(this.#spot(object), change as (live: KubeObject) => void, { uid, ...options });
  }

  writeStatus<T extends KubeObject>(object: T, change: (live: T) => void): Promise<boolean> {
    return this.edit(object, change, { subresource: 'status' });
  }

  editMetadata(object: KubeObject, change: (metadata: ObjectMeta) => void): Promise<boolean> {
    return this.#loopback.editMetadata(this.#spot(object), change, object.metadata.uid);
  }

  /** False when it is gone already. */
  remove(object: KubeObject, propagationPolicy?: string): Promise<boolean> {
    const { uid } = object.metadata;
    const preconditions = uid === undefined ? {} : { uid };
    return this.#loopback.remove(this.#spot(object), {
      ...(propagationPolicy && { propagationPolicy }),
      preconditions,
    });
  }

  #spot(object: KubeObject): Spot {
    const { namespace = '', name = '' } = object.metadata;
    return { served: this.#served(object), namespace, name };
  }

  #served({ apiVersion, kind }: KubeObject): ServedResource {
    const served = this.#loopback.places.ofKind(apiVersion, kind);
    if (served === undefined) throw new Error(`${apiVersion} ${kind} is not served`);
    return served;
  }
}

/** The stored bytes are read anew each time: most objects are seldom looked at, and would only take up room. */
function parsed<T extends KubeObject>({ entry, served }: Item): Hub<T> {
  const object = hubObject(served.definition, entry);
  if (object instanceof Promise) throw new Error(`${served.definition.kind} cannot be read without waiting`);
  return object as T;
}

/** A time as objects write it, in milliseconds; undefined when there is none. */
export function timeMs(text: string | null | undefined): number | undefined {
  return text ? millisecondsOf(parseTime(text)) : undefined;
}
