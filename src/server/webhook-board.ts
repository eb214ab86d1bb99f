import type { ObservedWebhook } from '#admission';
import { formatTime, instantOf, type JsonObject } from '#meta';

/** How a webhook is doing, since when, and how slow it is. */
interface Standing {
  readonly call: ObservedWebhook;
  readonly healthy: boolean;
  /** Milliseconds since the epoch: since when it is as it is. */
  readonly since: number;
  /** Of the latest failure; empty while healthy. */
  readonly message: string;
  readonly calls: number;
  readonly failures: number;
  readonly averageMilliseconds: number;
  /** When somebody was last told of a change. */
  readonly toldAt: number;
}

/** What somebody is told of: a webhook fails, or answers again. */
export type WebhookNews = Pick<Standing, 'call' | 'healthy' | 'message'>;

/** Configurations come and go, and nobody takes them from the board: the one that was called least lately goes. */
const MOST = 1000;
/** One that fails now and then is no news each time. */
const QUIET_MS = 60_000;
/** What the latest call counts in the average. */
const WEIGHT = 0.2;

/** What is known of admission webhooks by their calls. Their configurations have no status to tell it. */
export class WebhookBoard {
  readonly #now: () => number;
  readonly #tell: (news: WebhookNews) => void;
  readonly #standings = new Map<string, Standing>();

  constructor(now: () => number, tell: (news: WebhookNews) => void) {
    this.#now = now;
    this.#tell = tell;
  }

  /** A refusal is an answer; what cannot be done with an answer says nothing of the webhook. */
  observed(call: ObservedWebhook): void {
    if (call.outcome === 'broken') return;
    const key = JSON.stringify([call.kind, call.configuration, call.webhook]);
    const before = this.#standings.get(key);
    const healthy = call.outcome !== 'failed';
    const isNews = healthy !== (before?.healthy ?? true);
    const isQuiet = before !== undefined && this.#now() - before.toldAt < QUIET_MS;
    const standing = { ...this.#next(call, before), ...(isNews && !isQuiet && { toldAt: this.#now() }) };
    this.#standings.delete(key);
    this.#standings.set(key, standing);
    if (this.#standings.size > MOST) this.#dropOldest();
    if (isNews && !isQuiet) this.#tell(standing);
  }

  /** The webhooks whose configurations are there now. */
  list(isThere: (call: ObservedWebhook) => boolean): JsonObject {
    const webhooks = [...this.#standings.values()].filter(({ call }) => isThere(call)).map(shown);
    return { webhooks };
  }

  #next(call: ObservedWebhook, before: Standing | undefined): Standing {
    const healthy = call.outcome !== 'failed';
    const { calls = 0, failures = 0, toldAt = Number.NEGATIVE_INFINITY } = before ?? {};
    const average = before?.averageMilliseconds ?? call.milliseconds;
    return {
      call,
      healthy,
      since: before?.healthy === healthy ? before.since : this.#now(),
      message: healthy ? '' : call.message,
      calls: calls + 1,
      failures: failures + (healthy ? 0 : 1),
      averageMilliseconds: average + WEIGHT * (call.milliseconds - average),
      toldAt,
    };
  }

  #dropOldest(): void {
    for (const key of this.#standings.keys()) {
      this.#standings.delete(key);
      return;
    }
  }
}

function shown({ call, healthy, since, message, calls, failures, averageMilliseconds }: Standing): JsonObject {
  const { kind, configuration, webhook, address, milliseconds } = call;
  return {
    kind,
    configuration,
    webhook,
    address,
    healthy,
    since: formatTime(instantOf(since)),
    message,
    calls,
    failures,
    lastMilliseconds: Math.round(milliseconds),
    averageMilliseconds: Math.round(averageMilliseconds),
  };
}
