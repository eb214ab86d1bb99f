import { setMaxListeners } from 'node:events';
import type { Clock } from '#meta';
import { digestOf, newSecret } from './secret.ts';

/** Without a request for so long, or after so long in any case, somebody has to log in again. */
const IDLE_MS = 8 * 60 * 60 * 1000;
const LIFE_MS = 24 * 60 * 60 * 1000;
const MOST_SESSIONS = 1000;

/** How somebody showed who they are: a token of theirs, or the link, which stands for the console's own credentials. */
export type Credential = { readonly token: string } | 'own';

export interface Session {
  readonly credential: Credential;
  /** Fires when the session is over: what still runs for it ends. */
  readonly ended: AbortSignal;
}

class LiveSession implements Session {
  readonly credential: Credential;
  readonly #ending = new AbortController();
  used: number;

  constructor(credential: Credential, now: number) {
    this.credential = credential;
    this.used = now;
    // Every watch listens.
    setMaxListeners(0, this.#ending.signal);
  }
  get ended(): AbortSignal {
    return this.#ending.signal;
  }
  end(): void {
    this.#ending.abort();
  }
}

/** Who is logged in. Nothing of it outlives the process. */
export class Sessions implements Disposable {
  readonly #clock: Pick<Clock, 'elapsed' | 'sleep'>;
  /** By the digest of their ids, that of the oldest request first. */
  readonly #live = new Map<string, LiveSession>();

  constructor(clock: Pick<Clock, 'elapsed' | 'sleep'>) {
    this.#clock = clock;
  }

  /** The id of a new session; it was never anybody's before. */
  begin(credential: Credential): string {
    const [oldest] = this.#live.keys();
    if (oldest !== undefined && this.#live.size >= MOST_SESSIONS) this.#end(oldest);
    const id = newSecret();
    const digest = digestOf(id);
    const session = new LiveSession(credential, this.#clock.elapsed());
    this.#live.set(digest, session);
    void this.#clock.sleep(LIFE_MS, session.ended).then(() => this.#end(digest));
    return id;
  }

  /** The session of an id, which is used by that; undefined where there is none any more. */
  use(id: string | undefined): Session | undefined {
    if (id === undefined) return undefined;
    const digest = digestOf(id);
    const session = this.#live.get(digest);
    if (session === undefined) return undefined;
    const now = this.#clock.elapsed();
    if (now - session.used >= IDLE_MS) {
      this.#end(digest);
      return undefined;
    }
    session.used = now;
    this.#live.delete(digest);
    this.#live.set(digest, session);
    return session;
  }

  end(id: string | undefined): void {
    if (id !== undefined) this.#end(digestOf(id));
  }

  #end(digest: string): void {
    this.#live.get(digest)?.end();
    this.#live.delete(digest);
  }

  [Symbol.dispose](): void {
    for (const digest of [...this.#live.keys()]) this.#end(digest);
  }
}
