import { noTime, type StageTimes } from '#registry';
import type { RequestTrace } from './trace-text.ts';

/**
 * What is remembered of the last requests. Its places are made once and then written over: an object kept for each request
 * would outlive it, and collections of garbage would move it twice before another one takes its place.
 */
export class TraceRing {
  readonly #most: number;
  readonly #places: RememberedTrace[] = [];
  #next = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes the place of the oldest. */
  remember(trace: RequestTrace): void {
    const place = this.#places[this.#next] ?? new RememberedTrace();
    place.take(trace);
    this.#places[this.#next] = place;
    this.#next = (this.#next + 1) % this.#most;
  }

  /** They are what they are only until the next request is remembered. */
  newestFirst(): readonly RequestTrace[] {
    return [...this.#places.slice(this.#next), ...this.#places.slice(0, this.#next)].reverse();
  }
}

class RememberedTrace implements RequestTrace {
  at = 0;
  method = '';
  verb = '';
  path = '';
  query = '';
  agent = '';
  user = '';
  status = 0;
  bytes = 0;
  milliseconds = 0;
  authentication = 0;
  authorization = 0;
  readonly stages: StageTimes = noTime();
  isElsewhere = false;
  refusal: RequestTrace['refusal'] = undefined;
  /** What is remembered of a watch keeps nothing of what it watched. */
  readonly watch = undefined;

  take(trace: RequestTrace): void {
    this.at = trace.at;
    this.method = trace.method;
    this.verb = trace.verb;
    this.#takeTexts(trace);
    this.status = trace.status;
    this.bytes = trace.bytes;
    this.milliseconds = trace.milliseconds;
    this.authentication = trace.authentication;
    this.authorization = trace.authorization;
    Object.assign(this.stages, trace.stages);
    this.isElsewhere = trace.isElsewhere;
    this.refusal = trace.refusal;
  }

  /** Clients ask for the same again and again: what says the same stays, so that nothing of the new request is kept. */
  #takeTexts({ path, query, agent, user }: RequestTrace): void {
    if (this.path !== path) this.path = path;
    if (this.query !== query) this.query = query;
    if (this.agent !== agent) this.agent = agent;
    if (this.user !== user) this.user = user;
  }
}
