import { expect, it } from 'vitest';
import type { Revision } from '../api/object-history.ts';
import { pathKey } from '../yaml/yaml-lines.ts';
import { contestedIn } from './contested.ts';

const revision = (replicas: number, manager: string, paused = false): Revision => ({
  resourceVersion: String(replicas),
  object: {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'web',
      managedFields: [{ manager, operation: 'Update', fieldsV1: { 'f:spec': { 'f:replicas': {}, 'f:paused': {} } } }],
    },
    spec: { replicas, paused },
  },
});

it('is a value that one manager changed after another', () => {
  const contests = contestedIn([
    revision(1, 'kubectl'),
    revision(2, 'hpa'),
    revision(3, 'kubectl'),
    revision(4, 'kubectl'),
  ]);
  expect([...contests.values()]).toEqual([{ path: ['spec', 'replicas'], managers: ['kubectl', 'hpa', 'kubectl'] }]);
});
it('is no value that only one has ever changed', () => {
  const history = [revision(1, 'kubectl'), revision(1, 'kubectl', true)];
  expect(contestedIn(history).has(pathKey(['spec', 'paused']))).toBe(false);
});
