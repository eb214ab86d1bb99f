import type { Clock } from '#meta';

/** How the last calls of a webhook went: what a condition of the definition tells. */
export interface WebhookHealth {
  readonly healthy: boolean;
  /** Milliseconds since the epoch: since when it is as it is. */
  readonly since: number;
  /** What is wrong; of the latest failure. Empty while healthy. */
  readonly message: string;
  /**
   * The latest time that the webhook refused some object. That is about the object, not the webhook: one bad object among
   * many good ones must not make the webhook look broken, or change a status with each read.
   */
  readonly refusal?: { readonly at: number; readonly message: string };
}

/** What went wrong with a call, in one sentence. `refused`: the webhook answered as it should, and said no. */
interface CallFailure {
  readonly type: string;
  readonly summary: string;
}

export class HealthRecord {
  readonly #clock: Clock;
  readonly #changed: (health: WebhookHealth) => void;
  #health: WebhookHealth;
  /**
   * The first answer is reported even if it is good: an earlier server, or an earlier address, may have left a bad
   * condition.
   */
  #heard = false;

  constructor(clock: Clock, changed: (health: WebhookHealth) => void) {
    this.#clock = clock;
    this.#changed = changed;
    this.#health = { healthy: true, since: clock.now(), message: '' };
  }

  get current(): WebhookHealth {
    return this.#health;
  }

  succeeded(): void {
    if (this.#heard && this.#health.healthy) return;
    this.#become({ ...this.#health, healthy: true, since: this.#clock.now(), message: '' });
  }

  failed(error: CallFailure): void {
    const now = this.#clock.now();
    if (error.type === 'refused') {
      // A refusal is an answer: the webhook works again.
      this.succeeded();
      this.#health = { ...this.#health, refusal: { at: now, message: error.summary } };
      return;
    }
    const { healthy, since, message } = this.#health;
    if (!healthy && message === error.summary) return;
    this.#become({ ...this.#health, healthy: false, since: healthy ? now : since, message: error.summary });
  }

  /** Takes over what another thread knows, which is newer. */
  told({ healthy, since, message }: WebhookHealth): void {
    const known = this.#health;
    if (this.#heard && known.healthy === healthy && known.message === message) return;
    this.#become({ ...known, healthy, since: known.healthy === healthy ? known.since : since, message });
  }

  #become(health: WebhookHealth): void {
    this.#heard = true;
    this.#health = health;
    this.#changed(health);
  }
}
