import type { AdmissionObservation } from '#admission';
import type { Attributes } from '#auth';
import type { HttpCall, ObservedRequest, RequestOutcome } from '#http';
import type { UserInfo } from '#machinery';
import type { Clock, JsonObject } from '#meta';

/** How many requests are remembered. */
const MOST_REMEMBERED = 1000;
const LONGEST_TEXT = 300;

/** Identifies a request below HTTP, where nobody knows the call: each has a function of its own that takes warnings. */
type WarningTaker = (text: string) => void;

interface Authenticated {
  readonly user: UserInfo | undefined;
  readonly wanted: Attributes;
  readonly warn: WarningTaker;
}

interface RequestTrace {
  readonly at: number;
  readonly began: number;
  readonly request: ObservedRequest;
  readonly path: string;
  readonly agent: string;
  user: string;
  status: number;
  bytes: number;
  milliseconds: number;
  authentication: number;
  authorization: number;
  /** By plugin. Undefined where none was asked, as for all reads. */
  admission: Map<string, number> | undefined;
}

/**
 * The last requests, and how long each of their stages took. What is kept of a request is what is at hand; it is put into
 * words when somebody reads it.
 */
export class RequestTraces {
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly #ring: RequestTrace[] = [];
  #next = 0;
  readonly #byCall = new WeakMap<HttpCall, RequestTrace>();
  readonly #byWanted = new WeakMap<Attributes, RequestTrace>();
  readonly #byWarn = new WeakMap<WarningTaker, RequestTrace>();
  /** Is told each request when it is over. */
  readonly #follow: ((line: string) => void) | undefined;

  constructor(clock: Pick<Clock, 'now' | 'elapsed'>, follow?: (line: string) => void) {
    this.#clock = clock;
    this.#follow = follow;
  }

  /** Returns how to say what became of it. */
  begin(request: ObservedRequest, call: HttpCall): (outcome: RequestOutcome) => void {
    const trace: RequestTrace = {
      at: this.#clock.now(),
      began: this.#clock.elapsed(),
      request,
      path: call.path,
      agent: call.headers['user-agent'] ?? '',
      user: '',
      status: 0,
      bytes: 0,
      milliseconds: 0,
      authentication: 0,
      authorization: 0,
      admission: undefined,
    };
    this.#byCall.set(call, trace);
    return ({ status, bytes }) => {
      trace.status = status;
      trace.bytes = bytes;
      trace.milliseconds = this.#clock.elapsed() - trace.began;
      this.#ring[this.#next] = trace;
      this.#next = (this.#next + 1) % MOST_REMEMBERED;
      this.#follow?.(lineOf(trace));
    };
  }

  /** A call was authenticated; everything before counts as authentication. */
  authenticated(call: HttpCall, { user, wanted, warn }: Authenticated): void {
    const trace = this.#byCall.get(call);
    if (trace === undefined) return;
    trace.authentication = this.#clock.elapsed() - trace.began;
    trace.user = user?.name ?? '';
    this.#byWarn.set(warn, trace);
    this.#byWanted.set(wanted, trace);
  }

  /** The request was authorized. Later authorizations are not part of this stage. */
  authorized(wanted: Attributes): void {
    const trace = this.#byWanted.get(wanted);
    if (trace !== undefined) trace.authorization = this.#clock.elapsed() - trace.began - trace.authentication;
  }

  admission({ plugin, milliseconds }: AdmissionObservation, warn: WarningTaker): void {
    const trace = plugin === undefined ? undefined : this.#byWarn.get(warn);
    if (plugin === undefined || trace === undefined) return;
    trace.admission ??= new Map();
    trace.admission.set(plugin, (trace.admission.get(plugin) ?? 0) + milliseconds);
  }

  /** The newest first. */
  list(): JsonObject {
    const requests = [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)].reverse();
    return { requests: requests.map(told) };
  }
}

function told(trace: RequestTrace): JsonObject {
  const { request, path, agent, user, status, bytes, milliseconds, authentication, authorization } = trace;
  const plugins = Object.fromEntries([...(trace.admission ?? [])].map(([name, time]) => [name, rounded(time)]));
  const admission = [...(trace.admission?.values() ?? [])].reduce((sum, time) => sum + time, 0);
  const rest = Math.max(milliseconds - authentication - authorization - admission, 0);
  return {
    time: new Date(trace.at).toISOString(),
    verb: request.info.verb,
    method: request.method,
    path: path.slice(0, LONGEST_TEXT),
    query: request.query.slice(0, LONGEST_TEXT),
    status,
    bytes,
    user,
    userAgent: agent.slice(0, LONGEST_TEXT),
    milliseconds: rounded(milliseconds),
    stages: {
      authentication: rounded(authentication),
      authorization: rounded(authorization),
      admission: rounded(admission),
      rest: rounded(rest),
    },
    admission: plugins,
  };
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

/** `PATCH /api/v1/… 200 3.1 ms jane kubectl/v1.36` */
function lineOf({ request, path, status, milliseconds, user, agent, admission }: RequestTrace): string {
  const where = request.query === '' ? path : `${path}?${request.query}`;
  const webhooks = ['MutatingAdmissionWebhook', 'ValidatingAdmissionWebhook'].reduce(
    (sum, name) => sum + (admission?.get(name) ?? 0),
    0,
  );
  const asked = webhooks >= 1 ? `, webhooks ${webhooks.toFixed(1)} ms` : '';
  const who = `${user === '' ? '-' : user} ${agent.split(' ')[0] || '-'}`;
  return `${request.info.verb || request.method} ${where.slice(0, LONGEST_TEXT)} ${status} ${milliseconds.toFixed(1)} ms${asked} ${who}`;
}
