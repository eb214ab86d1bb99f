import { endingWith, type InterceptedRequest, type Interceptor, type Reply } from '#http';
import type { Clock } from '#meta';
import { Fault, type FaultKind, type FaultOptions, type InjectedFault, strike } from './faults.ts';
import { HeldWatch } from './held-watch.ts';
import { askedBy, matches, type RecordedRequest, type RequestFilter } from './request-record.ts';

/** Watches that are held back. */
export interface PausedWatches extends Disposable {
  /** What was held back comes, and all that happens from now on. */
  resume(): void;
}

interface TrafficParts {
  readonly clock: Clock;
  /** Who sends a request, as far as its headers tell. */
  userOf(request: InterceptedRequest): string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Pause {
  readonly filter: RequestFilter;
  readonly gate: Promise<void>;
}

type Asked = ReturnType<typeof askedBy>;

/** Clients wait before they come back: ours 0.2 s at first, client-go up to 1.6 s. */
const COMES_BACK_MS = 2000;

/** Not by its path: a watch goes on where the last one ended. */
function watcherOf({ user, userAgent, resource, namespace, name }: Asked): string {
  return JSON.stringify([user, userAgent, resource, namespace, name]);
}

/** The oldest are forgotten beyond it. */
const MOST_REQUESTS = 10_000;

/** All that is asked of a server: written down, and now and then something goes wrong with it. */
export class Traffic {
  readonly #parts: TrafficParts;
  readonly #begun = performance.now();
  readonly #faults = new Set<Fault>();
  readonly #watches = new Set<HeldWatch>();
  readonly #pauses = new Set<Pause>();
  /** Whose watch was cut and who has not come back: until when that is waited for. */
  readonly #away = new Map<string, number>();
  #requests: RecordedRequest[] = [];

  constructor(parts: TrafficParts) {
    this.#parts = parts;
  }

  requests(filter: RequestFilter): readonly RecordedRequest[] {
    return this.#requests.filter((request) => matches(request, filter));
  }

  fail(kind: FaultKind, options: FaultOptions): InjectedFault {
    const fault = new Fault(kind, options);
    this.#faults.add(fault);
    if (kind !== 'cut-watch' || options.afterEvents !== undefined) return fault;
    for (const watch of [...this.#watches]) {
      if (!fault.takes(watch.asked)) continue;
      watch.cut();
      this.#sentAway(watch.asked);
    }
    return fault;
  }

  /** Whether somebody whose watch was cut is about to come back. */
  get isAwaited(): boolean {
    const now = performance.now();
    return [...this.#away.values()].some((until) => until > now);
  }
  #sentAway(asked: Asked): void {
    this.#away.set(watcherOf(asked), performance.now() + COMES_BACK_MS);
  }

  pause(filter: RequestFilter): PausedWatches {
    let resume = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const pause = { filter, gate };
    this.#pauses.add(pause);
    for (const watch of this.#watches) if (matches(watch.asked, filter)) watch.hold(gate);
    const end = (): void => {
      this.#pauses.delete(pause);
      resume();
    };
    return { resume: end, [Symbol.dispose]: end };
  }

  readonly intercept: Interceptor = async (request, answer) => {
    const asked = askedBy(request, this.#parts.userOf(request));
    const began = performance.now();
    const record: Mutable<RecordedRequest> = { ...asked, at: began - this.#begun, status: 0, durationMs: 0 };
    this.#remember(record);
    if (asked.verb === 'watch') this.#away.delete(watcherOf(asked));
    const fault = [...this.#faults].find((one) => one.takes(asked));
    if (fault !== undefined) record.fault = String(fault.kind);
    const ending = new AbortController();
    const serve = (): Promise<Reply> =>
      asked.verb === 'watch' ? answer(endingWith(request.call, ending.signal)) : answer();
    const reply =
      fault === undefined ? await serve() : await strike(fault, { request, clock: this.#parts.clock }, serve);
    record.status = reply.status;
    record.durationMs = performance.now() - began;
    if (asked.verb !== 'watch') return reply;
    // One that began while the watch was being opened cuts it as well.
    const cut = fault ?? [...this.#faults].find((one) => one.kind === 'cut-watch' && one.takes(asked));
    return this.#followed(asked, reply, { fault: cut, ending });
  };

  /** When the environment began, on the clock of `performance`. */
  get begun(): number {
    return this.#begun;
  }

  #followed(
    asked: Asked,
    reply: Reply,
    { fault, ending }: { readonly fault: Fault | undefined; readonly ending: AbortController },
  ): Reply {
    if (reply.body instanceof Uint8Array) return reply;
    const events = fault?.kind === 'cut-watch' ? (fault.options.afterEvents ?? 0) : undefined;
    const over = (): void => {
      this.#watches.delete(watch);
      ending.abort();
      if (fault?.kind === 'cut-watch') this.#sentAway(asked);
    };
    const watch: HeldWatch = new HeldWatch(asked, reply.body, { events, over });
    for (const { filter, gate } of this.#pauses) if (matches(asked, filter)) watch.hold(gate);
    this.#watches.add(watch);
    return { ...reply, body: watch };
  }

  #remember(record: RecordedRequest): void {
    this.#requests.push(record);
    if (this.#requests.length > MOST_REQUESTS) this.#requests = this.#requests.slice(MOST_REQUESTS / 10);
  }
}
