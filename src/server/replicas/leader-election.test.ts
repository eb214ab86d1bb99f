import { expect, it } from 'vitest';
import { LeaderElection, type LeaseLock, type LeaseSpec } from './leader-election.ts';

/** Time that stands still until it is told to go on. */
class SlowTime {
  ms = 0;
  #waiting: { readonly at: number; readonly wake: () => void }[] = [];
  now = (): number => this.ms;
  elapsed = (): number => this.ms;
  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = (): void => {
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.push({ at: this.ms + ms, wake });
      signal?.addEventListener('abort', wake);
    });
  async pass(ms: number): Promise<void> {
    for (const end = this.ms + ms; this.ms < end; ) {
      this.ms += 500;
      const due = this.#waiting.filter(({ at }) => at <= this.ms);
      this.#waiting = this.#waiting.filter(({ at }) => at > this.ms);
      for (const { wake } of due) wake();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** A lease that servers share; one that is cut off can neither read nor write. */
class SharedLease {
  spec: LeaseSpec | undefined;
  #version = 0;
  lock(isCut: () => boolean, isSilent: () => boolean): LeaseLock {
    let seen = 0;
    const check = (): void => {
      if (isCut()) throw new Error('cut off');
    };
    return {
      read: async () => {
        while (isSilent()) await new Promise((resolve) => setImmediate(resolve));
        check();
        seen = this.#version;
        return this.spec;
      },
      write: async (spec) => {
        check();
        if (seen !== this.#version) return false;
        this.spec = spec;
        this.#version++;
        return true;
      },
    };
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

function stage(names: readonly string[]) {
  const time = new SlowTime();
  const lease = new SharedLease();
  const leading = new Set<string>();
  const cut = new Set<string>();
  const silenced = new Set<string>();
  let most = 0;
  const elections = names.map((identity) => {
    const lead = () => {
      leading.add(identity);
      most = Math.max(most, leading.size);
      return { stop: async () => void leading.delete(identity) };
    };
    const world = { clock: time, log: silent, ids: { uid: () => '', suffix: () => '' } };
    return new LeaderElection({
      lock: lease.lock(
        () => cut.has(identity),
        () => silenced.has(identity),
      ),
      identity,
      world,
      lead,
    });
  });
  const stop = () => Promise.all(elections.map((election) => election.stop()));
  return { time, lease, leading, cut, silenced, elections, stop, most: () => most };
}

it('lets exactly one lead, and the same one as long as it can renew', async () => {
  const { time, leading, lease, stop, most } = stage(['a', 'b', 'c']);
  await time.pass(60_000);
  expect([...leading]).toEqual([lease.spec?.holderIdentity]);
  expect([most(), lease.spec?.leaseTransitions]).toEqual([1, 0]);
  await stop();
  expect(lease.spec?.holderIdentity).toBe('');
});

it('has another leader when one is cut off, and never two', async () => {
  const { time, leading, lease, cut, stop, most } = stage(['a', 'b']);
  await time.pass(4000);
  const first = lease.spec?.holderIdentity as string;
  cut.add(first);
  await time.pass(12_500);
  expect([...leading]).toEqual([]);
  await time.pass(10_000);
  expect([...leading]).toEqual([first === 'a' ? 'b' : 'a']);
  cut.clear();
  await time.pass(20_000);
  expect([leading.size, most(), lease.spec?.leaseTransitions]).toEqual([1, 1, 1]);
  await stop();
});

it('gives up in time when nobody answers', async () => {
  const { time, leading, lease, silenced, stop, most } = stage(['a', 'b']);
  await time.pass(4000);
  const first = lease.spec?.holderIdentity as string;
  silenced.add(first);
  await time.pass(13_000);
  expect([...leading]).toEqual([]);
  await time.pass(10_000);
  expect([...leading]).toEqual([first === 'a' ? 'b' : 'a']);
  silenced.clear();
  await time.pass(10_000);
  expect([leading.size, most()]).toEqual([1, 1]);
  await stop();
});

it('hands over at once when the leader stops', async () => {
  const { time, leading, lease, elections, stop } = stage(['a', 'b']);
  await time.pass(4000);
  const first = lease.spec?.holderIdentity;
  await elections[first === 'a' ? 0 : 1]?.stop();
  expect([...leading]).toEqual([]);
  await time.pass(2500);
  expect([...leading]).toEqual([first === 'a' ? 'b' : 'a']);
  await stop();
});
