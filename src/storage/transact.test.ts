import { describe, expect, it } from 'vitest';
import type { Outcome, Transition } from './collection.ts';
import type { Committed } from './engine.ts';
import { Entry } from './entry.ts';
import { bytes } from './testing/world.ts';
import { transact, type WriteSide } from './transact.ts';

/** A key whose newest state is elsewhere: what is known of it here may be out of date. */
class FarKey implements WriteSide {
  readonly #newest: Entry | null;
  readonly #known: Entry | null;
  readonly journeys: string[] = [];

  constructor(known: Entry | null, newest: Entry | null) {
    this.#known = known;
    this.#newest = newest;
  }
  known(): Entry | null {
    return this.#known;
  }
  async live(): Promise<Entry | null> {
    this.journeys.push('live');
    return this.#newest;
  }
  async commit(_key: string, _value: Uint8Array | null, terms: unknown): Promise<Committed> {
    this.journeys.push('commit');
    const { expected } =
      typeof terms === 'object' && terms !== null ? (terms as { expected: unknown }) : { expected: terms };
    if (expected === (this.#newest?.revision ?? null)) return { committed: true, revision: 9 };
    const { key, revision, value } = this.#newest ?? {};
    return {
      committed: false,
      actual: key === undefined ? null : { key, revision: revision ?? 0, value: value as Uint8Array },
    };
  }
  async settled(): Promise<null> {
    return null;
  }
}

const old = new Entry('a', 3, bytes('old'));
const now = new Entry('a', 5, bytes('now'));
const put: Outcome = { do: 'put', value: bytes('new') };
const seeing = (transition: Transition): { readonly asked: (number | undefined)[]; readonly ask: Transition } => {
  const asked: (number | undefined)[] = [];
  const ask: Transition = (live) => {
    asked.push(live?.revision);
    return transition(live);
  };
  return { asked, ask };
};

describe('a write to a key whose newest state is far away', () => {
  it('takes one journey when what is known is the newest', async () => {
    const key = new FarKey(now, now);
    expect(await transact(key, 'a', async () => put)).toMatchObject({ did: 'put', previous: now });
    expect(key.journeys).toEqual(['commit']);
  });

  it('is asked again upon what is there when it is not', async () => {
    const key = new FarKey(old, now);
    const { asked, ask } = seeing(async () => put);
    expect(await transact(key, 'a', ask)).toMatchObject({ did: 'put', previous: { revision: 5 } });
    expect([asked, key.journeys]).toEqual([
      [3, 5],
      ['commit', 'commit'],
    ]);
  });

  it('is not refused because of what is not there any more', async () => {
    const key = new FarKey(old, null);
    const { asked, ask } = seeing(async (live) => {
      if (live !== null) throw new Error('it is there already');
      return put;
    });
    expect(await transact(key, 'a', ask)).toMatchObject({ did: 'put', previous: null });
    expect([asked, key.journeys]).toEqual([
      [3, undefined],
      ['live', 'commit'],
    ]);
  });

  it('is refused, or left undone, only upon the newest state', async () => {
    const refused = new FarKey(now, now);
    const failing = transact(refused, 'a', async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const kept = new FarKey(old, now);
    const { asked, ask } = seeing(async (live) => (live?.revision === 3 ? { do: 'keep' } : put));
    expect(await transact(kept, 'a', ask)).toMatchObject({ did: 'put' });
    expect([refused.journeys, asked]).toEqual([['live'], [3, 5]]);
  });
});
