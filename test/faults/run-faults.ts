import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { violations } from './checker.ts';
import { type ClientParts, list, read, write, writeLast } from './clients.ts';
import { History } from './history.ts';
import { type Fault, possibleFaults } from './injector.ts';
import { Supervisor } from './supervisor.ts';
import { Watcher } from './watcher.ts';

export interface FaultOptions {
  readonly seed: number;
  /** Asked after each fault. The first faults are all kinds in turn. */
  readonly goesOn: (faults: number) => boolean;
  readonly writers: number;
  /** How long each client waits after a request, in milliseconds. */
  readonly pace?: number;
  /** The program, if not what the sources are. */
  readonly program?: string;
  readonly progress?: (report: FaultReport) => void;
}

export interface FaultReport {
  readonly faults: ReadonlyMap<string, number>;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
  readonly reads: number;
  readonly lists: number;
  readonly events: number;
  readonly gaps: number;
  readonly violations: readonly string[];
  /** How often a server became the leader, where there are several. */
  readonly leaders?: number;
}

/** Does to a server what machines do, while clients write and read, and proves what they were told. */
export async function runFaults(options: FaultOptions): Promise<FaultReport> {
  const parent = await mkdtemp(join(tmpdir(), 'pinnace-faults-'));
  const done = new Map<string, number>();
  const history = new History();
  const stop = new AbortController();
  let supervisor: Supervisor | undefined;
  try {
    supervisor = new Supervisor(parent, options.program);
    const random = numbers(options.seed);
    const parts: ClientParts = { servers: supervisor, history, random, signal: stop.signal };
    const writing = new AbortController();
    const watcher = new Watcher(parts);
    const watched = watcher.run();
    const clients: ClientParts = { ...parts, signal: writing.signal, pace: options.pace ?? 0 };
    const running = [read(clients), read(clients)];
    for (let i = 0; i < options.writers; i++) running.push(write(`w${i}`, clients));
    await inject({ supervisor, random, done, options, report: () => reportOf(history, done) });
    await supervisor.restart('SIGKILL');
    writing.abort();
    await Promise.all(running);
    await settle(parts, watcher);
    stop.abort();
    await watched;
    return reportOf(history, done, [...violations(history), ...supervisor.unexpected]);
  } finally {
    stop.abort();
    await supervisor?.[Symbol.asyncDispose]();
    await rm(parent, { recursive: true, force: true });
  }
}

interface Injection {
  readonly supervisor: Supervisor;
  readonly random: () => number;
  readonly done: Map<string, number>;
  readonly options: FaultOptions;
  readonly report: () => FaultReport;
}

async function inject({ supervisor, random, done, options, report }: Injection): Promise<void> {
  await supervisor.server();
  for (let count = 0; options.goesOn(count); count++) {
    await setTimeout(Math.floor(random() * 1500));
    const any = Math.floor(random() * possibleFaults.length);
    const { name, run } = possibleFaults[count < possibleFaults.length ? count : any] as Fault;
    await run(supervisor, random);
    done.set(name, (done.get(name) ?? 0) + 1);
    options.progress?.(report());
  }
}

/** All is well again: a last write must be possible, and every watch must tell of it. */
export async function settle(parts: ClientParts, ...watchers: readonly Watcher[]): Promise<void> {
  let last = await writeLast(parts, 0);
  for (let tries = 1; last === undefined; tries++) {
    await setTimeout(100);
    last = await writeLast(parts, tries);
  }
  await list(await parts.servers.client(), parts.history);
  for (const watcher of watchers) while (watcher.revision < last) await setTimeout(20);
}

export function reportOf(
  history: History,
  faults: ReadonlyMap<string, number>,
  found: readonly string[] = [],
): FaultReport {
  const count = (outcome: string): number => history.writes.filter((write) => write.outcome === outcome).length;
  return {
    faults,
    acknowledged: count('done'),
    refused: count('refused'),
    unknown: count('unknown'),
    reads: history.reads.length,
    lists: history.lists.length,
    events: history.log.length,
    gaps: history.gaps.length - 1,
    violations: found,
  };
}

/** Numbers in [0, 1) that are the same for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
