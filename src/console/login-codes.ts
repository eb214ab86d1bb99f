import type { Clock } from '#meta';
import { digestOf, newSecret } from './secret.ts';

const LIFE_MS = 60 * 60 * 1000;
const MOST_CODES = 100;

/** Codes of links that log somebody in, once. */
export class LoginCodes {
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** When each is over, by digest, the oldest first. */
  readonly #until = new Map<string, number>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  issue(): string {
    const [oldest] = this.#until.keys();
    if (oldest !== undefined && this.#until.size >= MOST_CODES) this.#until.delete(oldest);
    const code = newSecret();
    this.#until.set(digestOf(code), this.#clock.elapsed() + LIFE_MS);
    return code;
  }

  /** Whether it lets somebody in; from then on it does no more. */
  redeem(code: string): boolean {
    const digest = digestOf(code);
    const until = this.#until.get(digest);
    this.#until.delete(digest);
    return until !== undefined && this.#clock.elapsed() < until;
  }
}
