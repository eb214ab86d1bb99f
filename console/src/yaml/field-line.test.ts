import { describe, expect, it } from 'vitest';
import { fieldSteps, marksOf } from './field-line.ts';

describe('where a field stands', () => {
  it('is found by its path', () => {
    expect(fieldSteps('spec.pools[1].min')).toEqual(['spec', 'pools', 1, 'min']);
    expect(fieldSteps('metadata.labels[a.b/c]')).toEqual(['metadata', 'labels', 'a.b/c']);
    expect(fieldSteps('')).toEqual([]);
  });
  it('is the line of the field, or of the nearest around it', async () => {
    const text = 'kind: Widget\nspec:\n  pools:\n    - min: 1\n    - min: 5\n';
    const lines = async (...fields: string[]) =>
      (
        await marksOf(
          text,
          fields.map((field) => ({ field, message: 'no' })),
        )
      ).map(({ line }) => line);
    expect(
      await lines('spec.pools[1].min', 'spec.pools[1].max', 'spec.nothing', '', 'spec.pools[7]', 'spec.pools[1]'),
    ).toEqual([5, 5, 2, 1, 3, 5]);
  });
});
