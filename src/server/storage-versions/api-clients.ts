import { type Clock, formatGroupResource, formatTime, instantOf } from '#meta';
import { RecentCount } from './recent-count.ts';

/** Who used a version of a resource, and when last. */
interface ApiClient {
  /** What the client calls itself. */
  readonly client: string;
  readonly user: string;
  /** `widgets.example.com` */
  readonly resource: string;
  readonly version: string;
  /** Milliseconds since the epoch. */
  lastUse: number;
  readonly requests: RecentCount;
}

interface Use {
  readonly user: string;
  readonly client: string;
  readonly group: string;
  readonly resource: string;
  readonly version: string;
}

const MAX_CLIENTS = 1000;
const MAX_TEXT_LENGTH = 200;
/** A client that comes back within this time keeps its position: most requests cost one look-up. */
const TOUCH_MS = 1000;

/** The clients that used versions of resources: the last thousand. Forgotten at the end of the process. */
export class ApiClients {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #since: number;
  /** In the order of their last use. */
  readonly #clients = new Map<string, ApiClient>();
  /** Whoever came last often comes again. */
  #last: { readonly use: Use; readonly client: ApiClient } | undefined;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
    this.#since = clock.now();
  }

  used(use: Use): void {
    const now = this.#clock.now();
    const last = this.#last;
    if (last !== undefined && now - last.client.lastUse < TOUCH_MS && isSameUse(use, last.use))
      last.client.requests.add(now);
    else this.#last = { use, client: this.#note(use, now) };
  }

  #note(use: Use, now: number): ApiClient {
    const { group, resource, version } = use;
    const user = use.user.slice(0, MAX_TEXT_LENGTH);
    const client = use.client.slice(0, MAX_TEXT_LENGTH);
    const key = `${group}/${version}/${resource}\n${client}\n${user}`;
    const known = this.#clients.get(key);
    known?.requests.add(now);
    if (known !== undefined && now - known.lastUse < TOUCH_MS) return known;
    const made = known ?? {
      requests: new RecentCount(now),
      client,
      user,
      resource: formatGroupResource({ group, resource }),
      version,
      lastUse: now,
    };
    made.lastUse = now;
    this.#clients.delete(key);
    this.#clients.set(key, made);
    const oldest = this.#clients.keys().next().value;
    if (this.#clients.size > MAX_CLIENTS && oldest !== undefined) this.#clients.delete(oldest);
    return made;
  }

  /** The one that came last first. */
  read(): { readonly since: string; readonly clients: readonly object[] } {
    const now = this.#clock.now();
    const clients = [...this.#clients.values()].reverse().map(({ requests, ...one }) => {
      return { ...one, lastUse: timeOf(one.lastUse), lastHour: requests.count(now) };
    });
    return { since: timeOf(this.#since), clients };
  }
}

const isSameUse = (a: Use, b: Use): boolean =>
  a.resource === b.resource &&
  a.client === b.client &&
  a.user === b.user &&
  a.version === b.version &&
  a.group === b.group;

const timeOf = (ms: number): string => formatTime(instantOf(ms));
