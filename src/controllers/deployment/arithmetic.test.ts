import { describe, expect, it } from 'vitest';
import type { ReplicaSet } from '../replicaset/plan.ts';
import { newSetAnnotations, nextRevision } from './annotations.ts';
import { leeway, newSize, proportionally, shrinkOld } from './arithmetic.ts';
import type { Deployment } from './types.ts';

const deployment = (
  replicas: number,
  rollingUpdate: { maxSurge: number | string; maxUnavailable: number | string } = {
    maxSurge: '25%',
    maxUnavailable: '25%',
  },
): Deployment => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: { replicas, strategy: { type: 'RollingUpdate', rollingUpdate } },
});
const set = (
  name: string,
  replicas: number,
  options: { available?: number; max?: number; age?: number } = {},
): ReplicaSet => {
  const { available = 0, max, age = 0 } = options;
  const annotations = max === undefined ? {} : { 'deployment.kubernetes.io/max-replicas': String(max) };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, annotations, creationTimestamp: `2026-01-01T00:00:0${9 - age}Z` },
    spec: { replicas },
    status: { availableReplicas: available },
  };
};
const named = (sizes: ReadonlyMap<ReplicaSet, number>) =>
  Object.fromEntries([...sizes].map(([{ metadata }, size]) => [metadata.name, size]));

describe('the leeway of a rollout', () => {
  it.each([
    [10, { maxSurge: '25%', maxUnavailable: '25%' }, { surge: 3, unavailable: 2 }],
    [1, { maxSurge: '25%', maxUnavailable: '25%' }, { surge: 1, unavailable: 0 }],
    [4, { maxSurge: 0, maxUnavailable: '10%' }, { surge: 0, unavailable: 1 }],
    [2, { maxSurge: 1, maxUnavailable: 5 }, { surge: 1, unavailable: 2 }],
    [0, { maxSurge: 0, maxUnavailable: 0 }, { surge: 0, unavailable: 0 }],
  ])('of %d with %j is %j', (replicas, rollingUpdate, expected) => {
    expect(leeway(deployment(replicas, rollingUpdate))).toEqual(expected);
  });
});

describe('the new set', () => {
  it.each([
    ['takes what is left of the surge', 10, 10, 0, 3],
    ['grows as the old one shrinks', 10, 8, 3, 5],
    ['waits when there is no room', 10, 11, 2, 2],
    ['never has more than is wanted', 4, 0, 0, 4],
  ])('%s', (_, wanted, old, size, expected) => {
    const fresh = set('new', size);
    expect(newSize(deployment(wanted), fresh, [set('old', old), fresh])).toBe(expected);
  });
});

describe('the old sets', () => {
  it.each([
    ['give up what exceeds the least', 10, set('new', 3), [set('a', 10, { available: 10 })], { a: 8 }],
    ['wait for the new pods', 10, set('new', 5), [set('a', 8, { available: 8 })], {}],
    [
      'shrink when new pods are available',
      10,
      set('new', 5, { available: 5 }),
      [set('a', 8, { available: 8 })],
      { a: 3 },
    ],
    [
      'give up first what is not available',
      10,
      set('new', 0),
      [set('a', 8, { available: 8 }), set('b', 5, { age: 5 })],
      { b: 0 },
    ],
    [
      'go when the new pods do their work',
      2,
      set('new', 2, { available: 2 }),
      [set('a', 1, { available: 1 })],
      { a: 0 },
    ],
    ['are gone already', 2, set('new', 2), [set('a', 0)], {}],
  ])('%s', (_, wanted, fresh, old, expected) => {
    expect(named(shrinkOld(deployment(wanted), fresh, old))).toEqual(expected);
  });
});

describe('scaling in the middle of a rollout', () => {
  it.each([
    ['grows all in proportion', 20, [set('a', 8, { max: 12 }), set('b', 4, { max: 12 })], { a: 17, b: 8 }],
    ['shrinks all in proportion', 5, [set('a', 8, { max: 13 }), set('b', 5, { max: 13 })], { a: 4, b: 3 }],
    ['ends with nothing', 0, [set('a', 8, { max: 13 }), set('b', 5, { max: 13 })], { a: 0, b: 0 }],
    [
      'changes nothing when nothing is to change',
      10,
      [set('a', 8, { max: 13 }), set('b', 5, { max: 13 })],
      { a: 8, b: 5 },
    ],
  ])('%s', (_, wanted, sets, expected) => {
    expect(named(proportionally(deployment(wanted), sets))).toEqual(expected);
  });
});

describe('the revision of a replica set', () => {
  const withRevision = (revision: string, history?: string): ReplicaSet => ({
    ...set('s', 0),
    metadata: {
      annotations: {
        'deployment.kubernetes.io/revision': revision,
        ...(history && { 'deployment.kubernetes.io/revision-history': history }),
      },
    },
  });
  const of = (annotations: { [key: string]: string }) =>
    ['revision', 'revision-history'].map((name) => annotations[`deployment.kubernetes.io/${name}`]);
  it.each([
    ['a new one', set('s', 0), ['4', undefined]],
    ['an old one again', withRevision('2'), ['4', '2']],
    ['an old one once more', withRevision('2', '1'), ['4', '1,2']],
    ['the newest', withRevision('4'), ['4', undefined]],
    ['nonsense', withRevision('x'), ['x', undefined]],
    ['one with a long past', withRevision('2', '7,'.repeat(999).concat('7')), ['4', '7,'.repeat(999).concat('2')]],
  ])('%s', (_, given, expected) => {
    expect(of(newSetAnnotations(deployment(1), given, 4n))).toEqual(expected);
  });
  it('is one more than those there are', () => {
    expect(nextRevision([])).toBe(1n);
    expect(nextRevision([withRevision('7'), withRevision('x'), withRevision('3')])).toBe(8n);
    expect(nextRevision([withRevision('3546343826724305832')])).toBe(3546343826724305833n);
  });
  it('carries the annotations of the deployment, but not those that are its own', () => {
    const annotated = {
      ...deployment(1),
      metadata: { annotations: { note: 'n', 'deployment.kubernetes.io/revision': '9' } },
    };
    expect(newSetAnnotations(annotated, set('s', 0), 1n)).toEqual({
      note: 'n',
      'deployment.kubernetes.io/revision': '1',
    });
  });
});
