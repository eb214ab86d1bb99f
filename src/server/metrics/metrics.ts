import type { AdmissionObservation, ObservedWebhook } from '#admission';
import type { ObservedCall } from '#crd';
import type { ObservedRequest, RequestOutcome } from '#http';
import type { Catalog, ServedResource } from '#machinery';
import type { Clock } from '#meta';
import { AdmissionSteps, type ObservedStep } from './admission-steps.ts';
import { AdmissionTimes } from './admission-times.ts';
import { AuditCounts } from './audit-counts.ts';
import { Counter, Histogram } from './family.ts';
import { InflightGauge } from './inflight-gauge.ts';
import type { Recorder } from './metrics-recorder.ts';
import { isMutating, labelsOf } from './request-labels.ts';
import { RequestTally } from './request-tally.ts';
import { WebhookCalls } from './webhook-calls.ts';

/** Numbers that somebody else knows, asked for when metrics are read. */
export interface Reading {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  read(): number | readonly Sample[];
}
interface Counted {
  lines(): Iterable<string>;
}
export interface Sample {
  readonly labels: { readonly [name: string]: string };
  readonly value: number;
}

const doubling = (from: number, steps: number): number[] => Array.from({ length: steps }, (_, at) => from * 2 ** at);
/** How upstream calls what can be wrong with the answer of a conversion webhook. */
const failureNames: { readonly [type in NonNullable<ObservedCall['failure']>]: string } = {
  call: 'conversion_webhook_call_failure',
  malformed: 'conversion_webhook_malformed_response_failure',
  partial: 'conversion_webhook_partial_response_failure',
  'invalid-object': 'conversion_webhook_invalid_converted_object_failure',
  refused: 'conversion_webhook_call_failure',
};

/**
 * What is counted, under upstream's names and labels. Counting is always on and cheap; the library for readings is loaded
 * when somebody reads: it never delays a start.
 */
