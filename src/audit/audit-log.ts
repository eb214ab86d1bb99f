import type { UserInfo } from '#machinery';
import type { Clock, Status } from '#meta';
import { type AuditEvent, eventLine, legacyLine } from './event.ts';
import type { Level, PolicyRuleEvaluator, Stage } from './policy.ts';
import { type AuditedRequest, AuditRecord } from './request-audit.ts';
import type { AuditSink } from './sink.ts';
import { truncated } from './truncation.ts';

interface AuditLogParts {
  readonly evaluator: PolicyRuleEvaluator;
  readonly sink: AuditSink;
  readonly clock: Clock;
  readonly format: 'json' | 'legacy';
  /** A request that cannot be written down is refused. */
  readonly strict: boolean;
  /** Events are no longer than this; undefined for any length. */
  readonly maxEventBytes?: number | undefined;
  /** Is told of each event, and of the level of each request. */
  readonly observe?: (what: Observed) => void;
}

export type Observed =
  | { readonly level: Level }
  | { readonly stage: Stage }
  | { readonly rejected: true }
  | { readonly lost: true };

/** Writes down what is asked of the server. k8s: apiserver/pkg/endpoints/filters/audit.go */
export class AuditLog implements AsyncDisposable {
  readonly #parts: AuditLogParts;

  constructor(parts: AuditLogParts) {
    this.#parts = parts;
  }

  begin(request: Omit<AuditedRequest, 'received'>): RequestAudit {
    return new RequestAudit({ ...request, received: this.now() }, this, this.#parts.evaluator);
  }

  now(): string {
    return microTime(this.#parts.clock.now());
  }

  /** False where the event is lost and the request must not go on for it. */
  async process(record: AuditRecord, stage: Stage): Promise<boolean> {
    if (record.omits(stage)) return true;
    const { sink, strict, observe } = this.#parts;
    observe?.({ stage });
    const written = await sink.write(this.#lineOf(record.eventAt(stage, this.now())));
    if (!written) observe?.({ lost: true });
    if (written || !strict) return true;
    if (stage === 'RequestReceived') observe?.({ rejected: true });
    return false;
  }

  level(level: Level): void {
    this.#parts.observe?.({ level });
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#parts.sink[Symbol.asyncDispose]();
  }

  #lineOf(event: AuditEvent): string {
    const { format, maxEventBytes } = this.#parts;
    if (format === 'legacy') return legacyLine(event);
    return maxEventBytes === undefined ? eventLine(event) : truncated(event, maxEventBytes);
  }
}

function microTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}000Z`;
}

/** One request on its way through the log. */
class RequestAudit {
  readonly #request: AuditedRequest;
  readonly #log: AuditLog;
  readonly #evaluator: PolicyRuleEvaluator;
  #record: AuditRecord | undefined;
  #isUnknown = false;

  constructor(request: AuditedRequest, log: AuditLog, evaluator: PolicyRuleEvaluator) {
    this.#request = request;
    this.#log = log;
    this.#evaluator = evaluator;
  }

  /** What is noted while it is served; undefined where nothing is written. */
  get notes(): AuditRecord | undefined {
    return this.#record;
  }

  /** The policy decides as soon as it is known who sent it. False if it must not go on. */
  async known(user: UserInfo): Promise<boolean> {
    this.#begin(user);
    return this.#record === undefined || this.#log.process(this.#record, 'RequestReceived');
  }

  /** Nobody knows who sent it: that is one event. */
  unknown(): void {
    this.#isUnknown = true;
    this.#begin(undefined);
  }
  get isUnknown(): boolean {
    return this.#isUnknown;
  }

  impersonated(user: UserInfo, constraint: string): void {
    this.#record?.impersonate(user, constraint);
  }

  /** Without a record nothing was decided: the request ended before anybody was asked. */
  async stage(stage: Stage, status: Partial<Status>): Promise<void> {
    if (this.#record === undefined) return;
    this.#record.status(status);
    await this.#log.process(this.#record, stage);
  }

  #begin(user: UserInfo | undefined): void {
    const config = this.#evaluator.evaluate(this.#request.attributes, user);
    this.#log.level(config.level);
    if (config.level !== 'None') this.#record = new AuditRecord(this.#request, config, user);
  }
}
