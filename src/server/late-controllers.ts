import type { RunningControllers } from '#controllers';
import type { Engine } from '#storage';

/** Controllers that begin when something is written, or when somebody waits for them: most forks are only read. */
export function lateControllers(engine: Engine, start: () => RunningControllers): RunningControllers {
  const stopping = new AbortController();
  let started: RunningControllers | undefined;
  const begin = (): RunningControllers => {
    started ??= start();
    return started;
  };
  const waiting = firstChange(engine, stopping.signal).then((isChanged) => isChanged && begin());
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

async function firstChange(engine: Engine, signal: AbortSignal): Promise<boolean> {
  for await (const { changes } of engine.changes('', await engine.revision(), signal)) {
    if (changes.length > 0) return !signal.aborted;
  }
  return false;
}
