import type { AdmissionTimes } from '#admission';
import type { Access } from './access.ts';

/** How long the parts of a request took that only those below HTTP can tell. In milliseconds, added up as they end. */
export interface StageTimes extends AdmissionTimes {
  conversion: number;
  storage: number;
}

export const noTime = (): StageTimes => ({
  admission: 0,
  conversion: 0,
  storage: 0,
  plugins: undefined,
  webhooks: undefined,
});

/** Whose time is measured. */
type Asker = Pick<Access, 'registry' | 'stages'>;

/** Does some work of a request, and adds up how long it took. What fails is not counted. */
export function timed<T>(
  { registry, stages }: Asker,
  stage: 'conversion' | 'storage',
  work: () => T | Promise<T>,
): T | Promise<T> {
  if (stages === undefined) return work();
  const { clock } = registry.world;
  const began = clock.elapsed();
  const told = (value: T): T => {
    stages[stage] += clock.elapsed() - began;
    return value;
  };
  const done = work();
  return done instanceof Promise ? done.then(told) : told(done);
}

/** The same for conversions. A kind of one version has none to speak of, and pays for no clock. */
export function converting<T>(asker: Asker & Pick<Access, 'resource'>, work: () => T | Promise<T>): T | Promise<T> {
  return asker.resource.definition.versions.size > 1 ? timed(asker, 'conversion', work) : work();
}
