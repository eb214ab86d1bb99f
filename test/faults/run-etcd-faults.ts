import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { differences, violations } from './checker.ts';
import { type ClientParts, read, write } from './clients.ts';
import type { EtcdFault } from './etcd-faults.ts';
import { Fleet } from './fleet.ts';
import { History } from './history.ts';
import { type FaultOptions, type FaultReport, numbers, reportOf, settle } from './run-faults.ts';
import { Watcher } from './watcher.ts';

interface EtcdFaultOptions extends FaultOptions {
  readonly program: string;
  /** Each of them in turn, then any. */
  readonly faults: readonly EtcdFault[];
  /** How long most of them last at most, and how long nothing happens between two. */
  readonly spans: { readonly fault: number; readonly pause: number };
}

/** The same with three servers upon three members of an etcd. A watch follows everything at each of the servers. */
export async function runEtcdFaults(options: EtcdFaultOptions): Promise<FaultReport> {
  const parent = await mkdtemp(join(tmpdir(), 'pinnace-etcd-faults-'));
  const done = new Map<string, number>();
  const histories = [new History(), new History(), new History()];
  const [history] = histories as [History];
  const stop = new AbortController();
  const fleet = new Fleet(options.program);
  try {
    await fleet.start(parent);
    const random = numbers(options.seed);
    const parts: ClientParts = { servers: fleet, history, random, signal: stop.signal };
    const watchers = histories.map(
      (own, at) => new Watcher({ ...parts, history: own, servers: { client: () => fleet.clientOf(at) } }),
    );
    const watched = watchers.map((watcher) => watcher.run());
    const writing = new AbortController();
    const clients: ClientParts = { ...parts, signal: writing.signal, pace: options.pace ?? 0 };
    const running = [read(clients), read(clients), read(clients)];
    for (let i = 0; i < options.writers; i++) running.push(write(`w${i}`, clients));
    for (let count = 0; options.goesOn(count); count++) {
      await setTimeout(Math.floor(random() * options.spans.pause));
      const at = count < options.faults.length ? count : Math.floor(random() * options.faults.length);
      const { name, run } = options.faults[at] as EtcdFault;
      await run(fleet, random, options.spans.fault);
      done.set(name, (done.get(name) ?? 0) + 1);
      options.progress?.(reportOf(history, done));
    }
    writing.abort();
    await Promise.all(running);
    await settle(parts, ...watchers);
    stop.abort();
    await Promise.all(watched);
    const others = histories.slice(1).flatMap((other) => [...other.complaints, ...differences(history, other)]);
    const found = [...violations(history), ...others, ...fleet.leaders.violations(), ...fleet.unexpected];
    return { ...reportOf(history, done, found), leaders: fleet.leaders.changes };
  } finally {
    stop.abort();
    await fleet[Symbol.asyncDispose]();
    await rm(parent, { recursive: true, force: true });
  }
}
