import type { ServedResource, UserInfo } from '#machinery';
import {
  ApiError,
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
  cloneJson,
  create,
  type Entry,
  editMetadata,
  faceOf,
  hubObject,
  type MetadataEdit,
  type Registry,
  remove,
  update,
} from '#registry';
import type { Places, Spot } from './places.ts';

/** Kubernetes runs these controllers in one process, and that is what it calls itself. */
const MANAGER = 'kube-controller-manager';

export interface LoopbackOptions {
  readonly registry: Registry;
  readonly places: Places;
  /** The name that the controller goes by in Kubernetes' own rules. */
  readonly account: string;
  /** The name that it goes by in managed fields, if not that of most. */
  readonly manager?: string;
}

/** What a change may name besides the object: a part of it, and which object it must be. */
export interface EditOptions {
  readonly subresource?: string;
  readonly uid?: string | undefined;
}

export interface Listed {
  readonly entries: readonly Entry[];
  readonly revision: number;
}

/** A controller's way to the objects: the same reads and writes as everybody's, without a wire between. */
export class Loopback {
  readonly #registry: Registry;
  /** As of the catalog that is valid now. */
  readonly places: Places;
  readonly #user: UserInfo;
  readonly #manager: string;

  constructor({ registry, places, account, manager = MANAGER }: LoopbackOptions) {
    this.#manager = manager;
    this.#registry = registry;
    this.places = places;
    this.#user = {
      name: serviceAccountUser('kube-system', account),
      uid: '',
      groups: [...serviceAccountGroups('kube-system'), 'system:authenticated'],
      extra: {},
    };
  }

  get world(): World {
    return this.#registry.world;
  }
  get now(): string {
    return formatTime(instantOf(this.world.clock.now()));
  }

  /** The newest state, as it is stored. */
  read({ served: { definition }, namespace, name }: Spot): Promise<Entry | null> {
    const key = definition.namespaced ? `${namespace}/${name}` : name;
    return this.#registry.collection(definition.storagePrefix).get(key, { need: 'newest' });
  }

  /** All of a resource, or what lies in one namespace; as it is stored. */
  async list(served: ServedResource, namespace = ''): Promise<readonly Entry[]> {
    return (await this.listAt(served, namespace)).entries;
  }

  /** The same, with the revision at which it was so. */
  listAt({ definition }: ServedResource, namespace: string): Promise<Listed> {
    const under = definition.namespaced && namespace !== '' ? `${namespace}/` : '';
    return this.#registry.collection(definition.storagePrefix).list({ under, freshness: { need: 'newest' } });
  }

  /** The newest state as a hub object. */
  async object(spot: Spot): Promise<Hub | null> {
    const entry = await this.read(spot);
    return entry === null ? null : hubObject(spot.served.definition, entry);
  }

  /** False when one of that name is there already. */
  async create(served: ServedResource, wanted: KubeObject): Promise<boolean> {
    const { versionDefinition } = served;
    const { object } = versionDefinition.codec.decode({ value: cloneJson(wanted), duplicates: [] });
    versionDefinition.default(object);
    const namespace = object.metadata.namespace ?? '';
    const access = this.#access({ served, namespace, name: '' }, '');
    return unless('AlreadyExists', async () => create(access, await versionDefinition.toHub(object)));
  }

  /** Changes the newest state in place, again after each lost race. False when it is gone. */
  edit(spot: Spot, change: (object: Hub) => void, { subresource = '', uid }: EditOptions = {}): Promise<boolean> {
    const wanted = async (live: Hub | null): Promise<Hub> => {
      const object = cloneJson(live as Hub);
      change(object);
      return object;
    };
    return unless('NotFound', () => update(this.#access(spot, subresource), { name: spot.name, uid, wanted }));
  }

  /** Applies a configuration by force. False when there is nothing to apply it to. */
  apply(spot: Spot, config: JsonObject, { subresource = '' }: EditOptions = {}): Promise<boolean> {
    const access = this.#access(spot, subresource);
    const wanted = applied(access, faceOf(spot.served, subresource), {
      document: { value: config, duplicates: [] },
      force: true,
      fieldValidation: 'Ignore',
      check: () => undefined,
    });
    return unless('NotFound', () => update(access, { name: spot.name, wanted, patched: true, tracked: true }));
  }

  /** Changes the metadata alone: works whatever the content is, and without conversion. False when it is gone. */
  editMetadata(spot: Spot, change: MetadataEdit['change'], uid: string | undefined): Promise<boolean> {
    return unless('NotFound', () => editMetadata(this.#access(spot, ''), { name: spot.name, uid, change }));
  }

  /** False when it is gone already. */
  remove(spot: Spot, options: Omit<DeleteOptions, 'dryRun'>): Promise<boolean> {
    return unless('NotFound', () => remove(this.#access(spot, ''), spot.name, { dryRun: [], ...options }));
  }

  #access({ served, namespace }: Spot, subresource: string): Access {
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

async function unless(reason: string, write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.reason === reason) return false;
    throw error;
  }
}
