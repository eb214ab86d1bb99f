import type { RunningControllers } from '#controllers';
import type { World } from '#meta';
import { LeaderElection, type LeaseLock } from './leader-election.ts';
import type { Settling } from './settling.ts';

interface ElectedControllersOptions {
  readonly lock: LeaseLock;
  readonly identity: string;
  readonly world: World;
  readonly settling: Settling;
  /** Those that every server has: without them it would not serve custom resources. */
  readonly own: RunningControllers;
  /** Those that only one server may run at a time. */
  start(): RunningControllers;
}

/** Controllers of one server among several: some always run, the others while it is the leader. */
export function electedControllers(options: ElectedControllersOptions): RunningControllers {
  const { own, start, lock, identity, world, settling } = options;
  let elected: RunningControllers | undefined;
  const lead = () => {
    const started = start();
    elected = started;
    const stopping = new AbortController();
    const answering = settling.answer(() => started.settle(), stopping.signal);
    return {
      async stop() {
        elected = undefined;
        stopping.abort();
        await started.stop();
        await answering;
      },
    };
  };
  const election = new LeaderElection({ lock, identity, world, lead });
  return {
    async settle() {
      if (elected === undefined) await settling.ask();
      else await elected.settle();
      await own.settle();
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
