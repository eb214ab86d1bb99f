import { AdmissionChain } from '#admission';
import type { ServedResource, UserInfo } from '#machinery';
import type { Clock, KubeObject } from '#meta';
import { ObjectStore, openMemory } from '#storage';
import { smallCatalog } from '../../machinery/testing/small-catalog.ts';
import { quickClock, silentLog } from '../../storage/testing/world.ts';
import type { Access, Registry } from '../access.ts';
import { get } from '../read.ts';
import { parseStored } from '../stored-value.ts';

const user: UserInfo = { name: 'tester', uid: '', groups: ['system:authenticated'], extra: {} };

/** The registry over a store in memory, with the small catalog, and nothing around it. */
export class SmallRegistry implements AsyncDisposable {
  readonly registry: Registry;
  readonly warnings: string[] = [];
  readonly #store: ObjectStore;

  private constructor(store: ObjectStore, clock: Clock) {
    this.#store = store;
    let count = 0;
    const ids = { uid: () => `uid-${++count}`, suffix: () => `${++count}` };
    this.registry = {
      collection: (prefix) => store.collection(prefix),
      admission: new AdmissionChain([]),
      allowed: new Set(),
      conversionFailures: 'isolate',
      eventTtlMs: 0,
      maxObjectBytes: 1_572_864,
      world: { clock, ids, log: silentLog },
    };
  }

  static async open(clock: Clock = quickClock()): Promise<SmallRegistry> {
    return new SmallRegistry(await ObjectStore.open({ engine: openMemory(), clock, log: silentLog }), clock);
  }

  /** What a request for one of the small catalog's resources brings along. */
  access(resource: string, change: Partial<Access> = {}): Access {
    const served = smallCatalog.find('small.example.com', 'v1', resource) as ServedResource;
    return {
      registry: this.registry,
      resource: served,
      namespace: served.definition.namespaced ? 'default' : '',
      subresource: '',
      manager: 'tester',
      user,
      now: '2024-01-01T00:00:00Z',
      dryRun: false,
      requestVersion: served,
      warn: (text) => this.warnings.push(text),
      ...change,
    };
  }

  /** What lies in the store. */
  async stored(access: Access, name: string): Promise<KubeObject> {
    return parseStored(await get(access, name));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store[Symbol.asyncDispose]();
  }
}
