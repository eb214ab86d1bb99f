import { expect, it } from 'vitest';
import type { Revision } from '../../../api/object-history.ts';
import { changeOf } from './revision-change.ts';

const entry = (manager: string, time: string) => ({ manager, operation: 'Update', time, fieldsV1: {} });
const state = (resourceVersion: string, spec: object, ...managedFields: object[]) =>
  ({ apiVersion: 'v1', kind: 'A', metadata: { name: 'a', resourceVersion, managedFields }, spec }) as never;
const history: readonly Revision[] = [
  { resourceVersion: '1', type: 'ADDED', object: state('1', { a: 1 }, entry('kubectl', '10:00')) },
  {
    resourceVersion: '2',
    type: 'MODIFIED',
    object: state('2', { a: 2, b: 1 }, entry('kubectl', '10:00'), entry('hpa', '10:05')),
  },
];

it('tells who changed what when', () => {
  expect(changeOf(history, 1)).toEqual({
    word: 'changed',
    managers: ['hpa'],
    fields: ['spec.a', 'spec.b'],
    time: '10:05',
  });
  expect(changeOf(history, 0)).toMatchObject({ word: 'created', managers: ['kubectl'], fields: [] });
});
it('does not know how the oldest state came to be', () => {
  const { type: _, ...first } = history[0] as Revision;
  expect(changeOf([first], 0).word).toBe('oldest known');
});
