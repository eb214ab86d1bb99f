import type { RunningControllers } from '#controllers';
import type { World } from '#meta';
import { LeaderElection, type LeaseLock } from './leader-election.ts';

interface ElectedControllersOptions {
  readonly lock: LeaseLock;
  readonly identity: string;
  readonly world: World;
  /** Those that every server has: without them it would not serve custom resources. */
  readonly own: RunningControllers;
  /** Those that only one server may run at a time. */
  start(): RunningControllers;
}

/** Controllers of one server among several: some always run, the others while it is the leader. */
export function electedControllers(options: ElectedControllersOptions): RunningControllers {
  const { own, start, lock, identity, world } = options;
  let elected: RunningControllers | undefined;
  const lead = () => {
    const started = start();
    elected = started;
    return {
      async stop() {
        elected = undefined;
        await started.stop();
      },
    };
  };
  const election = new LeaderElection({ lock, identity, world, lead });
  return {
    async settle() {
      await own.settle();
      await elected?.settle();
    },
    get isIdle() {
      return own.isIdle && (elected?.isIdle ?? true);
    },
    onRequest(namespace) {
      own.onRequest(namespace);
      elected?.onRequest(namespace);
    },
    definitionChanged: (name) => own.definitionChanged(name),
    catalogChanged() {
      own.catalogChanged();
      elected?.catalogChanged();
    },
    migrations: () => elected?.migrations() ?? [],
    async stop() {
      await election.stop();
      await own.stop();
    },
  };
}
