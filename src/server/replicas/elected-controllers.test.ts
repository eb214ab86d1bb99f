import { expect, it } from 'vitest';
import type { RunningControllers } from '#controllers';
import { openMemory } from '#storage';
import { quickClock, silentLog } from '../../storage/testing/world.ts';
import { randomIds } from '../world.ts';
import { electedControllers } from './elected-controllers.ts';
import type { LeaseSpec } from './leader-election.ts';
import { Settling } from './settling.ts';

const world = { clock: quickClock(), ids: randomIds, log: silentLog };

/** Controllers that take as long as `work` does. */
const controllers = (work: () => Promise<void>): RunningControllers => ({
  settle: work,
  isIdle: true,
  onRequest() {},
  definitionChanged() {},
  catalogChanged() {},
  migrations: () => [],
  stop: async () => {},
});

it('settle at a server that does not lead when those of the leader have', async () => {
  const settling = new Settling(openMemory(), world);
  let lease: LeaseSpec | undefined;
  const lock = {
    read: async () => lease,
    write: async (spec: LeaseSpec) => {
      lease = spec;
      return true;
    },
  };
  const told: string[] = [];
  let begun = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const server = (identity: string): RunningControllers =>
    electedControllers({
      lock,
      identity,
      world,
      settling,
      own: controllers(async () => void told.push(`own controllers of ${identity}`)),
      start() {
        begun();
        return controllers(async () => {
          await new Promise((resolve) => setTimeout(resolve, 50));
          told.push(`controllers of ${identity}`);
        });
      },
    });
  const leader = server('a');
  await started;
  const other = server('b');
  await other.settle();
  expect(told).toEqual(['controllers of a', 'own controllers of b']);
  await other.stop();
  await leader.stop();
});
