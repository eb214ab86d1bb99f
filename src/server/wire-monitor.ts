import type { ServerMetrics } from './metrics/metrics.ts';
import { TurnMonitor } from './turn-monitor.ts';

/** Looks while requests come, and a little longer for what they leave to controllers. */
const EVERY_MS = 5;
const REST_AFTER_MS = 1000;

/** How long turns of the event loop take, as metrics. */
export function wireMonitor(metrics: ServerMetrics): TurnMonitor {
  const monitor = new TurnMonitor({ everyMs: EVERY_MS, restAfterMs: REST_AFTER_MS });
  metrics.addReading({
    name: 'pinnace_event_loop_longest_turn_seconds',
    help: 'The longest turn of the event loop in the last minute, by the clock and by processor time.',
    labelNames: ['clock'],
    read() {
      const { wall, processor } = monitor.longest();
      return [
        { labels: { clock: 'wall' }, value: wall / 1000 },
        { labels: { clock: 'processor' }, value: processor / 1000 },
      ];
    },
  });
  metrics.addReading({
    name: 'pinnace_event_loop_long_turns_total',
    help: 'Turns of the event loop that took more processor time than so many seconds.',
    labelNames: ['over'],
    read: () => [...monitor.overLimits()].map(([limit, value]) => ({ labels: { over: String(limit / 1000) }, value })),
  });
  return monitor;
}
