import type { ServedResource } from '#machinery';
import { type DeleteOptions, type Hub, type KubeObject, millisecondsOf, type ObjectMeta, parseTime } from '#meta';
import { hubObject } from '#registry';
import type { EventRecorder, RecordedEvent } from './event-recorder.ts';
import type { EditOptions, InProcessClient } from './in-process-client.ts';
import type { CachedObject, InformerStore } from './informer-store.ts';
import type { ObjectKey } from './object-key.ts';

/**
 * The client of a reconciler: it reads from the informer's store and writes to the server. A write to an object that was
 * replaced by another one of the same name is a conflict, and the work is done again.
 */
export class CachedClient {
  readonly #client: InProcessClient;
  readonly #store: InformerStore;
  readonly #recorder: EventRecorder | undefined;

  constructor(client: InProcessClient, store: InformerStore, recorder?: EventRecorder) {
    this.#client = client;
    this.#store = store;
    this.#recorder = recorder;
  }

  /** Milliseconds since the epoch. */
  get nowMs(): number {
    return this.#client.world.clock.now();
  }
  /** As objects write it. */
  get now(): string {
    return this.#client.now;
  }
  get log(): InProcessClient['world']['log'] {
    return this.#client.world.log;
  }

  /** As the informer told it last. */
  get<T extends KubeObject>(kind: string, key: string): Hub<T> | undefined {
    const item = this.#store.ofKind(kind).get(key);
    return item && parsed<T>(item);
  }
  /** As the server has it now. */
  async getNewest<T extends KubeObject>(object: KubeObject): Promise<Hub<T> | null> {
    return (await this.#client.object(this.#objectKey(object))) as Hub<T> | null;
  }
  controlledBy<T extends KubeObject>(kind: string, { metadata }: Pick<KubeObject, 'metadata'>): T[] {
    return [...this.#store.ofKind(kind).controlledBy(metadata.uid as string)].map((item) => shared<T>(item));
  }
  /** Those in a namespace that no owner manages and whose labels match. */
  uncontrolled<T extends KubeObject>(
    kind: string,
    namespace: string,
    matches: (labels: CachedObject['labels']) => boolean,
  ): T[] {
    const found = [...this.#store.ofKind(kind).uncontrolled(namespace)].filter(({ labels }) => matches(labels));
    return found.map((item) => shared<T>(item));
  }
  inNamespace<T extends KubeObject>(
    kind: string,
    namespace: string,
    where: (item: CachedObject) => boolean = () => true,
  ): T[] {
    const found = [...this.#store.ofKind(kind).inNamespace(namespace)].filter(where);
    return found.map((item) => shared<T>(item));
  }

  all<T extends KubeObject>(kind: string, where: (item: CachedObject) => boolean): T[] {
    return [...this.#store.ofKind(kind).values()].filter(where).map((item) => shared<T>(item));
  }

  /** What is made of each object of a kind, once for each version of it. */
  views<T extends KubeObject, V>(kind: string, name: string, make: (object: Hub<T>) => V): V[] {
    return [...this.#store.ofKind(kind).values()].map((item) => item.entry.memo(name, () => make(parsed<T>(item))));
  }

  /** False when one of that name is there already. */
  create(object: KubeObject): Promise<boolean> {
    return this.#client.create(this.#served(object), object);
  }

  /** The name of the new object, which may be made up by the server; undefined when one of that name is there already. */
  createNamed(object: KubeObject): Promise<string | undefined> {
    return this.#client.createNamed(this.#served(object), object);
  }

  /** Has a part of an object do something: `binding`. */
  act(object: KubeObject, subresource: string, input: KubeObject): Promise<void> {
    return this.#client.act(this.#objectKey(object), subresource, input);
  }

  /** Writes an Event about an object, if Events are wanted. */
  async tell(about: KubeObject, event: RecordedEvent): Promise<void> {
    await this.#recorder?.record(about, event);
  }

  /** Changes this object, as it is by then. False when it is gone. */
  edit<T extends KubeObject>(object: T, change: (live: T) => void, options: EditOptions = {}): Promise<boolean> {
    const { uid } = object.metadata;
    return this.#client.edit(this.#objectKey(object), change as (live: KubeObject) => void, { uid, ...options });
  }

  writeStatus<T extends KubeObject>(object: T, change: (live: T) => void): Promise<boolean> {
    return this.edit(object, change, { subresource: 'status' });
  }

  editMetadata(object: KubeObject, change: (metadata: ObjectMeta) => void): Promise<boolean> {
    return this.#client.editMetadata(this.#objectKey(object), change, object.metadata.uid);
  }

  /** False when it is gone already. */
  remove(object: KubeObject, propagationPolicy?: string): Promise<boolean> {
    return this.#remove(object, propagationPolicy === undefined ? {} : { propagationPolicy });
  }

  /** Without the time that it would be given to end. False when it is gone already. */
  removeNow(object: KubeObject): Promise<boolean> {
    return this.#remove(object, { gracePeriodSeconds: 0 });
  }

  #remove(object: KubeObject, options: Omit<DeleteOptions, 'dryRun'>): Promise<boolean> {
    const { uid } = object.metadata;
    const preconditions = uid === undefined ? {} : { uid };
    return this.#client.remove(this.#objectKey(object), { ...options, preconditions });
  }

  #objectKey(object: KubeObject): ObjectKey {
    const { namespace = '', name = '' } = object.metadata;
    return { served: this.#served(object), namespace, name };
  }

  #served({ apiVersion, kind }: KubeObject): ServedResource {
    const served = this.#client.mapper.ofKind(apiVersion, kind);
    if (served === undefined) throw new Error(`${apiVersion} ${kind} is not served`);
    return served;
  }
}

/**
 * One of many: a controller looks at all its pods whenever one of them changes, so what was read is kept as long as there
 * is room for it. It is everybody's, and nobody may change it.
 */
const shared = <T extends KubeObject>(item: CachedObject): Hub<T> =>
  item.entry.cached('hub object', () => parsed<T>(item));

/** The stored bytes are read anew each time: most objects are seldom looked at, and would only take up room. */
function parsed<T extends KubeObject>({ entry, served }: CachedObject): Hub<T> {
  const object = hubObject(served.definition, entry);
  if (object instanceof Promise) throw new Error(`${served.definition.kind} cannot be read without waiting`);
  return object as T;
}

/** A time as objects write it, in milliseconds; undefined when there is none. */
export function timeMs(text: string | null | undefined): number | undefined {
  return text ? millisecondsOf(parseTime(text)) : undefined;
}
