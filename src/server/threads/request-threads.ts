import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { HeavyJob, HeavyReply, HeavyServer, WeightLimits } from '#http';
import { apiErrors, type GroupResource, type World } from '#meta';
import type { ServerCredentials } from '../credentials.ts';
import type { Options } from '../options.ts';
import { outcomeOf } from './failure-message.ts';
import type { MainCalls } from './main-calls.ts';
import type { ThreadJob, ThreadMetrics, ThreadStart, ToMain, ToThread } from './messages.ts';
import { threadEntry } from './thread-entry.ts';
import { type Waiting, WaitingLine } from './waiting-line.ts';

interface RequestThreadsParts {
  readonly options: Options;
  readonly credentials: ServerCredentials;
  readonly clientAuthorities: string;
  readonly world: World;
  readonly metrics: ThreadMetrics;
  readonly calls: MainCalls;
  /** What is served in the main thread. */
  readonly limits: WeightLimits;
  /** Kinds that only the main thread has. */
  apis(): readonly GroupResource[];
  /** As of which revision the main thread knows what lies under a prefix. */
  since(): ThreadJob['since'];
  manifestsSince(): number;
}

/** Enough for the largest object that fits into a request, in every form that it takes on its way. */
const HEAP_MEGABYTES = 1024;
/** A large young generation, because most of what a request allocates is garbage when it is done. */
const YOUNG_MEGABYTES = 64;
/** Where a list of faults is long, it is passed on as so many arguments. */
const STACK_MEGABYTES = 32;
/** A thread with nothing to do is let go. */
const IDLE_MS = 60_000;
/** How long a stop waits for a thread that has nothing to answer. */
const FINISH_MS = 2000;
/** How many requests wait for each thread; more are asked to come back. */
const WAITING = 50;

interface Pending extends Waiting {
  readonly request: HeavyJob;
  readonly resolve: (reply: HeavyReply) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Threads that serve heavy requests, one at a time each, so that the main thread is free for all others. They are started
 * with the first such request. One that takes too long, or too much memory, is ended with its thread.
 */
export class RequestThreads implements HeavyServer, AsyncDisposable {
  readonly #parts: RequestThreadsParts;
  readonly #threads = new Set<RequestThread>();
  readonly #waiting: WaitingLine<Pending>;
  readonly #most: number;
  #stopped = false;

  constructor(parts: RequestThreadsParts) {
    this.#parts = parts;
    this.#most = Math.min(2, Math.max(1, availableParallelism() - 1));
    this.#waiting = new WaitingLine(WAITING * this.#most);
  }

  knows({ group, resource }: GroupResource): boolean {
    return !this.#parts.apis().some((own) => own.group === group && own.resource === resource);
  }

  get limits(): WeightLimits {
    return this.#parts.limits;
  }

  get running(): number {
    return this.#threads.size;
  }

  serve(request: HeavyJob, signal?: AbortSignal): Promise<HeavyReply> {
    return new Promise((resolve, reject) => {
      const isWanted = () => signal?.aborted !== true;
      const gone = () => reject(apiErrors.timeout('the client went away', 1));
      signal?.addEventListener('abort', gone, { once: true });
      const joined =
        !this.#stopped && this.#waiting.join({ user: request.user.name, isWanted, request, resolve, reject });
      if (joined) this.#dispatch();
      else reject(apiErrors.tooManyRequests('too many large requests, please try again later', 1));
    });
  }

