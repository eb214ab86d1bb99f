import type { World } from '#meta';
import type { Engine } from '#storage';

interface StorageWatchOptions {
  readonly world: Pick<World, 'clock' | 'log'>;
  readonly signal: AbortSignal;
  /** Writes work: what could not be written before may be tried again. */
  readonly isWell: () => Promise<void>;
}

const EVERY_MS = 2000;
/** How many times to do nothing before a look at what is stored. */
const BETWEEN_INSPECTIONS = 5;

/** Looks after the store until the signal fires: tries again what failed, and now and then whether all can be read. */
export async function watchStorage(engine: Engine, options: StorageWatchOptions): Promise<void> {
  const { world, signal, isWell } = options;
  for (let times = 0; !signal.aborted; times++) {
    await world.clock.sleep(EVERY_MS, signal);
    if (signal.aborted) return;
    try {
      if (engine.health().trouble !== undefined || times % BETWEEN_INSPECTIONS === 0) await engine.probe(signal);
      if (engine.health().trouble === undefined) await isWell();
    } catch (error) {
      world.log.error('the store could not be looked after', { error });
    }
  }
}
