import { type MaybePromise, orElse, whenReady } from '#meta';
import type { Entry, Outcome, Written } from '#storage';
import { type Access, askedKeyOf, collectionOf } from './access.ts';

/** What should be there, given what is there. It may run again after a lost race: only its last run counts. */
type Transition = (live: Entry | null) => MaybePromise<Outcome>;

/** What is not spent in the transition is the store's. */
async function transact(
  { registry: { world }, stages }: Access,
  transition: Transition,
  work: (transition: Transition) => Promise<Written>,
): Promise<Written> {
  if (stages === undefined) return work(transition);
  const { clock } = world;
  let elsewhere = 0;
  const began = clock.elapsed();
  const written = await work((live) => {
    const asked = clock.elapsed();
    const over = (): void => {
      elsewhere += clock.elapsed() - asked;
    };
    const outcome = orElse(
      () => transition(live),
      (error) => {
        over();
        throw error;
      },
    );
    return whenReady(outcome, (made) => {
      over();
      return made;
    });
  });
  stages.storage += clock.elapsed() - began - elsewhere;
  return written;
}

/** The one way into the store. A dry run asks the transition, writes nothing, and comes to null. */
export async function commit(access: Access, name: string, transition: Transition): Promise<Written | null> {
  const collection = collectionOf(access);
  const key = askedKeyOf(access, name);
  if (access.dryRun) {
    await transition(await collection.get(key, { need: 'newest' }));
    return null;
  }
  const written = await transact(access, transition, (timedTransition) => collection.transact(key, timedTransition));
  const heard = written.did === 'keep' ? undefined : access.registry.written?.(access, name, written);
  if (heard !== undefined) await heard;
  return written;
}
