import type { RunningControllers } from '#controllers';
import type { Engine } from '#storage';
import type { Milestone } from './milestone.ts';

/**
 * Controllers that begin when they are to, or when somebody waits for them. `begins` tells, as soon as it is known, whether they
 * are to begin at all.
 */
export function lateControllers(
  begins: (signal: AbortSignal) => Promise<boolean>,
  start: () => RunningControllers,
): RunningControllers {
  const stopping = new AbortController();
  let started: RunningControllers | undefined;
  const begin = (): RunningControllers => {
    started ??= start();
    return started;
  };
  const waiting = begins(stopping.signal).then((isWanted) => isWanted && !stopping.signal.aborted && begin());
  return {
    settle: () => begin().settle(),
    get isIdle() {
      return started?.isIdle ?? true;
    },
    onRequest: (namespace) => started?.onRequest(namespace),
    definitionChanged: (name) => started?.definitionChanged(name),
    catalogChanged: () => started?.catalogChanged(),
    migrations: () => started?.migrations() ?? [],
    async stop() {
      stopping.abort();
      await waiting;
      await started?.stop();
    },
  };
}

/** When something is written: most forks are only read. */
export const fromFirstChange =
  (engine: Engine) =>
  async (signal: AbortSignal): Promise<boolean> => {
    for await (const { changes } of engine.changes('', await engine.revision(), signal)) {
      if (changes.length > 0) return true;
    }
    return false;
  };

/** When the server is ready: they look at everything that is stored, and nobody waits for that. */
export const fromReady =
  (begun: Milestone) =>
  (signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      void begun.reached.then(() => resolve(begun.fault === undefined));
      // A start that fails reaches nothing.
      signal.addEventListener('abort', () => resolve(false), { once: true });
    });
