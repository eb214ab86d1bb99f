import { errorReply, type InterceptedRequest, type Reply, type ResourceInfo } from '#http';
import { type ApiError, apiErrors, type Clock } from '#meta';
import { matches, type RequestFilter } from './request-record.ts';

/**
 * What goes wrong: a lost race (`conflict`, 409), too many requests (429, with Retry-After), a failure of the server
 * (500), one that takes too long (`timeout`, 504), an answer that comes late (`slow`), a watch that the server ends
 * (`cut-watch`), or one that is told that its resourceVersion is too old (410).
 */
export type FaultKind = 'conflict' | 429 | 500 | 'timeout' | 'slow' | 'cut-watch' | 410;

export interface FaultOptions extends RequestFilter {
  /** How many requests it happens to; 1 if left out. */
  readonly times?: number;
  /** Of `slow`: how long the answer takes, by the clock of the environment; 1 s if left out. */
  readonly delayMs?: number;
  /** Of `cut-watch`: how many events come before the end. If left out, also watches that are open are cut, at once. */
  readonly afterEvents?: number;
  /** Of 429; 1 if left out. */
  readonly retryAfterSeconds?: number;
}

/** A fault that was asked for. */
export interface InjectedFault extends Disposable {
  /** How many requests it has happened to. */
  readonly hits: number;
  /** Lets requests be. */
  stop(): void;
}

type Asked = Parameters<typeof matches>[0];

export class Fault implements InjectedFault {
  readonly kind: FaultKind;
  readonly #options: FaultOptions;
  #left: number;
  #hits = 0;

  constructor(kind: FaultKind, options: FaultOptions) {
    this.kind = kind;
    this.#options = options;
    this.#left = options.times ?? 1;
  }
  get hits(): number {
    return this.#hits;
  }
  get options(): FaultOptions {
    return this.#options;
  }
  stop(): void {
    this.#left = 0;
  }
  [Symbol.dispose](): void {
    this.stop();
  }

  /** Whether it happens to this request, which counts then. */
  takes(asked: Asked): boolean {
    const isWatch = asked.verb === 'watch';
    const fits = this.kind === 'cut-watch' || this.kind === 410 ? isWatch : true;
    if (this.#left === 0 || !fits || !matches(asked, this.#options)) return false;
    this.#left--;
    this.#hits++;
    return true;
  }
}

/** The refusals, in the words of the real server. */
function refusalOf({ kind, options }: Fault, { info }: InterceptedRequest): ApiError | undefined {
  const { retryAfterSeconds = 1 } = options;
  if (kind === 'conflict') return info.isResource ? lostRace(info) : apiErrors.plain(409, 'conflict');
  if (kind === 429)
    return apiErrors.tooManyRequests(
      'the server has received too many requests and has asked us to try again later',
      retryAfterSeconds,
    );
  if (kind === 500) return apiErrors.internal('a fault was injected');
  if (kind === 'timeout') return apiErrors.timeout('request did not complete within the allotted timeout', 1);
  return undefined;
}

function lostRace({ group, resource, name }: ResourceInfo): ApiError {
  const why = 'the object has been modified; please apply your changes to the latest version and try again';
  return apiErrors.conflict({ group, resource }, name, why);
}

interface FaultScene {
  readonly request: InterceptedRequest;
  readonly clock: Clock;
}

/** What happens to the request instead of, or before, the server's answer. */
export async function strike(fault: Fault, scene: FaultScene, answer: () => Promise<Reply>): Promise<Reply> {
  const { call } = scene.request;
  const refusal = refusalOf(fault, scene.request);
  if (refusal !== undefined) return errorReply(refusal, call);
  if (fault.kind === 'slow') await scene.clock.sleep(fault.options.delayMs ?? 1000, call.signal);
  return fault.kind === 410 ? tooOld() : answer();
}

/** A watch that begins, and says at once that it cannot go on. */
function tooOld(): Reply {
  const { status } = apiErrors.expired('too old resource version');
  const body = Buffer.from(`${JSON.stringify({ type: 'ERROR', object: status })}\n`);
  return { status: 200, headers: { 'content-type': 'application/json' }, body: once(body) };
}

async function* once(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
  yield chunk;
}
