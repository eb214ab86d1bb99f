import { describe, expect, it } from 'vitest';
import { type Follower, Wakeups } from './wakeups.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** No time passes, so that nothing takes too long. */
const still = { elapsed: () => 0 };

function followerOf(under: string, most = Number.POSITIVE_INFINITY): Follower & { readonly places: number[] } {
  const places: number[] = [];
  return { under, places, take: ({ place }) => places.push(place) < most };
}

describe('followers', () => {
  it('are told of what happens under their prefix, once for everything that happens at a moment', async () => {
    const wakeups = new Wakeups(still);
    const followers = ['', 'a/', 'a/bc', 'a/b', 'c/'].map((under) => followerOf(under));
    for (const follower of followers) wakeups.follow(follower);
    wakeups.wake('a/x', 1);
    wakeups.wake('a/bc', 2);
    await turn();
    wakeups.wake('a/bc', 3);
    await turn();
    expect(followers.map(({ places }) => places)).toEqual([[1, 3], [1, 3], [2, 3], [], []]);
    wakeups.wakeEveryone(4);
    await turn();
    expect(followers.map(({ places }) => places.at(-1))).toEqual([4, 4, 4, 4, 4]);
  });

  it('are told nothing any more when they have enough, or leave', async () => {
    const wakeups = new Wakeups(still);
    const [enough, leaving] = [followerOf('a/', 1), followerOf('a/')];
    wakeups.follow(enough);
    const group = wakeups.follow(leaving);
    wakeups.wake('a/x', 1);
    await turn();
    wakeups.wake('a/x', 2);
    wakeups.unfollow(leaving, group);
    await turn();
    expect([enough.places, leaving.places]).toEqual([[1], [1]]);
  });

  it('are told though others have left before they were told', async () => {
    const wakeups = new Wakeups(still);
    const [left, next] = [followerOf('a/'), followerOf('a/')];
    const group = wakeups.follow(left);
    wakeups.wake('a/x', 1);
    wakeups.unfollow(left, group);
    wakeups.follow(next);
    await turn();
    wakeups.wake('a/x', 2);
    await turn();
    expect([left.places, next.places]).toEqual([[], [2]]);
  });

  it('leave a turn to others when there are many of them, and get each event once and in order', async () => {
    let now = 0;
    const slow = (follower: Follower): Follower => ({
      under: follower.under,
      take(round) {
        now++;
        return follower.take(round);
      },
    });
    const wakeups = new Wakeups({ elapsed: () => now });
    const followers = Array.from({ length: 100 }, () => followerOf('a/'));
    const other = followerOf('b/');
    for (const follower of followers) wakeups.follow(slow(follower));
    const group = wakeups.follow(followerOf('a/'));
    wakeups.follow(other);
    wakeups.wake('a/x', 1);
    await turn();
    const told = followers.filter(({ places }) => places.length > 0).length;
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThan(50);
    expect(group.isDue).toBe(true);
    wakeups.wake('a/x', 2);
    wakeups.wake('b/x', 3);
    for (let turns = 0; turns < 30; turns++) await turn();
    expect(followers.every(({ places }) => places.join() === '1,2')).toBe(true);
    expect(other.places).toEqual([3]);
    expect(group.isDue).toBe(false);
  });
});
