import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TurnMonitor } from './turn-monitor.ts';

/** Works for so much processor time of the process, of which threads that collect garbage may have a part. */
function work(milliseconds: number): void {
  const begun = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1000 > milliseconds) return;
  }
}

/** Takes long turns until one is counted as longer than so many milliseconds. */
async function untilCounted(monitor: TurnMonitor, limit: number): Promise<void> {
  while (monitor.overLimits().get(limit) === 0) {
    monitor.touch();
    work(1.5 * limit);
    await delay(5);
  }
}

describe('the monitor of turns', () => {
  it('tells of a turn that took long, and counts it', async () => {
    using monitor = new TurnMonitor({ everyMs: 2 });
    await untilCounted(monitor, 100);
    expect(monitor.longest({ reset: true }).processor).toBeGreaterThan(100);
    expect(monitor.overLimits().get(50)).toBeGreaterThan(0);
    expect(monitor.longest()).toEqual({ wall: 0, processor: 0 });
  });

  it('does not take waiting for a turn, however long it is', async () => {
    using monitor = new TurnMonitor({ everyMs: 1 });
    monitor.touch();
    await delay(300);
    await delay(1);
    const { wall } = monitor.longest();
    expect(wall).toBeGreaterThan(0);
    expect(wall).toBeLessThan(300);
  });

  it('ceases to look when nothing goes on, and begins again', async () => {
    using monitor = new TurnMonitor({ everyMs: 1, restAfterMs: 0 });
    monitor.touch();
    await delay(20);
    work(80);
    await delay(20);
    expect(monitor.overLimits().get(50)).toBe(0);
    await untilCounted(monitor, 50);
    expect(monitor.overLimits().get(50)).toBeGreaterThan(0);
  });
});
