import { describe, expect, it } from 'vitest';
import { type Follower, Wakeups } from './wakeups.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function followerOf(under: string, most = Number.POSITIVE_INFINITY): Follower & { readonly places: number[] } {
  const places: number[] = [];
  return { under, places, take: ({ place }) => places.push(place) < most };
}

describe('followers', () => {
  it('are told of what happens under their prefix, once for everything that happens at a moment', async () => {
    const wakeups = new Wakeups();
    const followers = ['', 'a/', 'a/b', 'c/'].map((under) => followerOf(under));
    for (const follower of followers) wakeups.follow(follower);
    wakeups.wake('a/x', 1);
    wakeups.wake('a/bc', 2);
    await turn();
    wakeups.wake('a/bc', 3);
    await turn();
    expect(followers.map(({ places }) => places)).toEqual([[1, 3], [1, 3], [2, 3], []]);
    wakeups.wakeEveryone(4);
    await turn();
    expect(followers.map(({ places }) => places.at(-1))).toEqual([4, 4, 4, 4]);
  });

  it('are told nothing any more when they have enough, or leave', async () => {
    const wakeups = new Wakeups();
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
    const wakeups = new Wakeups();
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
});
