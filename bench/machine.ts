import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { median } from './statistics.ts';

/** What the figures depend on and the server does not. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    `${cpus().length} × ${cpu?.model ?? 'processor'}`,
    `${memory} GiB`,
    process.platform,
    `Node ${process.versions.node}`,
    `a write of 16 KiB is on disk after ${syncMilliseconds().toFixed(2)} ms`,
    `load average before ${(loadavg()[0] as number).toFixed(1)}`,
  ].join(', ');
}

const SYNCS = 50;

/** No server that keeps its word can answer a single writer faster than its disk. */
function syncMilliseconds(): number {
  const path = join(tmpdir(), `pinnace-bench-sync-${process.pid}`);
  const file = openSync(path, 'w');
  try {
    const block = Buffer.alloc(16 * 1024, 1);
    const times = Array.from({ length: SYNCS }, (_, i) => {
      const began = performance.now();
      writeSync(file, block, 0, block.length, (i % 8) * block.length);
      fdatasyncSync(file);
      return performance.now() - began;
    });
    return median(times);
  } finally {
    closeSync(file);
    rmSync(path);
  }
}
