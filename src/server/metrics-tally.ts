import type { RequestObservation } from './metrics.ts';

/** k8s: endpoints/metrics/metrics.go; the same names and limits, so that dashboards fit. */
const durationLimits = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const totalName = 'apiserver_request_total';
const durationName = 'apiserver_request_duration_seconds';

/** All requests with the same labels, but for the code. */
interface Series {
  readonly labels: string;
  readonly byCode: Map<number, number>;
  /** Requests that took at most the limit and longer than the one before; the last has no limit. */
  readonly buckets: number[];
  seconds: number;
  timed: number;
}

/**
 * Counts requests. Every request passes here, so it costs one lookup and a few additions; the text of the labels is
 * made once for each series.
 */
export class RequestTally {
  readonly #series = new Map<string, Series>();

  observe(observation: RequestObservation): void {
    const { verb, code, seconds } = observation;
    const series = this.#of(observation);
    series.byCode.set(code, (series.byCode.get(code) ?? 0) + 1);
    if (verb === 'WATCH') return;
    let bucket = 0;
    while (bucket < durationLimits.length && seconds > (durationLimits[bucket] as number)) bucket++;
    series.buckets[bucket] = (series.buckets[bucket] as number) + 1;
    series.seconds += seconds;
    series.timed++;
  }

  /** The Prometheus text format. */
  text(): string {
    const all = [...this.#series.values()];
    const timed = all.filter((series) => series.timed > 0);
    return [
      `# HELP ${totalName} Requests by verb, resource and status code.`,
      `# TYPE ${totalName} counter`,
      ...all.flatMap(({ labels, byCode }) =>
        [...byCode].map(([code, count]) => `${totalName}{${labels},code="${code}"} ${count}`),
      ),
      '',
      `# HELP ${durationName} Time from the request to the end of the answer, watches not counted.`,
      `# TYPE ${durationName} histogram`,
      ...timed.flatMap(histogramLines),
      '',
    ].join('\n');
  }

  #of(observation: RequestObservation): Series {
    const { verb, group, version, resource, subresource, scope, dryRun } = observation;
    const key = `${verb} ${group}/${version}/${resource}/${subresource} ${scope} ${dryRun}`;
    const there = this.#series.get(key);
    if (there !== undefined) return there;
    const buckets = new Array<number>(durationLimits.length + 1).fill(0);
    const made: Series = { labels: labelsOf(observation), byCode: new Map(), buckets, seconds: 0, timed: 0 };
    this.#series.set(key, made);
    return made;
  }
}

function labelsOf({ verb, group, version, resource, subresource, scope, dryRun }: RequestObservation): string {
  const component = 'apiserver';
  const labels = { verb, group, version, resource, subresource, scope, component, dry_run: dryRun ? 'All' : '' };
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`)
    .join(',');
}

function histogramLines({ labels, buckets, seconds, timed }: Series): string[] {
  let sum = 0;
  const lines = buckets.map((count, i) => {
    sum += count;
    return `${durationName}_bucket{le="${durationLimits[i] ?? '+Inf'}",${labels}} ${sum}`;
  });
  return [...lines, `${durationName}_sum{${labels}} ${seconds}`, `${durationName}_count{${labels}} ${timed}`];
}
