import { Counter, type Distribution, Histogram } from './family.ts';

/** What a request asked for, in the labels of upstream's metrics. */
export interface RequestLabels {
  /** GET, LIST, WATCH, POST, PUT, PATCH, APPLY, DELETE, CONNECT or `other`. */
  readonly verb: string;
  readonly dryRun: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly scope: 'cluster' | 'namespace' | 'resource' | '';
  readonly component: 'apiserver' | '';
}

/** What became of it. */
interface RequestResult {
  readonly code: number;
  readonly seconds: number;
  /** Of the answer. */
  readonly bytes: number;
}

const durations = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];
const sliDurations = durations.slice(2);
const sizes = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const request = ['component', 'dry_run', 'group', 'resource', 'scope', 'subresource', 'verb', 'version'];
const withoutDryRun = request.filter((name) => name !== 'dry_run');

/** Where the requests with the same labels are counted. */
interface Cell {
  readonly about: RequestLabels;
  readonly labels: readonly string[];
  readonly byCode: Map<number, { value: number }>;
  readonly duration: Distribution | undefined;
  /** Dry runs and watches are not what a service promises to be fast at. */
  readonly sli: Distribution | undefined;
  /** Of readers. */
  readonly size: Distribution | undefined;
}

/**
 * Counts requests. Every request passes here, so the labels that requests share are worked out once.
 * k8s: endpoints/metrics/metrics.go; the same names, labels and limits, so that dashboards fit.
 */
export class RequestTally {
  readonly #cells = new Map<string, Cell>();
  /** Requests of one kind often come one after the other. */
  #last: Cell | undefined;
  readonly #total = new Counter({
    name: 'apiserver_request_total',
    help: 'Requests that were served, by what they asked for and how they were answered.',
    labelNames: ['code', ...request],
  });
  readonly #duration = new Histogram({
    name: 'apiserver_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: request,
    limits: durations,
  });
  readonly #sli = new Histogram({
    name: 'apiserver_request_sli_duration_seconds',
    help: 'The same without dry runs and watches.',
    labelNames: withoutDryRun,
    limits: sliDurations,
  });
  readonly #size = new Histogram({
    name: 'apiserver_response_sizes',
    help: 'Bytes of the answers to those who read.',
    labelNames: withoutDryRun,
    limits: sizes,
  });

  observe(labels: RequestLabels, { code, seconds, bytes }: RequestResult): void {
    const last = this.#last;
    const cell = last !== undefined && isSame(labels, last.about) ? last : this.#cellOf(labels);
    this.#last = cell;
    this.#count(cell, code);
    this.#duration.put(cell.duration, seconds);
    this.#sli.put(cell.sli, seconds);
    this.#size.put(cell.size, bytes);
  }

  *lines(): Generator<string> {
    for (const metric of [this.#total, this.#duration, this.#sli, this.#size]) yield* metric.lines();
  }

  #count({ labels, byCode }: Cell, code: number): void {
    const there = byCode.get(code);
    if (there !== undefined) {
      there.value++;
      return;
    }
    const made = this.#total.of([String(code), ...labels]);
    if (made === undefined) return;
    byCode.set(code, made);
    made.value++;
  }

  #cellOf(about: RequestLabels): Cell {
    const { component, dryRun, group, resource, scope, subresource, verb, version } = about;
    const key = `${verb} ${group}/${version}/${resource}/${subresource} ${scope} ${component} ${dryRun}`;
    const there = this.#cells.get(key);
    if (there !== undefined) return there;
    const labels = [component, dryRun, group, resource, scope, subresource, verb, version];
    const rest = [component, ...labels.slice(2)];
    const reads = verb === 'GET' || verb === 'LIST';
    const made: Cell = {
      about,
      labels,
      byCode: new Map(),
      duration: this.#duration.of(labels),
      sli: dryRun === '' && verb !== 'WATCH' ? this.#sli.of(rest) : undefined,
      size: reads ? this.#size.of(rest) : undefined,
    };
    this.#cells.set(key, made);
    return made;
  }
}

const isSame = (a: RequestLabels, b: RequestLabels): boolean =>
  a.verb === b.verb &&
  a.resource === b.resource &&
  a.scope === b.scope &&
  a.subresource === b.subresource &&
  a.version === b.version &&
  a.group === b.group &&
  a.dryRun === b.dryRun &&
  a.component === b.component;
