import type { AuditObservation } from '#audit';
import { Counter } from './family.ts';

/** What was written to the audit log, and what was not, under upstream's names. k8s: apiserver/pkg/audit/metrics.go */
export class AuditCounts {
  readonly #events = new Counter({
    name: 'apiserver_audit_event_total',
    help: 'Events that were sent to the audit log.',
    labelNames: [],
  });
  readonly #rejected = new Counter({
    name: 'apiserver_audit_requests_rejected_total',
    help: 'Requests that were refused because they could not be written to the audit log.',
    labelNames: [],
  });
  readonly #levels = new Counter({
    name: 'apiserver_audit_level_total',
    help: 'Requests by the level that the audit policy has for them.',
    labelNames: ['level'],
  });
  readonly #errors = new Counter({
    name: 'apiserver_audit_error_total',
    help: 'Events that the audit log lost.',
    labelNames: ['plugin'],
  });

  constructor() {
    // They are there before the first event.
    this.#events.of([]);
    this.#rejected.of([]);
  }

  observe(observation: AuditObservation): void {
    if ('level' in observation) this.#levels.add(observation.level);
    else if ('stage' in observation) this.#events.add();
    else if ('lost' in observation) this.#errors.add('log');
    else this.#rejected.add();
  }

  *lines(): Generator<string> {
    yield* this.#events.lines();
    yield* this.#rejected.lines();
    yield* this.#levels.lines();
    yield* this.#errors.lines();
  }
}
