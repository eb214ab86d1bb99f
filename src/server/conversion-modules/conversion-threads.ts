import { Worker } from 'node:worker_threads';
import { encodeJson, parseJson } from '#machinery';
import { apiErrors, type KubeObject } from '#meta';
import { conversionFailure } from '../conversion-failure.ts';
import { threadEntry } from '../threads/thread-entry.ts';
import { BEGUN, type ConversionThreadStart, type FromConversionThread, INDEX } from './messages.ts';

interface ConversionModule {
  /** `crontabs.example.com` */
  readonly definition: string;
  readonly module: string;
  /** How long the conversion of one object may take. */
  readonly limitMs?: number;
}

interface Job {
  readonly objects: readonly KubeObject[];
  readonly to: string;
  readonly resolve: (objects: KubeObject[]) => void;
  readonly reject: (error: Error) => void;
}

const LIMIT_MS = 1000;
/** A module that does not even load in that time never will. */
const LOAD_MS = 30_000;
/** As many requests are converted at once: one whose object hangs is in nobody else's way. */
const MAX_THREADS = 3;
/** Shorter jobs let others get their turn between them. */
const OBJECTS_PER_JOB = 100;
const HEAP_MEGABYTES = 256;
const IDLE_MS = 60_000;

/** Converts with a module in threads of its own. A thread that hangs, or ends, takes one object with it and is replaced. */
export class ConversionThreads implements AsyncDisposable {
  readonly #module: ConversionModule;
  readonly #threads = new Set<ConversionThread>();
  readonly #waiting: Job[] = [];

  constructor(module: ConversionModule) {
    this.#module = module;
  }

  /** Loads the module ahead. Rejects with a sentence when it cannot be used. */
  async ready(): Promise<void> {
    await this.#start().loaded;
  }

  async convert(objects: readonly KubeObject[], to: string): Promise<KubeObject[]> {
    const made: KubeObject[] = [];
    for (let at = 0; at < objects.length; at += OBJECTS_PER_JOB) {
      const part = objects.slice(at, at + OBJECTS_PER_JOB);
      made.push(...(await this.#run(part, to)));
    }
    return made;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(apiErrors.serviceUnavailable('the server is stopping'));
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #run(objects: readonly KubeObject[], to: string): Promise<KubeObject[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ objects, to, resolve, reject });
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#waiting.length === 0) return;
    const idle = [...this.#threads].find((thread) => thread.isIdle);
    const thread = idle ?? (this.#threads.size < MAX_THREADS ? this.#start() : undefined);
    if (thread !== undefined) thread.run(this.#waiting.shift() as Job);
  }

  #start(): ConversionThread {
    const thread: ConversionThread = new ConversionThread(this.#module, {
      free: () => this.#dispatch(),
      gone: () => {
        this.#threads.delete(thread);
        this.#dispatch();
      },
    });
    this.#threads.add(thread);
    return thread;
  }
}

interface ThreadEvents {
  free(): void;
  gone(): void;
}

class ConversionThread {
  readonly #module: ConversionModule;
  readonly #events: ThreadEvents;
  readonly #worker: Worker;
  readonly #counters: Int32Array;
  readonly loaded: Promise<void>;
  #settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  #job: Job | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(module: ConversionModule, events: ThreadEvents) {
    this.#module = module;
    this.#events = events;
    const progress = new SharedArrayBuffer(8);
    this.#counters = new Int32Array(progress);
    this.loaded = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Callers that wait for it see the error; a waiting job fails by itself.
    this.loaded.catch(() => undefined);
    const start: ConversionThreadStart = { module: module.module, definition: module.definition, progress };
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MEGABYTES };
    this.#worker = new Worker(threadEntry('conversion-thread'), { workerData: start, execArgv: [], resourceLimits });
    this.#worker.unref();
    this.#worker.on('message', (message: FromConversionThread) => this.#hear(message));
    this.#worker.on('error', (error) => this.#over(`the thread ended: ${error.message}`));
    this.#worker.on('exit', () => this.#over('the thread ended'));
    this.#wait(LOAD_MS, () => this.#over(`the module was not loaded within ${LOAD_MS} ms`));
  }

  get isIdle(): boolean {
    return this.#job === undefined;
  }

  run(job: Job): void {
    this.#job = job;
    this.#worker.postMessage({ objects: encodeJson(job.objects as never), to: versionIn(job.to) });
    if (this.#settle === undefined) this.#watch(Atomics.load(this.#counters, BEGUN));
  }

  async end(): Promise<void> {
    this.#over('the server is stopping');
    await this.#worker.terminate();
  }

  #hear(message: FromConversionThread): void {
    if (message.type === 'unusable') this.#over(message.message);
    else if (message.type === 'ready') this.#begin();
    else if (this.#job !== undefined) this.#finish(this.#job, message);
  }

  #begin(): void {
    this.#settle?.resolve();
    this.#settle = undefined;
    if (this.#job === undefined) this.#rest();
    else this.#watch(Atomics.load(this.#counters, BEGUN));
  }

  #finish(job: Job, message: Extract<FromConversionThread, { type: 'converted' | 'failed' }>): void {
    this.#job = undefined;
    this.#rest();
    if (message.type === 'failed') job.reject(this.#failure(job, message.index, message.message));
    else job.resolve(parseJson(Buffer.from(message.objects), { duplicates: false }).value as unknown as KubeObject[]);
    this.#events.free();
  }

  /** Looks now and then whether another object was begun since. */
  #watch(begun: number): void {
    const limit = this.#module.limitMs ?? LIMIT_MS;
    this.#wait(limit, () => {
      const now = Atomics.load(this.#counters, BEGUN);
      if (now !== begun) this.#watch(now);
      else this.#over(`the conversion took longer than ${limit} ms, and was ended`);
    });
  }

  /** What was under way fails; the thread is of no use any more. */
  #over(message: string): void {
    clearTimeout(this.#timer);
    this.#settle?.reject(new Error(message));
    this.#settle = undefined;
    const job = this.#job;
    this.#job = undefined;
    job?.reject(this.#failure(job, Atomics.load(this.#counters, INDEX), message));
    void this.#worker.terminate();
    this.#events.gone();
  }

  #failure({ objects, to }: Job, index: number, message: string): Error {
    const { definition, module } = this.#module;
    const object = objects[index] as KubeObject;
    return conversionFailure({ by: `conversion module ${module}`, definition, object, to, message });
  }

  #rest(): void {
    this.#wait(IDLE_MS, () => this.#over('nothing was to be done'));
  }

  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
    this.#timer.unref();
  }
}

const versionIn = (apiVersion: string): string => apiVersion.slice(apiVersion.lastIndexOf('/') + 1);
