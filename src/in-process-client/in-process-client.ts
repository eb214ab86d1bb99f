import { Client, WorkQueue, type WorkQueueOptions } from '#client';
import type { ServedResource, UserInfo } from '#machinery';
import {
  ApiError,
  cloneJson,
  type DeleteOptions,
  formatTime,
  type Hub,
  instantOf,
  type JsonObject,
  type KubeObject,
  serviceAccountGroups,
  serviceAccountUser,
  type World,
} from '#meta';
import {
  type Access,
  applied,
  create,
  type Entry,
  editMetadata,
  hubObject,
  type MetadataEdit,
  parseEntry,
  type Registry,
  remove,
  requestViewOf,
  rewrite,
  runAction,
  type Shown,
  storageError,
  update,
} from '#registry';
import { InProcessTransport } from './in-process-transport.ts';
import type { ObjectKey } from './object-key.ts';
import type { ResourceMapper } from './resource-mapper.ts';

/** The field manager of the controllers: Kubernetes runs them in one process of this name. */
const MANAGER = 'kube-controller-manager';

interface InProcessClientOptions {
  readonly registry: Registry;
  readonly mapper: ResourceMapper;
  /** The name that the controller goes by in Kubernetes' own rules. */
  readonly account: string;
  /** Who it is, if not that service account: nodes and the scheduler are users. */
  readonly user?: Pick<UserInfo, 'name' | 'groups'>;
  /** The name that it goes by in managed fields, if not that of most. */
  readonly manager?: string;
}

/** The subresource to write, and the uid that the object must still have. */
export interface EditOptions {
  readonly subresource?: string;
  readonly uid?: string | undefined;
}

interface Listed {
  readonly entries: readonly Entry[];
  readonly revision: number;
}

/**
 * A client in the server's own process. `resource` is what every client has, and speaks versions; everything else is for
 * controllers, which see stored entries and hub objects: nothing is converted or parsed for them that they do not look at.
 */
export class InProcessClient extends Client {
  readonly #registry: Registry;
  /** As of the catalog that is valid now. */
  readonly mapper: ResourceMapper;
  readonly #user: UserInfo;
  readonly #manager: string;

  constructor({ registry, mapper, account, user: named, manager = MANAGER }: InProcessClientOptions) {
    const { name, groups } = named ?? accountUser(account);
    const user = { name, uid: '', groups: [...groups, 'system:authenticated'], extra: {} };
    super(new InProcessTransport({ registry, mapper, user, manager }));
    this.#manager = manager;
    this.#registry = registry;
    this.mapper = mapper;
    this.#user = user;
  }

  get world(): World {
    return this.#registry.world;
  }
  get now(): string {
    return formatTime(instantOf(this.world.clock.now()));
  }

  /** A queue whose failures are told in the words of this client's server. */
  workQueue(options: Omit<WorkQueueOptions, 'world' | 'storageError'>): WorkQueue {
    return new WorkQueue({ ...options, world: this.world, storageError });
  }

  /** The newest state, as it is stored. */
  async read({ served: { definition }, namespace, name }: ObjectKey): Promise<Entry | null> {
    const key = definition.namespaced ? `${namespace}/${name}` : name;
    return this.#registry.collection(definition.storagePrefix).get(key, { need: 'newest' });
  }

  /** All of a resource, or what lies in one namespace; as it is stored. */
  async list(served: ServedResource, namespace = ''): Promise<readonly Entry[]> {
    return (await this.listAt(served, namespace)).entries;
  }

  /** The same, with the revision at which it was so. */
  async listAt({ definition }: ServedResource, namespace: string): Promise<Listed> {
    const under = definition.namespaced && namespace !== '' ? `${namespace}/` : '';
    return this.#registry.collection(definition.storagePrefix).list({ under, freshness: { need: 'newest' } });
  }

  /** The newest state as a hub object. */
  async object(objectKey: ObjectKey): Promise<Hub | null> {
    const entry = await this.read(objectKey);
    return entry === null ? null : hubObject(objectKey.served.definition, entry);
  }

