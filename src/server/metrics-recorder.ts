import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Reading, RequestObservation } from './metrics.ts';

export interface Recorder {
  observe(observation: RequestObservation): void;
  addReading(reading: Reading): void;
  render(): Promise<string>;
}

const requestLabels = ['verb', 'group', 'version', 'resource', 'subresource', 'scope', 'component', 'dry_run'] as const;
/** k8s: endpoints/metrics/metrics.go; the same names and limits, so that dashboards fit. */
const durationBuckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];

export function makeRecorder(): Recorder {
  const registry = new Registry();
  const registers = [registry];
  const total = new Counter({
    name: 'apiserver_request_total',
    help: 'Requests by verb, resource and status code.',
    labelNames: [...requestLabels, 'code'],
    registers,
  });
  const duration = new Histogram({
    name: 'apiserver_request_duration_seconds',
    help: 'Time from the request to the end of the answer, watches not counted.',
    labelNames: requestLabels,
    buckets: durationBuckets,
    registers,
  });
  addProcessReadings(registry);
  return {
    observe: (observation) => observe(total, duration, observation),
    addReading: (reading) => addGauge(registry, reading),
    render: () => registry.metrics(),
  };
}

function observe(
  total: Counter<(typeof requestLabels)[number] | 'code'>,
  duration: Histogram<(typeof requestLabels)[number]>,
  { code, seconds, dryRun, ...what }: RequestObservation,
): void {
  const labels = { ...what, component: 'apiserver', dry_run: dryRun ? 'All' : '' };
  total.inc({ ...labels, code: String(code) });
  if (what.verb !== 'WATCH') duration.observe(labels, seconds);
}

function addGauge(registry: Registry, { name, help, labelNames = [], read }: Reading): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      const now = read();
      this.reset();
      for (const { labels, value } of typeof now === 'number' ? [{ labels: {}, value: now }] : now) {
        this.set(labels, value);
      }
    },
  });
}

/** The few facts about the process that are free to ask for; the library's own set keeps timers running. */
function addProcessReadings(registry: Registry): void {
  const started = Date.now() / 1000 - process.uptime();
  const cpu = (): number => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
  const readings: readonly Reading[] = [
    {
      name: 'process_start_time_seconds',
      help: 'When the process started, in seconds since 1970.',
      read: () => started,
    },
    { name: 'process_cpu_seconds_total', help: 'Processor time used.', read: cpu },
    { name: 'process_resident_memory_bytes', help: 'Memory in use.', read: () => process.memoryUsage.rss() },
    {
      name: 'nodejs_heap_size_used_bytes',
      help: 'JavaScript heap in use.',
      read: () => process.memoryUsage().heapUsed,
    },
  ];
  for (const reading of readings) addGauge(registry, reading);
}
