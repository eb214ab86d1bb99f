import { expect, it } from 'vitest';
import type { JsonObject, KubeObject } from '../../../api/types.ts';
import { changeMarks, withLost } from './change-marks.ts';

const widget = (spec: JsonObject): KubeObject => ({
  apiVersion: 'x/v1',
  kind: 'Widget',
  metadata: { name: 'a' },
  spec,
});
const before = widget({ size: 1, notes: 'dry', list: [1, 2] });
const after = widget({ size: 2, colour: 'teal', list: [1] });

it('tells what would be another value, new, or lost', () => {
  const marks = changeMarks([{ version: 'v1', before, after }]);
  expect(Object.fromEntries([...marks].map(([key, { text }]) => [key, text]))).toEqual({
    'v1 ["spec","size"]': 'was 1',
    'v1 ["spec","colour"]': 'new',
    'v1 ["spec","notes"]': 'would be lost',
    'v1 ["spec","list",1]': 'would be lost',
  });
});
it('shows what would be lost beside what would be there', () => {
  expect(withLost(before, after).spec).toEqual({ size: 2, colour: 'teal', list: [1, 2], notes: 'dry' });
});