  #dispatch(): void {
    for (;;) {
      const thread = [...this.#threads].find(({ isIdle }) => isIdle);
      if (thread === undefined && (this.#threads.size >= this.#most || this.#stopped)) return;
      const next = this.#waiting.next();
      if (next === undefined) return;
      (thread ?? this.#start()).run(next);
    }
  }

  #start(): RequestThread {
    const thread = new RequestThread(this.#parts, {
      free: () => this.#dispatch(),
      gone: () => {
        this.#threads.delete(thread);
        this.#dispatch();
      },
    });
    this.#threads.add(thread);
    return thread;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    for (const { reject } of this.#waiting.clear()) reject(apiErrors.serviceUnavailable('the server is stopping'));
    await Promise.all([...this.#threads].map((thread) => thread.finish()));
  }
}

interface ThreadEvents {
  free(): void;
  gone(): void;
}

class RequestThread {
  readonly #parts: RequestThreadsParts;
  readonly #events: ThreadEvents;
  readonly #worker: Worker;
  readonly #answers: MessagePort;
  readonly #signal = new SharedArrayBuffer(4);
  #pending: Pending | undefined;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #ended: (() => void) | undefined;

  constructor(parts: RequestThreadsParts, events: ThreadEvents) {
    this.#parts = parts;
    this.#events = events;
    const { port1, port2 } = new MessageChannel();
    this.#answers = port1;
    const { options, credentials, clientAuthorities } = parts;
    const start: ThreadStart = { options, credentials, clientAuthorities, answers: port2, signal: this.#signal };
    this.#worker = new Worker(threadEntry('request-thread'), {
      workerData: start,
      transferList: [port2],
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: HEAP_MEGABYTES,
        maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
        stackSizeMb: STACK_MEGABYTES,
      },
    });
    this.#worker.unref();
    this.#worker.on('message', (message: ToMain) => this.#hear(message));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('the thread ended')));
    this.#rest();
  }

  get isIdle(): boolean {
    return this.#pending === undefined;
  }

  run(pending: Pending): void {
    this.#pending = pending;
    const { world, options } = this.#parts;
    const job: ThreadJob = {
      request: pending.request,
      now: world.clock.now(),
      since: this.#parts.since(),
      manifestsSince: this.#parts.manifestsSince(),
    };
    this.#send({ type: 'job', id: ++this.#count, job }, [pending.request.body.buffer as ArrayBuffer]);
    this.#wait(options.requestTimeout, () => {
      pending.reject(apiErrors.requestTimeout());
      this.#pending = undefined;
      void this.end();
    });
  }

  /** Ends it when it is done with what goes on behind its answers, or soon. */
  async finish(): Promise<void> {
    if (this.isIdle) {
      const ended = new Promise<void>((resolve) => {
        this.#ended = resolve;
        this.#wait(FINISH_MS, resolve);
      });
      this.#send({ type: 'end' });
      await ended;
    }
    await this.end();
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#worker.terminate();
  }

  #rest(): void {
    this.#wait(IDLE_MS, () => void this.end());
  }

  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
    this.#timer.unref();
  }

  #send(message: ToThread, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #hear(message: ToMain): void {
    if (message.type === 'done') this.#finish(message);
    else if (message.type === 'ended') this.#ended?.();
    else if (message.type === 'ask') void this.#answer(message);
    else if (message.type === 'askNow') void this.#answerNow(message);
    else if (message.type === 'count') (this.#parts.metrics[message.name] as (what: unknown) => void)(message.what);
    else this.#parts.world.log[message.level](message.message, message.fields);
  }

  #finish({ id, reply }: Extract<ToMain, { type: 'done' }>): void {
    if (id !== this.#count || this.#pending === undefined) return;
    const { resolve } = this.#pending;
    this.#pending = undefined;
    this.#rest();
    resolve(reply);
    this.#events.free();
  }

  async #answer({ id, name, args }: Extract<ToMain, { type: 'ask' }>): Promise<void> {
    const outcome = await outcomeOf(() => this.#call(name, args));
    this.#send({ type: 'answer', id, outcome });
  }

  async #answerNow({ name, args }: Extract<ToMain, { type: 'askNow' }>): Promise<void> {
    this.#answers.postMessage(await outcomeOf(() => this.#call(name, args)));
    const signal = new Int32Array(this.#signal);
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
  }

  #call(name: keyof MainCalls, args: readonly unknown[]): unknown {
    return (this.#parts.calls[name] as (...args: readonly unknown[]) => unknown)(...args);
  }

  #fail(error: Error): void {
    clearTimeout(this.#timer);
    this.#ended?.();
    const pending = this.#pending;
    this.#pending = undefined;
    this.#answers.close();
    if (pending !== undefined) pending.reject(this.#reason(error));
    this.#events.gone();
  }

  #reason(error: Error): Error {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
    return apiErrors.requestEntityTooLarge('the request takes more memory than one request may take');
  }
}
