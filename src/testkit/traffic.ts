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

/** The oldest are forgotten beyond it. */
const MOST_REQUESTS = 10_000;

/** All that is asked of a server: written down, and now and then something goes wrong with it. */
export class Traffic {
  readonly #parts: TrafficParts;
  readonly #begun = performance.now();
  readonly #faults = new Set<Fault>();
  readonly #watches = new Set<HeldWatch>();
  readonly #pauses = new Set<Pause>();
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
    for (const watch of [...this.#watches]) if (fault.takes(watch.asked)) watch.cut();
    return fault;
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
    const fault = [...this.#faults].find((one) => one.takes(asked));
    if (fault !== undefined) record.fault = String(fault.kind);
    const ending = new AbortController();
    const serve = (): Promise<Reply> =>
      asked.verb === 'watch' ? answer(endingWith(request.call, ending.signal)) : answer();
    const reply =
      fault === undefined ? await serve() : await strike(fault, { request, clock: this.#parts.clock }, serve);
    record.status = reply.status;
    record.durationMs = performance.now() - began;
    return asked.verb === 'watch' ? this.#followed(asked, reply, { fault, ending }) : reply;
  };

  /** When the environment began, on the clock of `performance`. */
  get begun(): number {
    return this.#begun;
  }

  #followed(
    asked: ReturnType<typeof askedBy>,
    reply: Reply,
    { fault, ending }: { readonly fault: Fault | undefined; readonly ending: AbortController },
  ): Reply {
    if (reply.body instanceof Uint8Array) return reply;
    const events = fault?.kind === 'cut-watch' ? (fault.options.afterEvents ?? 0) : undefined;
    const over = (): void => {
      this.#watches.delete(watch);
      ending.abort();
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
