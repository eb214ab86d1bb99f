import type { ObservedWebhook } from '#admission';
import { Counter, Histogram } from './family.ts';

const errorTypes = {
  denied: 'no_error',
  failed: 'calling_webhook_error',
  broken: 'apiserver_internal_error',
} as const;

/** Higher codes count as this one, so that a webhook cannot create any number of label values. */
const MOST_CODE = 600;

/** How admission webhooks answered, and how long they took. k8s: apiserver/pkg/admission/metrics/metrics.go */
export class WebhookCalls {
  readonly #times = new Histogram({
    name: 'apiserver_admission_webhook_admission_duration_seconds',
    help: 'How long admission webhooks took.',
    labelNames: ['name', 'operation', 'rejected', 'type'],
    limits: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25],
  });
  readonly #requests = new Counter({
    name: 'apiserver_admission_webhook_request_total',
    help: 'Calls of admission webhooks.',
    labelNames: ['code', 'name', 'operation', 'rejected', 'type'],
  });
  readonly #rejections = new Counter({
    name: 'apiserver_admission_webhook_rejection_count',
    help: 'Requests that were refused by admission webhooks, or because of them.',
    labelNames: ['error_type', 'name', 'operation', 'rejection_code', 'type'],
  });
  readonly #failOpen = new Counter({
    name: 'apiserver_admission_webhook_fail_open_count',
    help: 'Requests that went on though an admission webhook failed.',
    labelNames: ['name', 'type'],
  });

  observe({ kind, webhook, operation, outcome, rejected, code, milliseconds }: ObservedWebhook): void {
    const type = kind === 'mutating' ? 'admit' : 'validating';
    const told = String(Math.min(code, MOST_CODE));
    this.#times.observe(milliseconds / 1000, [webhook, operation, String(rejected), type]);
    this.#requests.add(told, webhook, operation, String(rejected), type);
    if (rejected && outcome !== 'allowed') this.#rejections.add(errorTypes[outcome], webhook, operation, told, type);
    if (!rejected && outcome === 'failed') this.#failOpen.add(webhook, type);
  }

  *lines(): Generator<string> {
    for (const metric of [this.#times, this.#requests, this.#rejections, this.#failOpen]) yield* metric.lines();
  }
}