export class ServerMetrics {
  readonly contentType = 'text/plain; version=0.0.4; charset=utf-8';
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #readings: Reading[] = [];
  readonly #requests = new RequestTally();
  readonly #inflight: InflightGauge;
  readonly #running = new Map<string, Sample & { value: number }>();
  readonly #deprecated = new Map<string, Sample>();
  readonly #bodies = new Histogram({
    name: 'apiserver_request_body_size_bytes',
    help: 'Bytes of what was sent, by resource and verb.',
    labelNames: ['group', 'resource', 'verb'],
    limits: Array.from({ length: 31 }, (_, at) => 50_000 + at * 100_000),
  });
  readonly #watchEvents = new Counter({
    name: 'apiserver_watch_events_total',
    help: 'Events that were sent to watchers.',
    labelNames: ['group', 'resource', 'version'],
  });
  readonly #watchSizes = new Histogram({
    name: 'apiserver_watch_events_sizes',
    help: 'Bytes of the events that were sent to watchers.',
    labelNames: ['group', 'resource', 'version'],
    limits: doubling(1024, 8),
  });
  readonly #admission = new AdmissionTimes();
  readonly #steps = new AdmissionSteps();
  readonly #audit = new AuditCounts();
  readonly #webhooks = new WebhookCalls();
  #followWebhook: ((call: ObservedWebhook) => void) | undefined;
  readonly #conversions = new Counter({
    name: 'apiserver_conversion_webhook_request_total',
    help: 'Calls of conversion webhooks.',
    labelNames: ['failure_type', 'result'],
  });
  readonly #conversionTimes = new Histogram({
    name: 'apiserver_conversion_webhook_duration_seconds',
    help: 'How long conversion webhooks took.',
    labelNames: ['failure_type', 'result'],
    limits: [0.005, 0.02, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60],
  });
  readonly #definitionTimes = new Histogram({
    name: 'apiserver_crd_conversion_webhook_duration_seconds',
    help: 'The same by definition and versions.',
    labelNames: ['crd_name', 'from_version', 'succeeded', 'to_version'],
    limits: doubling(0.001, 15),
  });
  readonly #authentication = new Counter({
    name: 'authentication_attempts',
    help: 'Requests by what became of their credentials.',
    labelNames: ['result'],
  });
  readonly #authorization = new Counter({
    name: 'authorization_attempts_total',
    help: 'Questions whether somebody may do something, by the answer.',
    labelNames: ['result'],
  });
  readonly #counted: Counted[] = [];
  #loading: Promise<Recorder> | undefined;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
    this.#inflight = new InflightGauge(clock);
    this.addReading({
      name: 'apiserver_current_inflight_requests',
      help: 'The most requests that were in work at a time in the last second, watches not counted.',
      labelNames: ['request_kind'],
      read: () => this.#inflight.samples(),
    });
    this.addReading({
      name: 'apiserver_longrunning_requests',
      help: 'Watches that are open.',
      labelNames: ['component', 'group', 'resource', 'scope', 'subresource', 'verb', 'version'],
      read: () => [...this.#running.values()],
    });
    this.addReading({
      name: 'apiserver_requested_deprecated_apis',
      help: 'Deprecated versions that somebody has asked for since the start.',
      labelNames: ['group', 'removed_release', 'resource', 'subresource', 'version'],
      read: () => [...this.#deprecated.values()],
    });
  }

  /** A request has come. Returns how to say what became of it. */
  begin(request: ObservedRequest, catalog: () => Catalog): (outcome: RequestOutcome) => void {
    const { info, method } = request;
    const started = this.#clock.elapsed();
    const end =
      info.isResource && info.verb === 'watch'
        ? this.#beginWatch(request, resourceOf(request, catalog()))
        : this.#inflight.begin(isMutating(method) ? 'mutating' : 'readOnly', started);
    return (outcome) => {
      const ended = this.#clock.elapsed();
      end(ended);
      if (!outcome.handled) return;
      const served = resourceOf(request, catalog());
      this.#count({ request, served, outcome, milliseconds: ended - started });
    };
  }

  /** Returns how to count an event of so many bytes: what is counted where is found out once for each watch. */
  watchEvents({ group, version, resource }: WatchedResource): (bytes: number) => void {
    const labels = [group, resource, version];
    const events = this.#watchEvents.of(labels);
    const sizes = this.#watchSizes.of(labels);
    return (bytes) => {
      if (events !== undefined) events.value++;
      this.#watchSizes.put(sizes, bytes);
    };
  }

  admission(observation: AdmissionObservation): void {
    this.#admission.observe(observation);
  }

  admissionStep(step: ObservedStep): void {
    this.#steps.observe(step);
  }

  audit(observation: Parameters<AuditCounts['observe']>[0]): void {
    this.#audit.observe(observation);
  }

  webhook(call: ObservedWebhook): void {
    this.#webhooks.observe(call);
    this.#followWebhook?.(call);
  }
  /** Tells of each call, in whichever thread it was made. */
  followWebhooks(follow: (call: ObservedWebhook) => void): void {
    this.#followWebhook = follow;
  }

  conversion({ definition, from, to, milliseconds, failure }: ObservedCall): void {
    const labels = failure === undefined ? ['', 'success'] : [failureNames[failure], 'failure'];
    const seconds = milliseconds / 1000;
    this.#conversions.add(...labels);
    this.#conversionTimes.observe(seconds, labels);
    const [, fromVersion = ''] = from.split('/');
    const [, toVersion = ''] = to.split('/');
    this.#definitionTimes.observe(seconds, [definition, fromVersion, String(failure === undefined), toVersion]);
  }

  authenticated(isKnown: boolean): void {
    this.#authentication.add(isKnown ? 'success' : 'error');
  }
  authorized(isAllowed: boolean): void {
    this.#authorization.add(isAllowed ? 'allowed' : 'no-opinion');
  }

  addReading(reading: Reading): void {
    this.#readings.push(reading);
    void this.#loading?.then((recorder) => recorder.addReading(reading));
  }

  /** Something that is counted only in some servers. */
  addCounted(counted: Counted): void {
    this.#counted.push(counted);
  }

  /** The Prometheus text format. */
  async render(): Promise<string> {
    this.#loading ??= this.#load();
    const recorder = await this.#loading;
    const counted = [
      this.#requests,
      this.#bodies,
      this.#watchEvents,
      this.#watchSizes,
      this.#admission,
      this.#steps,
      this.#audit,
      this.#webhooks,
      this.#conversions,
      this.#conversionTimes,
      this.#definitionTimes,
      this.#authentication,
      this.#authorization,
      ...this.#counted,
    ];
    return `${counted.flatMap((metric) => [...metric.lines()]).join('\n')}\n${await recorder.render()}`;
  }

  #count({ request, served, outcome, milliseconds }: CountedRequest): void {
    const labels = labelsOf(request, served);
    if (labels === undefined) return;
    const { status: code, bytes, received } = outcome;
    this.#requests.observe(labels, { code, seconds: milliseconds / 1000, bytes });
    const { group, resource } = labels;
    if (received !== undefined) this.#bodies.observe(received, [group, resource, bodyVerb(request.info.verb)]);
    if (served?.versionDefinition.deprecationWarning !== undefined) this.#tellDeprecated(served, labels.subresource);
  }

  #beginWatch(request: ObservedRequest, served: ServedResource | undefined): () => void {
    const found = labelsOf(request, served);
    if (found === undefined) return () => undefined;
    const { component, group, resource, scope, subresource, verb, version } = found;
    const labels = { component, group, resource, scope, subresource, verb, version };
    const key = Object.values(labels).join('\0');
    const level = this.#running.get(key) ?? { labels, value: 0 };
    level.value++;
    this.#running.set(key, level);
    return () => {
      level.value--;
    };
  }

  #tellDeprecated({ group, version, definition, versionDefinition }: ServedResource, subresource: string): void {
    const { removedRelease = '' } = versionDefinition;
    const { resource } = definition;
    const labels = { group, removed_release: removedRelease, resource, subresource, version };
    this.#deprecated.set(Object.values(labels).join('\0'), { labels, value: 1 });
  }

  async #load(): Promise<Recorder> {
    const readings = this.#readings.slice();
    const { makeRecorder } = await import('./metrics-recorder.ts');
    const recorder = makeRecorder();
    for (const reading of readings) recorder.addReading(reading);
    return recorder;
  }
}

interface CountedRequest {
  readonly request: ObservedRequest;
  readonly served: ServedResource | undefined;
  readonly outcome: RequestOutcome;
  readonly milliseconds: number;
}

function resourceOf({ info }: ObservedRequest, catalog: Catalog): ServedResource | undefined {
  return info.isResource ? catalog.find(info.group, info.version, info.resource) : undefined;
}

/** Upstream's metric of bodies has a spelling of its own. */
const bodyVerb = (verb: string): string => (verb === 'deletecollection' ? 'delete_collection' : verb);

interface WatchedResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}
