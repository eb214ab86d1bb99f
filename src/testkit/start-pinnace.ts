import { type MemoryServerSettings, startMemoryServer } from '#server';
import { AdjustableClock } from './adjustable-clock.ts';
import { TestEnvironment } from './environment.ts';
import type { Manifest } from './manifests.ts';

/**
 * What an environment begins with. Besides: the options of `pinnace serve`, by their names in camel case; durations in
 * milliseconds. What is left out is as with `pinnace serve`, but for the port, which is any free one.
 */
export interface PinnaceSettings extends MemoryServerSettings {
  /** Definitions, or files and folders with them. They are served when the environment begins. */
  readonly crds?: readonly Manifest[];
  /** Objects, or files and folders with them, written in their order when the definitions are served. */
  readonly objects?: readonly Manifest[];
  /** The time that the server begins with, if not that of now. It goes on from there. */
  readonly clock?: Date | number | string;
  /** Whether programs outside of this process can reach the server from the start; true if left out. */
  readonly listen?: boolean;
}

/**
 * Starts a server in this process, in memory: nothing is written to disk, and nothing is left behind.
 *
 *     await using env = await startPinnace({ crds: ['./config/crd'] });
 *     await env.client.resource(sites).create(site);
 *     await env.settle();
 */
export async function startPinnace(settings: PinnaceSettings = {}): Promise<TestEnvironment> {
  const { crds = [], objects = [], clock, listen = true, ...server } = settings;
  const lineage = { clock: clockAt(clock), users: [], logLevel: server.logLevel ?? 'warn' };
  const environment = await TestEnvironment.begin(lineage, (parts) => startMemoryServer(server, parts));
  try {
    await environment.apply(...crds);
    if (crds.length > 0) await environment.settle();
    await environment.apply(...objects);
    await environment.settle();
    if (listen) await environment.listen();
    return environment;
  } catch (error) {
    await environment.dispose();
    throw error;
  }
}

function clockAt(time: PinnaceSettings['clock']): AdjustableClock {
  if (time === undefined) return new AdjustableClock();
  const at = new Date(time).getTime();
  if (Number.isNaN(at)) throw new TypeError(`${String(time)} is no time that a clock can show`);
  return new AdjustableClock({ offset: at - Date.now() });
}
