import type { Target } from '../target/target.ts';
import type { RequestTemplate } from './request.ts';

/** What a load process is asked to do. Plain data. */
export type Job = RequestJob | WatchJob;

/** Clients that send one request after the other, as fast as answers come. */
export interface RequestJob {
  readonly kind: 'requests';
  readonly target: Target;
  readonly request: RequestTemplate;
  readonly clients: number;
  readonly objects: ObjectNumbers;
  /** Answers before this many milliseconds are not counted. */
  readonly warmUpMs: number;
  readonly sliceMs: number;
  readonly slices: number;
}

/** The numbers of the objects that requests are about: `first`, `first + step`, … `count` of them. */
export interface ObjectNumbers {
  readonly first: number;
  readonly step: number;
  readonly count: number;
  /** After the last: stop, or begin again at the first. */
  readonly atEnd: 'stop' | 'again';
}

export interface RequestResult {
  readonly slices: readonly Slice[];
  /** All answers, those of the warm-up included. */
  readonly answers: number;
}

export interface Slice {
  /** Shorter than asked for when the objects were used up. */
  readonly milliseconds: number;
  /** Milliseconds from request to answer, one for each. */
  readonly latencies: Float64Array;
}

/** Many watchers of one collection, and writers of it. */
export interface WatchJob {
  readonly kind: 'watch';
  readonly target: Target;
  readonly watch: RequestTemplate;
  readonly watchers: number;
  /** Must hold the SERIAL mark as the value of a data key `serial`. */
  readonly write: RequestTemplate;
  readonly writers: number;
  readonly pace: Pace;
  /** The server's processes, whose processor time is taken. */
  readonly pids: readonly number[];
  readonly warmUpWrites: number;
  readonly writesPerSlice: number;
  readonly slices: number;
}

/** `after`: a writer goes on so long after its write has arrived everywhere. `every`: all together write once in so long. */
export type Pace = { readonly afterMs: number } | { readonly everyMs: number };

export interface WatchResult {
  readonly slices: readonly WatchSlice[];
  /** For each event of the slices, the writes included; when it can be known. */
  readonly cpuMicroseconds?: number;
}

export interface WatchSlice {
  readonly milliseconds: number;
  /** From the start of a write to its delivery, one for each write and watcher. */
  readonly deliveries: Float64Array;
  /** From the start of a write to its delivery at the last watcher, one for each write. */
  readonly complete: Float64Array;
}

export type JobResult = RequestResult | WatchResult;
export type JobAnswer = { readonly result: JobResult } | { readonly error: string };
