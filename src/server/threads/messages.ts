import type { HeavyJob, HeavyReply } from '#http';
import type { ServerCredentials } from '../credentials.ts';
import type { RoomParts } from '../house-builder.ts';
import type { Options } from '../options.ts';
import type { MainCalls } from './main-calls.ts';

/** What a thread is started with. */
export interface ThreadStart {
  readonly options: Options;
  readonly credentials: ServerCredentials;
  readonly clientAuthorities: string;
  /** Where answers to mainThread come that the thread stands still for, and the word that says that one is there. */
  readonly answers: MessagePort;
  readonly signal: SharedArrayBuffer;
}

type MessagePort = import('node:worker_threads').MessagePort;

export type CallName = keyof MainCalls;

/** From the main thread. */
export type ToThread =
  | { readonly type: 'job'; readonly id: number; readonly job: ThreadJob }
  /** Finish what goes on behind the answers, and say so. */
  | { readonly type: 'end' }
  | { readonly type: 'answer'; readonly id: number; readonly outcome: Outcome };

export interface ThreadJob {
  readonly request: HeavyJob;
  /** The time of the main thread's clock. */
  readonly now: number;
  /** As of which revisions the main thread knows what the thread keeps a copy of. */
  readonly since: { readonly [prefix: string]: number };
  /** As of when it knows the configurations of admission that lie in files; 0 where none do. */
  readonly manifestsSince: number;
}

/** To the main thread. */
export type ToMain =
  | { readonly type: 'done'; readonly id: number; readonly reply: HeavyReply }
  | { readonly type: 'ended' }
  | { readonly type: 'ask'; readonly id: number; readonly name: CallName; readonly args: readonly unknown[] }
  /** The thread stands still until it is answered. */
  | { readonly type: 'askNow'; readonly name: CallName; readonly args: readonly unknown[] }
  | { readonly type: 'count'; readonly name: keyof ThreadMetrics; readonly what: unknown }
  | { readonly type: 'log'; readonly level: LogLevel; readonly message: string; readonly fields: object };

/** What is counted where a request is served. */
export type ThreadMetrics = RoomParts['metrics'];

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type Outcome = { readonly value: unknown } | { readonly failure: FailureMessage };

/** An error on its way from one thread to another. */
export interface FailureMessage {
  /** Its class, if it is one that somebody asks for. */
  readonly type: string;
  readonly fields: object;
}
