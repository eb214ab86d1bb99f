import type { AdmissionAttributes, AdmissionPlugin, Concern, Operation } from './plugin.ts';

interface Phases {
  readonly mutating: readonly AdmissionPlugin[];
  readonly checking: readonly AdmissionPlugin[];
}

type Phase = 'mutate' | 'check';

/** How long a plugin took, or all of a phase. */
export interface AdmissionObservation {
  /** Absent for all of a phase together. */
  readonly plugin?: string;
  readonly operation: Operation;
  readonly phase: Phase;
  readonly rejected: boolean;
  readonly milliseconds: number;
}

export interface AdmissionObserver {
  /** Milliseconds, with fractions, of a clock that does not jump. */
  now(): number;
  observe(observation: AdmissionObservation): void;
}

type What = Pick<AdmissionAttributes, 'operation' | 'subresource'> & Pick<Concern, 'resource'>;

/** Plugins in order. Those that a request does not concern, or that have nothing to say in a phase, cost it nothing. */
export class AdmissionChain {
  /** Of the plugins that are asked about everything. */
  readonly #general: Phases;
  /** Of what some plugin named, the plugins that are asked about it. */
  readonly #named = new Map<string, Phases>();

  readonly #observer: AdmissionObserver | undefined;

  constructor(plugins: readonly AdmissionPlugin[], observer?: AdmissionObserver) {
    this.#observer = observer;
    this.#general = phasesOf(plugins.filter(({ concerns }) => concerns === undefined));
    const named = plugins.map(({ concerns }) => concerns && new Set(concerns.flatMap(keysOf)));
    for (const key of new Set(named.flatMap((keys) => [...(keys ?? [])]))) {
      this.#named.set(key, phasesOf(plugins.filter((_, at) => named[at]?.has(key) ?? true)));
    }
  }
  async mutate(request: AdmissionAttributes): Promise<void> {
    await this.#run('mutate', this.#phasesFor(request).mutating, request);
  }
  async check(request: AdmissionAttributes): Promise<void> {
    await this.#run('check', this.#phasesFor(request).checking, request);
  }
  /** All of them in turn, each timed, and all together. */
  async #run(phase: Phase, plugins: readonly AdmissionPlugin[], request: AdmissionAttributes): Promise<void> {
    const { operation } = request;
    await this.#timed({ operation, phase }, async () => {
      for (const plugin of plugins) {
        await this.#timed({ plugin: plugin.name, operation, phase }, () => ask(plugin, phase, request));
      }
    });
  }
  async #timed(what: Pick<AdmissionObservation, 'plugin' | 'operation' | 'phase'>, work: () => unknown): Promise<void> {
    const observer = this.#observer;
    if (observer === undefined) {
      await work();
      return;
    }
    const started = observer.now();
    let rejected = true;
    try {
      await work();
      rejected = false;
    } finally {
      observer.observe({ ...what, rejected, milliseconds: observer.now() - started });
    }
  }
  #phasesFor(request: AdmissionAttributes): Phases {
    return this.#named.get(keyOf(request)) ?? this.#general;
  }
}

function ask(plugin: AdmissionPlugin, phase: Phase, request: AdmissionAttributes): Promise<void> | undefined {
  if (plugin.looksAt === 'metadata') return plugin[phase]?.(request);
  const loaded = request.load();
  return loaded instanceof Promise ? loaded.then((whole) => plugin[phase]?.(whole)) : plugin[phase]?.(loaded);
}

function phasesOf(plugins: readonly AdmissionPlugin[]): Phases {
  return {
    mutating: plugins.filter(({ mutate }) => mutate !== undefined),
    checking: plugins.filter(({ check }) => check !== undefined),
  };
}

function keysOf({ resource, subresources = [''], operations }: Concern): string[] {
  return subresources.flatMap((subresource) =>
    operations.map((operation: Operation) => keyOf({ resource, subresource, operation })),
  );
}

function keyOf({ resource, subresource, operation }: What): string {
  return `${operation} ${resource.group}/${resource.resource}/${subresource}`;
}
