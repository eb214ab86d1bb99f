import { type MaybePromise, whenReady } from '#meta';
import type { Outcome, Transition, Written } from './collection.ts';
import type { CommitTerms, Committed, Revision } from './engine.ts';
import { Entry } from './entry.ts';

/** Where a transition meets the store. */
export interface WriteSide {
  live(key: string): MaybePromise<Entry | null>;
  /** What was heard of the key last, where that is quicker than `live`; undefined where nothing was. */
  known?(key: string): Entry | null | undefined;
  commit(key: string, value: Uint8Array | null, terms: CommitTerms): Promise<Committed>;
  /** Whether a value would be stored otherwise now. */
  isStale?(value: Uint8Array): boolean;
  /** The write is durable: wait until reads show it. Gives the entry that they show, if it is still that one. */
  settled(key: string, revision: Revision): MaybePromise<Entry | null>;
}

/**
 * Asks the transition what should be stored, and again after each lost race. Each time another write succeeded, so all
 * writers make progress.
 *
 * Where the newest state is far away, the transition is asked about what was heard last: a write upon that is refused by
 * the store if it is out of date. When nothing is to be written, or the transition refuses, the newest state is looked at.
 */
export async function transact(side: WriteSide, key: string, transition: Transition): Promise<Written> {
  const known = side.known?.(key);
  let isCertain = known === undefined;
  const there = known === undefined ? side.live(key) : known;
  let live = there instanceof Promise ? await there : there;
  for (;;) {
    const asked = isCertain ? transition(live) : undefined;
    const sure = asked instanceof Promise ? await asked : asked;
    const answer = sure === undefined ? await answerTo(transition, live) : { outcome: sure };
    const outcome = 'outcome' in answer ? answer.outcome : undefined;
    if (outcome === undefined || (changesNothing(outcome, live) && !isRenewal(side, outcome, live))) {
      const newest = isCertain ? live : await side.live(key);
      if (newest?.revision === live?.revision) {
        if ('error' in answer) throw answer.error;
        return { did: 'keep', entry: live };
      }
      live = newest;
      isCertain = true;
      continue;
    }
    const value = outcome.do === 'put' ? outcome.value : null;
    const committed = await side.commit(key, value, termsOf(outcome, live));
    if (committed.committed) return written(side, { key, live, value, revision: committed.revision });
    const { actual } = committed;
    live = actual === null ? null : new Entry(key, actual.revision, actual.value);
    isCertain = true;
  }
}

async function answerTo(
  transition: Transition,
  live: Entry | null,
): Promise<{ readonly outcome: Outcome } | { readonly error: unknown }> {
  try {
    return { outcome: await transition(live) };
  } catch (error) {
    return { error };
  }
}

function termsOf(outcome: Outcome, live: Entry | null): CommitTerms {
  if (live === null && outcome.do !== 'put') return null;
  const { frees, expires } = outcome.do === 'put' ? outcome : {};
  const replaced = live === null ? undefined : live.valueAtHand;
  return {
    expected: live?.revision ?? null,
    ...(frees !== undefined && { frees }),
    ...(expires !== undefined && { expires }),
    ...(replaced !== undefined && { replaced }),
  };
}

function changesNothing(outcome: Outcome, live: Entry | null): boolean {
  if (outcome.do === 'keep') return true;
  if (live === null) return outcome.do === 'remove';
  return outcome.do === 'put' && live.damage === undefined && Buffer.compare(outcome.value, live.value) === 0;
}

/** The same again, which is stored in another way than before. */
function isRenewal(side: WriteSide, outcome: Outcome, live: Entry | null): boolean {
  return outcome.do === 'put' && live !== null && side.isStale?.(live.value) === true;
}

interface Commit {
  readonly key: string;
  readonly live: Entry | null;
  readonly value: Uint8Array | null;
  readonly revision: Revision;
}
function written(side: WriteSide, { key, live, value, revision }: Commit): MaybePromise<Written> {
  return whenReady(side.settled(key, revision), (shown): Written => {
    if (value === null) return { did: 'remove', entry: (live as Entry).removedAt(revision) };
    const entry = shown?.revision === revision ? shown : new Entry(key, revision, value);
    return { did: 'put', entry, previous: live };
  });
}
