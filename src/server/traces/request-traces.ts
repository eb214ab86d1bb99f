import type { HttpCall, ObservedRequest, RequestFollower, RequestOutcome } from '#http';
import type { UserInfo } from '#machinery';
import { type Clock, type JsonObject, LinkedList, type ListPlace } from '#meta';
import { noTime, type StageTimes, type Watch } from '#registry';
import { TraceRing } from './trace-ring.ts';
import { type RequestTrace, refusalIn, runningJson, traceJson, traceLine } from './trace-text.ts';

/** How many requests are remembered. */
const MOST_REMEMBERED = 1000;
/** How many are told of those that run. */
const MOST_RUNNING = 1000;

/** Where the record is read. */
const OWN_PATH = '/pinnace/requests';

type Finished = (outcome: RequestOutcome) => void;

/**
 * The last requests, and how long each of their stages took. What is kept of a request is what is at hand; it is put into
 * words when somebody reads it.
 */
export class RequestTraces {
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly #finished = new TraceRing(MOST_REMEMBERED);
  /** In the order in which they came. */
  readonly #running = new LinkedList<RequestTrace>();
  /** Is told each request when it is over. */
  readonly #follow: ((line: string) => void) | undefined;

  constructor(clock: Pick<Clock, 'now' | 'elapsed'>, follow?: (line: string) => void) {
    this.clock = clock;
    this.#follow = follow;
  }

  /** `counted` is told first what became of it. */
  begin(request: ObservedRequest, call: HttpCall, counted: Finished): RequestFollower {
    const followed = new FollowedRequest(request, call, { traces: this, counted });
    followed.place = this.#running.add(followed);
    return followed;
  }

  keep(trace: FollowedRequest): void {
    if (trace.place !== undefined) this.#running.remove(trace.place);
    // Whoever reads the record again and again would find little else in it.
    if (trace.path === OWN_PATH) return;
    this.#finished.remember(trace);
    this.#follow?.(traceLine(trace));
  }

  /** The newest first. */
  list(): JsonObject {
    const requests = this.#finished.newestFirst().map(traceJson);
    const running = [...this.#running].slice(-MOST_RUNNING).reverse();
    const now = this.clock.now();
    return { requests, running: running.map((trace) => runningJson(trace, now)) };
  }
}

/** One object for each request, and no closures: everybody pays for it. */
class FollowedRequest implements RequestFollower, RequestTrace {
  readonly #traces: RequestTraces;
  readonly #counted: Finished;
  readonly #began: number;
  #isAllowed = false;
  /** Among those that run. */
  place: ListPlace<RequestTrace> | undefined = undefined;
  readonly at: number;
  readonly method: string;
  readonly verb: string;
  readonly path: string;
  readonly query: string;
  readonly agent: string;
  user = '';
  status = 0;
  bytes = 0;
  milliseconds = 0;
  authentication = 0;
  authorization = 0;
  stages: StageTimes = noTime();
  isElsewhere = false;
  refusal: RequestTrace['refusal'] = undefined;
  watch: RequestTrace['watch'] = undefined;

  constructor(
    { info, method, query }: ObservedRequest,
    { path, headers }: HttpCall,
    { traces, counted }: { readonly traces: RequestTraces; readonly counted: Finished },
  ) {
    this.#traces = traces;
    this.#counted = counted;
    this.#began = traces.clock.elapsed();
    this.at = traces.clock.now();
    this.method = method;
    this.verb = info.verb;
    this.path = path;
    this.query = query;
    this.agent = headers['user-agent'] ?? '';
  }

  authenticated({ name }: UserInfo): void {
    this.user = name;
    this.authentication = this.#elapsed();
  }

  /** Questions that come of it later are no part of this stage. */
  authorized(): void {
    this.authorization = this.#elapsed() - this.authentication;
    this.#isAllowed = true;
  }

  servedElsewhere(stages: StageTimes): void {
    this.stages = stages;
    this.isElsewhere = true;
  }

  watching(watch: Pick<Watch, 'revision' | 'behind'>): void {
    this.watch = watch;
  }

  finished(outcome: RequestOutcome): void {
    this.#counted(outcome);
    this.status = outcome.status;
    this.bytes = outcome.bytes;
    this.refusal = refusalIn(outcome.told);
    this.milliseconds = this.#elapsed();
    // Who is known and was never allowed was refused: all of it since then went into that.
    if (this.user !== '' && !this.#isAllowed) this.authorization = this.milliseconds - this.authentication;
    this.#traces.keep(this);
  }

  #elapsed(): number {
    return this.#traces.clock.elapsed() - this.#began;
  }
}
