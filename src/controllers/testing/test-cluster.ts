import { InProcessClient, type ObjectKey, ResourceMapper, storageKey } from '#in-process-client';
import type { Catalog, ResourceDefinition } from '#machinery';
import type { KubeObject, OwnerReference } from '#meta';
import { parseEntry, type Registry } from '#registry';
import { BuiltinRegistry, type BuiltinRegistryOptions } from '../../server/testing/builtin-registry.ts';
import { refusing } from '../../server/testing/refusing.ts';
import { type ControllersOptions, chooseControllers, type RunningControllers, startControllers } from '../index.ts';

type Metadata = Partial<KubeObject['metadata']>;

/** Objects, and what a client would do to them. They are named as `configmaps/ns/name` or `namespaces/name`. */
export class TestCluster implements AsyncDisposable {
  readonly #base: BuiltinRegistry;
  readonly #client: InProcessClient;
  readonly #running: RunningControllers[] = [];
  #refused: string | undefined;

  private constructor(base: BuiltinRegistry) {
    this.#base = base;
    this.#client = new InProcessClient({
      registry: base.registry,
      mapper: new ResourceMapper(base.catalog),
      account: 'tester',
    });
  }

  static async open(options?: BuiltinRegistryOptions): Promise<TestCluster> {
    return new TestCluster(await BuiltinRegistry.open(options));
  }

  get registry(): Registry {
    return this.#base.registry;
  }
  get engine(): BuiltinRegistry['engine'] {
    return this.#base.engine;
  }
  get catalog(): () => Catalog {
    return this.#base.catalog;
  }
  /** What was logged as a warning. */
  get warnings(): readonly string[] {
    return this.#base.warnings;
  }

  /** From now on controllers may not create objects of this kind; undefined: they may again. */
  refuse(kind: string | undefined): void {
    this.#refused = kind;
  }

  start(
    names: readonly string[] = ['namespace', 'garbage-collector'],
    more: Pick<ControllersOptions, 'definitions' | 'aggregatedServers'> = {},
  ): RunningControllers {
    const { catalog } = this;
    const registry = refusing(this.registry, () => this.#refused);
    const { quotaLedger } = this.#base;
    const secretToken = (owner: object) => JSON.stringify(owner);
    const parts = { catalog, registry, quotaLedger, secretToken, world: registry.world };
    const running = startControllers({ names: chooseControllers(names), ...parts, ...more, rootCa: 'PEM' });
    this.#running.push(running);
    return running;
  }

  addKind(definition: ResourceDefinition): void {
    this.#base.addKind(definition);
    for (const running of this.#running) running.catalogChanged();
  }

  /** Answers with a reference to it. */
  async create(path: string, metadata: Metadata = {}, rest: object = {}): Promise<OwnerReference> {
    const { served, namespace, name } = this.#objectKey(path);
    const { kind } = served.definition;
    const apiVersion = served.group === '' ? served.version : `${served.group}/${served.version}`;
    const place = served.definition.namespaced ? { name, namespace } : { name };
    await this.#client.create(served, { apiVersion, kind, metadata: { ...metadata, ...place }, ...rest });
    return this.reference(path);
  }

  async reference(path: string): Promise<OwnerReference> {
    const { apiVersion, kind, metadata } = (await this.get(path)) as KubeObject;
    return { apiVersion, kind, name: metadata.name as string, uid: metadata.uid as string };
  }

  edit(path: string, change: (object: KubeObject) => void): Promise<boolean> {
    return this.#client.edit(this.#objectKey(path), change);
  }

  editStatus(path: string, change: (object: KubeObject) => void): Promise<boolean> {
    return this.#client.edit(this.#objectKey(path), change, { subresource: 'status' });
  }

  remove(path: string, propagationPolicy = 'Background'): Promise<boolean> {
    return this.#client.remove(this.#objectKey(path), { propagationPolicy });
  }

  /** As it is stored. */
  async get(path: string): Promise<KubeObject | null> {
    const entry = await this.#client.read(this.#objectKey(path));
    return entry === null ? null : parseEntry(entry);
  }

  async paths(resource: string): Promise<string[]> {
    const { served } = this.#objectKey(resource);
    return (await this.#client.list(served)).map(({ key }) => `${resource}/${key}`);
  }

  /** All of a resource, as it is stored. */
  async all<T extends KubeObject>(resource: string): Promise<T[]> {
    const { served } = this.#objectKey(resource);
    return (await this.#client.list(served)).map((entry) => parseEntry(entry) as T);
  }

  /** Stores bytes that no kind would write; null takes away what is there, whatever it is. */
  async spoil(path: string, value: Uint8Array | null): Promise<void> {
    const key = storageKey(this.#objectKey(path));
    await this.engine.commit(key, value, (await this.engine.get(key))?.revision ?? null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const running of this.#running.splice(0)) await running.stop();
    await this.#base[Symbol.asyncDispose]();
  }

  #objectKey(path: string): ObjectKey {
    const [resource, ...rest] = path.split('/');
    for (const served of this.#client.mapper.byPrefix.values()) {
      if (served.definition.resource !== resource) continue;
      const namespace = served.definition.namespaced ? (rest[0] ?? '') : '';
      return { served, namespace, name: rest.at(-1) ?? '' };
    }
    throw new Error(`no such resource: ${resource}`);
  }
}
