import { Gauge, Registry } from 'prom-client';
import type { Reading } from './metrics.ts';

/** What is asked for when metrics are read; requests are counted apart from it. */
export interface Recorder {
  addReading(reading: Reading): void;
  render(): Promise<string>;
}

export function makeRecorder(): Recorder {
  const registry = new Registry();
  addProcessReadings(registry);
  return {
    addReading: (reading) => addGauge(registry, reading),
    render: () => registry.metrics(),
  };
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
