import { type MaybePromise, whenReady } from '#meta';
import { LEAST_NOTED_MS, noteTime } from './admission-times.ts';
import type { AdmissionAttributes, AdmissionPlugin, Concern, Operation } from './plugin.ts';
import { Reinvocation } from './reinvocation.ts';

interface Phases {
  readonly mutating: readonly AdmissionPlugin[];
  readonly checking: readonly AdmissionPlugin[];
}

type Phase = 'mutate' | 'check';

/** How long a plugin took, or all of a phase. Good until the observer returns: the next one may be told with the same object. */
export interface AdmissionObservation {
  /** Undefined for all of a phase together. */
  readonly plugin: string | undefined;
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
  /** A promise only where a plugin has to wait; `check` likewise. */
  mutate(request: AdmissionAttributes): MaybePromise<void> {
    const { mutating } = this.#phasesFor(request);
    const asked: Asked = { request, reinvocation: new LazyReinvocation() };
    return whenReady(this.#run('mutate', mutating, asked), () =>
      asked.reinvocation?.begin() ? this.#run('mutate', mutating, asked) : undefined,
    );
  }
  check(request: AdmissionAttributes): MaybePromise<void> {
    return this.#run('check', this.#phasesFor(request).checking, { request });
  }
  #run(phase: Phase, plugins: readonly AdmissionPlugin[], asked: Asked): Promise<void> | undefined {
    const stopwatch = this.#observer && new Stopwatch(this.#observer, asked.request, phase);
    return new Round({ phase, plugins, asked, stopwatch }).run();
  }
  #phasesFor(request: AdmissionAttributes): Phases {
    return this.#named.get(keyOf(request)) ?? this.#general;
  }
}

interface RoundParts {
  readonly phase: Phase;
  readonly plugins: readonly AdmissionPlugin[];
  readonly asked: Asked;
  readonly stopwatch: Stopwatch | undefined;
}

/** Asks plugins in turn, each timed, and all together. */
class Round {
  readonly #parts: RoundParts;
  #at = 0;

  constructor(parts: RoundParts) {
    this.#parts = parts;
  }
  run(): Promise<void> | undefined {
    const { phase, plugins, asked, stopwatch } = this.#parts;
    for (let plugin = plugins[this.#at]; plugin !== undefined; plugin = plugins[this.#at]) {
      try {
        const answer = ask(plugin, phase, asked);
        if (answer instanceof Promise) return this.#waitFor(answer, plugin);
      } catch (error) {
        this.#rejected(plugin);
        throw error;
      }
      stopwatch?.lap(plugin.name, false);
      this.#at++;
    }
    stopwatch?.end(false);
    return undefined;
  }
  async #waitFor(answer: Promise<void>, plugin: AdmissionPlugin): Promise<void> {
    try {
      await answer;
    } catch (error) {
      this.#rejected(plugin);
      throw error;
    }
    this.#parts.stopwatch?.lap(plugin.name, false);
    this.#at++;
    await this.run();
  }
  #rejected({ name }: AdmissionPlugin): void {
    this.#parts.stopwatch?.lap(name, true);
    this.#parts.stopwatch?.end(true);
  }
}

/** Times the plugins of a phase one after the other, and all of them together. */
class Stopwatch {
  readonly #observer: AdmissionObserver;
  readonly #request: AdmissionAttributes;
  /** One for all plugins: every write has many of them. */
  readonly #observation: { -readonly [Fact in keyof AdmissionObservation]: AdmissionObservation[Fact] };
  readonly #begin: number;
  #last: number;

  constructor(observer: AdmissionObserver, request: AdmissionAttributes, phase: Phase) {
    this.#observer = observer;
    const { operation } = request;
    this.#request = request;
    this.#observation = { plugin: undefined, operation, phase, rejected: false, milliseconds: 0 };
    this.#begin = observer.now();
    this.#last = this.#begin;
  }
  lap(plugin: string, rejected: boolean): void {
    const now = this.#observer.now();
    const milliseconds = now - this.#last;
    this.#tell(plugin, rejected, milliseconds);
    this.#last = now;
    const { stages } = this.#request;
    if (milliseconds >= LEAST_NOTED_MS && stages !== undefined) noteTime(stages, 'plugins', plugin, milliseconds);
  }
  end(rejected: boolean): void {
    const milliseconds = this.#last - this.#begin;
    this.#tell(undefined, rejected, milliseconds);
    const { stages } = this.#request;
    if (stages !== undefined) stages.admission += milliseconds;
  }
  #tell(plugin: string | undefined, rejected: boolean, milliseconds: number): void {
    this.#observation.plugin = plugin;
    this.#observation.rejected = rejected;
    this.#observation.milliseconds = milliseconds;
    this.#observer.observe(this.#observation);
  }
}

interface Asked {
  readonly request: AdmissionAttributes;
  readonly reinvocation?: LazyReinvocation;
}

/** Most requests meet no steps that come and go, and need nothing of it. */
class LazyReinvocation {
  #made: Reinvocation | undefined;
  get(): Reinvocation {
    this.#made ??= new Reinvocation();
    return this.#made;
  }
  begin(): boolean {
    return this.#made?.begin() ?? false;
  }
}

function ask(plugin: AdmissionPlugin, phase: Phase, asked: Asked): MaybePromise<void> {
  const { request } = asked;
  if (plugin.looksAt === 'steps') {
    if (phase === 'check') return plugin.checkAll?.(request);
    const { reinvocation = new LazyReinvocation() } = asked;
    return plugin.mutateInRounds?.(request, () => reinvocation.get());
  }
  if (phase === 'mutate') request.touched();
  if (plugin.looksAt === 'metadata') return plugin[phase]?.(request);
  return whenReady(request.load(), (whole) => plugin[phase]?.(whole));
}

function phasesOf(plugins: readonly AdmissionPlugin[]): Phases {
  return {
    mutating: plugins.filter(
      (plugin) => (plugin.looksAt === 'steps' ? plugin.mutateInRounds : plugin.mutate) !== undefined,
    ),
    checking: plugins.filter((plugin) => (plugin.looksAt === 'steps' ? plugin.checkAll : plugin.check) !== undefined),
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
