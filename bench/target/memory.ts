import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ask } from './ask.ts';
import type { Target } from './target.ts';

export interface Memory {
  /** Resident memory. */
  readonly megabytes: number;
  /** The part of it that is files mapped into memory, which the system may drop; unknown outside Linux. */
  readonly filesMegabytes?: number;
}

const MB = 1e6;

export function memoryOf(pid: number): Memory {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return { megabytes: (Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`])) * 1024) / MB };
  const status = readFileSync(file, 'utf8');
  const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { megabytes: bytes('VmRSS') / MB, filesMegabytes: (bytes('RssFile') + bytes('RssShmem')) / MB };
}

/** What a server says of itself. Of kube-apiserver this leaves etcd out. */
export async function reportedMemory(target: Target): Promise<Memory | undefined> {
  const { status, body } = await ask(target, { method: 'GET', path: '/metrics', headers: { accept: 'text/plain' } });
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1];
  return status === 200 && bytes !== undefined ? { megabytes: Number(bytes) / MB } : undefined;
}

const TICKS_PER_SECOND = 100;

/** Processor time that processes have used, in all their threads; unknown outside Linux. */
export function cpuSecondsOf(pids: readonly number[]): number | undefined {
  if (pids.length === 0 || !pids.every((pid) => existsSync(`/proc/${pid}/stat`))) return undefined;
  return pids.reduce((sum, pid) => sum + cpuSecondsOfOne(pid), 0);
}

function cpuSecondsOfOne(pid: number): number {
  // Behind the name, which may hold anything: the state is field 3, user and system time are 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