  /** False when one of that name is there already. */
  async create(served: ServedResource, wanted: KubeObject): Promise<boolean> {
    return unless('AlreadyExists', () => this.#create(served, wanted));
  }

  /** The name of the new object, which may be made up by the server; undefined when one of that name is there already. */
  async createNamed(served: ServedResource, wanted: KubeObject): Promise<string | undefined> {
    let name = '';
    const isMade = await unless('AlreadyExists', async () => {
      const made = await this.#create(served, wanted);
      const { metadata } = 'entry' in made ? parseEntry(made.entry) : 'hub' in made ? made.hub : made.stored;
      name = metadata.name ?? '';
    });
    return isMade ? name : undefined;
  }

  async #create(served: ServedResource, wanted: KubeObject): Promise<Shown> {
    const { versionDefinition } = served;
    const { object } = versionDefinition.codec.decode({ value: cloneJson(wanted), duplicates: [] });
    versionDefinition.default(object);
    const namespace = object.metadata.namespace ?? '';
    const access = this.#access({ served, namespace, name: '' }, '');
    return create(access, await versionDefinition.toHub(object));
  }

  /** Has a part of an object do something: `binding`. */
  async act(objectKey: ObjectKey, subresource: string, input: KubeObject): Promise<void> {
    const part = objectKey.served.definition.subresources.get(subresource);
    if (part?.mode !== 'action') throw new Error(`${subresource} is nothing to be done`);
    await runAction(this.#access(objectKey, subresource), {
      action: part.action,
      input: cloneJson(input) as Hub,
      name: objectKey.name,
      dryRun: [],
      find: ({ group, version, resource }) => this.mapper.catalog.find(group, version, resource),
    });
  }

  /** Changes the newest state in place, again after each lost race. False when it is gone. */
  edit(
    objectKey: ObjectKey,
    change: (object: Hub) => void,
    { subresource = '', uid }: EditOptions = {},
  ): Promise<boolean> {
    const wanted = async (live: Hub | null): Promise<Hub> => {
      const object = cloneJson(live as Hub);
      change(object);
      return object;
    };
    return unless('NotFound', () =>
      update(this.#access(objectKey, subresource), { name: objectKey.name, uid, wanted }),
    );
  }

  /** Applies a configuration by force. False when there is nothing to apply it to. */
  apply(objectKey: ObjectKey, config: JsonObject, { subresource = '' }: EditOptions = {}): Promise<boolean> {
    const access = this.#access(objectKey, subresource);
    const wanted = applied(access, requestViewOf(objectKey.served, subresource), {
      document: { value: config, duplicates: [] },
      force: true,
      fieldValidation: 'Ignore',
      check: () => undefined,
    });
    return unless('NotFound', () => update(access, { name: objectKey.name, wanted, patched: true, tracked: true }));
  }

  /** Writes the object as it is, if it is still at this revision. False where its bytes are what a new write would give. */
  rewrite(objectKey: ObjectKey, revision: number): Promise<boolean> {
    return rewrite(this.#access(objectKey, ''), { name: objectKey.name, revision });
  }

  /** Changes the metadata alone: works whatever the content is, and without conversion. False when it is gone. */
  editMetadata(objectKey: ObjectKey, change: MetadataEdit['change'], uid: string | undefined): Promise<boolean> {
    return unless('NotFound', () => editMetadata(this.#access(objectKey, ''), { name: objectKey.name, uid, change }));
  }

  /** False when it is gone already. */
  remove(objectKey: ObjectKey, options: Omit<DeleteOptions, 'dryRun'>): Promise<boolean> {
    return unless('NotFound', () => remove(this.#access(objectKey, ''), objectKey.name, { dryRun: [], ...options }));
  }

  #access({ served, namespace }: ObjectKey, subresource: string): Access {
    return {
      registry: this.#registry,
      resource: served,
      namespace,
      subresource,
      manager: this.#manager,
      user: this.#user,
      now: this.now,
      dryRun: false,
      requestVersion: { group: served.group, version: served.version },
      warn: () => {},
    };
  }
}

const accountUser = (account: string): Pick<UserInfo, 'name' | 'groups'> => ({
  name: serviceAccountUser('kube-system', account),
  groups: serviceAccountGroups('kube-system'),
});

async function unless(reason: string, write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.reason === reason) return false;
    throw error;
  }
}
