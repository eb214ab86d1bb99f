import type { AdmissionPlugin, AdmissionRequest, Concern, Operation } from './plugin.ts';

interface Phases {
  readonly mutating: readonly AdmissionPlugin[];
  readonly checking: readonly AdmissionPlugin[];
}

type What = Pick<AdmissionRequest, 'operation' | 'subresource'> & Pick<Concern, 'resource'>;

/** Plugins in order. Those that a request does not concern, or that have nothing to say in a phase, cost it nothing. */
export class AdmissionChain {
  /** Of the plugins that are asked about everything. */
  readonly #general: Phases;
  /** Of what some plugin named, the plugins that are asked about it. */
  readonly #named = new Map<string, Phases>();

  constructor(plugins: readonly AdmissionPlugin[]) {
    this.#general = phasesOf(plugins.filter(({ concerns }) => concerns === undefined));
    const named = plugins.map(({ concerns }) => concerns && new Set(concerns.flatMap(keysOf)));
    for (const key of new Set(named.flatMap((keys) => [...(keys ?? [])]))) {
      this.#named.set(key, phasesOf(plugins.filter((_, at) => named[at]?.has(key) ?? true)));
    }
  }
  async mutate(request: AdmissionRequest): Promise<void> {
    for (const plugin of this.#phasesFor(request).mutating) await plugin.mutate?.(request);
  }
  async check(request: AdmissionRequest): Promise<void> {
    for (const plugin of this.#phasesFor(request).checking) await plugin.check?.(request);
  }
  #phasesFor(request: AdmissionRequest): Phases {
    return this.#named.get(keyOf(request)) ?? this.#general;
  }
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
