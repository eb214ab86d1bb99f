// Loaded into a server before its own code: tells, when it is asked, how long the longest turn of its event loop was.
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send !== undefined) {
  const { TurnMonitor } = await import(process.env.TURN_MONITOR ?? '');
  const monitor = new TurnMonitor({ everyMs: 2 });
  monitor.touch();
  let collection = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collection = Math.max(collection, duration);
  });
  observer.observe({ entryTypes: ['gc'] });
  process.on('message', (message) => {
    if (message !== 'longest turn') return;
    process.send({ ...monitor.longest({ reset: true }), collection });
    collection = 0;
  });
  process.channel?.unref();
}
