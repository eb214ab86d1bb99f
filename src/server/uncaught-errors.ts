import { inspect } from 'node:util';
import type { World } from '#meta';
import type { Reading } from './metrics/metrics.ts';

/** How an error was not caught: an unhandled rejection, or a callback that threw. */
export type UncaughtKind = 'rejection' | 'exception';

const WINDOW_MS = 60_000;
const TOLD_PER_WINDOW = 100;

/**
 * Errors that nobody caught. Each is a bug, and none of them ends a server that can still serve: it belongs to one
 * request, one connection or one round of a controller, and what was answered is in the store. Each is logged with its
 * cause and counted; a flood of them does not fill the disk.
 */
export class UncaughtErrors {
  readonly #world: Pick<World, 'clock' | 'log'>;
  readonly #counts: { [kind in UncaughtKind]: number } = { rejection: 0, exception: 0 };
  #windowEnd = Number.NEGATIVE_INFINITY;
  #told = 0;

  constructor(world: Pick<World, 'clock' | 'log'>) {
    this.#world = world;
  }

  report(kind: UncaughtKind, error: unknown): void {
    this.#counts[kind]++;
    const { clock, log } = this.#world;
    if (clock.elapsed() >= this.#windowEnd) {
      this.#windowEnd = clock.elapsed() + WINDOW_MS;
      this.#told = 0;
    }
    this.#told++;
    if (this.#told <= TOLD_PER_WINDOW) log.error('nobody caught this; serving on', { kind, error: asError(error) });
    else if (this.#told === TOLD_PER_WINDOW + 1)
      log.error('too many uncaught errors; for a minute they are only counted');
  }

  get reading(): Reading {
    return {
      name: 'pinnace_uncaught_errors_total',
      help: 'Errors that nobody caught: rejected promises and exceptions in callbacks.',
      labelNames: ['kind'],
      read: () => Object.entries(this.#counts).map(([kind, value]) => ({ labels: { kind }, value })),
    };
  }
}

/** Anything can be thrown; a log wants something with a message. */
function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`thrown, though not an error: ${inspect(thrown)}`);
}
