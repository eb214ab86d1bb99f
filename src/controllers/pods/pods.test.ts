import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { claimOf } from './claim.ts';
import { type Pod, untilAvailable } from './pod.ts';
import { leastMissedFirst } from './ranking.ts';
import { shareOf } from './share.ts';
import { slowStart } from './slow-start.ts';
import { templateHash } from './template-hash.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const pod = (name: string, { metadata, ...rest }: Partial<Pod> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, uid: name, creationTimestamp: '2025-12-31T00:00:00Z', ...metadata },
  ...rest,
});
const ready = (since: string) => ({ conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: since }] });
const running = { phase: 'Running' };
const cost = (value: string) => ({ annotations: { 'controller.kubernetes.io/pod-deletion-cost': value } });

describe('of two pods', () => {
  const day = '2025-12-30T00:00:00Z';
  it.each<[string, Partial<Pod>, Partial<Pod>]>([
    ['the one without node', {}, { spec: { nodeName: 'n' } }],
    ['the pending one', { status: { phase: 'Pending' } }, { status: running }],
    ['the one that is not ready', { status: running }, { status: { ...running, ...ready(day) } }],
    ['the cheaper one', { metadata: cost('-5') }, { metadata: cost('3') }],
    ['the one that has been ready for less time', { status: ready('2025-12-31T23:00:00Z') }, { status: ready(day) }],
    ['the one that restarted more', { status: { containerStatuses: [{ name: 'c', restartCount: 3 }] } }, {}],
    ['the younger one', { metadata: { creationTimestamp: '2025-12-31T23:59:00Z' } }, {}],
  ])('%s goes first', (_, first, second) => {
    const [a, b] = [pod('z', first), pod('a', second)];
    expect(leastMissedFirst([a, b], [], now)).toEqual([a, b]);
    expect(leastMissedFirst([b, a], [], now)).toEqual([a, b]);
  });
  it('the one that has more company on its node goes first', () => {
    const [lonely, crowded] = [pod('a', { spec: { nodeName: 'n1' } }), pod('z', { spec: { nodeName: 'n2' } })];
    const related = [lonely, crowded, pod('x', { spec: { nodeName: 'n2' } })];
    expect(leastMissedFirst([lonely, crowded], related, now)).toEqual([crowded, lonely]);
  });
});

describe('an owner and an object', () => {
  const owner = (deleting = false): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Owner',
    metadata: { uid: 'o', ...(deleting && { deletionTimestamp: 't' }) },
  });
  const owned = (uid?: string, deleting = false): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...(uid && { ownerReferences: [{ apiVersion: 'v1', kind: 'Owner', name: 'o', uid, controller: true }] }),
      ...(deleting && { deletionTimestamp: 't' }),
    },
  });
  it.each([
    ['its own that matches', owner(), owned('o'), true, 'keep'],
    ['its own that matches no longer', owner(), owned('o'), false, 'release'],
    ['its own, while the owner goes', owner(true), owned('o'), false, 'ignore'],
    ["somebody else's", owner(), owned('other'), true, 'ignore'],
    ["nobody's that matches", owner(), owned(), true, 'adopt'],
    ["nobody's that does not match", owner(), owned(), false, 'ignore'],
    ["nobody's that is going", owner(), owned(undefined, true), true, 'ignore'],
    ["nobody's, while the owner goes", owner(true), owned(), true, 'ignore'],
  ] as const)('%s', (_, one, object, matches, expected) => {
    expect(claimOf(one, object, matches)).toBe(expected);
  });
});

it.each([
  ['not ready', {}, 0, undefined],
  ['ready at once', ready('2025-12-31T23:59:50Z'), 0, 0],
  ['ready for long enough', ready('2025-12-31T23:59:50Z'), 10, 0],
  ['ready not long enough', ready('2025-12-31T23:59:50Z'), 30, 20_000],
])('a pod is available when it is %s', (_, status, seconds, expected) => {
  expect(untilAvailable(pod('p', { status }), seconds, now)).toBe(expected);
});

it.each([
  [3, 10, 3, 3],
  ['25%', 10, 3, 2],
  ['100%', 7, 7, 7],
  ['0%', 7, 0, 0],
  [undefined, 7, 0, 0],
  ['x', 7, 0, 0],
] as const)('%s of %d', (value, total, up, down) => {
  expect(shareOf(value, total, 'up')).toBe(up);
  expect(shareOf(value, total, 'down')).toBe(down);
});

describe('the hash of a template', () => {
  const template = { metadata: { labels: { a: '1', b: '2' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  it('does not depend on the order of keys, and not on what is absent', () => {
    const other = {
      spec: { containers: [{ image: 'i', name: 'c', args: undefined }] },
      metadata: { labels: { b: '2', a: '1' } },
    };
    expect(templateHash(other as never)).toBe(templateHash(template));
  });
  it('tells contents and collisions apart', () => {
    const hashes = [templateHash(template), templateHash(template, 0), templateHash(template, 1), templateHash({})];
    expect(new Set(hashes).size).toBe(4);
    for (const hash of hashes) expect(hash).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{1,10}$/);
  });
});

describe('a slow start', () => {
  it('does all in growing batches', async () => {
    const began: number[][] = [];
    let batch: number[] = [];
    await slowStart([...Array(10).keys()], async (nth) => {
      if (batch.length === 0) queueMicrotask(() => began.push(batch.splice(0)));
      batch.push(nth);
      await new Promise((resolve) => setImmediate(resolve));
    });
    batch = [];
    expect(began.map((one) => one.length)).toEqual([1, 2, 4, 3]);
  });
  it('stops after a batch with a failure', async () => {
    let count = 0;
    const failure = await slowStart([...Array(100).keys()], async (nth) => {
      count++;
      if (nth === 2) throw new Error('no more');
    });
    expect(failure?.message).toBe('no more');
    expect(count).toBe(3);
  });
});
