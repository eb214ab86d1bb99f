import { QuotaLedger } from '#admission';
import { builtinDefinitions, builtinGroups, ServiceNetwork } from '#apis';
import { mastersOnly } from '#auth';
import { Catalog, type CatalogGroup, type ResourceDefinition } from '#machinery';
import type { Clock, Log } from '#meta';
import type { Registry } from '#registry';
import { type Engine, ObjectStore, openMemory } from '#storage';
import { engineWith } from '../../storage/testing/engine-with.ts';
import { quickClock } from '../../storage/testing/world.ts';
import { wireAdmission } from '../wire-admission.ts';

export interface BuiltinRegistryOptions {
  readonly engine?: Engine;
  readonly clock?: Clock;
  /** How many recent events a watch may be behind. */
  readonly ringEvents?: number;
}

/** The registry over a store, with the built-in kinds and nothing around it. */
export class BuiltinRegistry implements AsyncDisposable {
  readonly registry: Registry;
  readonly quotaLedger: QuotaLedger;
  readonly engine: Engine;
  readonly warnings: string[] = [];
  readonly #store: ObjectStore;
  readonly #definitions: ResourceDefinition[];
  readonly #groups: readonly CatalogGroup[];
  #catalog: Catalog;

  private constructor(engine: Engine, store: ObjectStore, clock: Clock) {
    this.engine = engine;
    this.#store = store;
    this.#definitions = [...builtinDefinitions({ serviceNetwork: new ServiceNetwork({ ranges: ['10.96.0.0/12'] }) })];
    this.#groups = builtinGroups(this.#definitions);
    this.#catalog = new Catalog(this.#definitions, this.#groups);
    const log: Log = { debug() {}, info() {}, warn: (text) => this.warnings.push(text), error() {} };
    const collection = (prefix: string) => store.collection(prefix);
    let count = 0;
    const ids = { uid: () => `uid-${++count}-${Math.round(clock.now() * 1000)}`, suffix: () => `${++count}` };
    const world = { clock, ids, log };
    // Nobody makes the service accounts that pods would need, nor takes the taints of new nodes away.
    const disableAdmissionPlugins = ['ServiceAccount', 'TaintNodesByCondition'];
    const plugins = {
      enableAdmissionPlugins: [],
      disableAdmissionPlugins,
      admissionControlConfigFile: '',
      featureGates: [],
    };
    const options = { ...plugins, apiChanges: 'off' as const, serviceResolver: [] };
    this.quotaLedger = new QuotaLedger(() => clock.now());
    const admission = wireAdmission({
      charges: this.quotaLedger,
      observeWebhook: () => undefined,
      options,
      world,
      authorizer: mastersOnly,
      catalog: this.catalog,
      collection,
      cached: (prefix) => store.cached(prefix),
      registry: () => this.registry,
    });
    this.registry = {
      collection,
      admission,
      allowed: new Set(),
      conversionFailures: 'isolate',
      eventTtlMs: 0,
      maxObjectBytes: 1_572_864,
      world,
    };
  }

  static async open({ engine = openMemory(), clock = quickClock(), ringEvents }: BuiltinRegistryOptions = {}) {
    const log: Log = { debug() {}, info() {}, warn() {}, error() {} };
    const store = await ObjectStore.open({ engine, clock, log, ...(ringEvents === undefined ? {} : { ringEvents }) });
    return new BuiltinRegistry(engine, store, clock);
  }

  readonly catalog = (): Catalog => this.#catalog;

  addKind(definition: ResourceDefinition): void {
    this.#definitions.push(definition);
    const groups = [...this.#groups, { group: definition.group, versions: [...definition.versions.keys()] }];
    this.#catalog = new Catalog(this.#definitions, groups);
  }

  /** The engine stays open: another one may go on with it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store[Symbol.asyncDispose]();
  }
}

/** An engine that takes its time over what lies under one prefix. */
export function slowUnder(prefix: string, engine: Engine): Engine {
  return engineWith(engine, {
    async read(under, at) {
      if (under.startsWith(prefix)) await new Promise((resolve) => setTimeout(resolve, 30));
      return engine.read(under, at);
    },
  });
}

/** An engine in memory that holds back the writing of one object until it is told to go on. */
export function holdingBack(name: string): { engine: Engine; held: Promise<void>; release(): void } {
  const inner = openMemory();
  let release = (): void => {};
  let tellHeld = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = new Promise<void>((resolve) => {
    tellHeld = resolve;
  });
  const engine = engineWith(inner, {
    async commit(key, value, terms) {
      if (key.endsWith(`/${name}`)) {
        tellHeld();
        await released;
      }
      return inner.commit(key, value, terms);
    },
  });
  return { engine, held, release };
}
