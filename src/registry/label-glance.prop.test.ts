import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLabelSelector } from '#meta';
import { labelGlance } from './label-glance.ts';

const key = fc.constantFrom('a', 'b', 'example.com/a', 'ab');
const value = fc.constantFrom('', 'a', 'b', '1', '7', 'x.y_z-0');
const requirement = fc.oneof(
  fc.tuple(key, fc.constantFrom('=', '==', '!='), value).map((parts) => parts.join('')),
  fc
    .tuple(key, fc.constantFrom('in', 'notin'), fc.array(value, { minLength: 1, maxLength: 3 }))
    .map(([name, word, values]) => `${name} ${word} (${values.join(',')})`),
  fc.tuple(fc.constantFrom('', '!'), key).map((parts) => parts.join('')),
  fc.tuple(key, fc.constantFrom('<', '>'), fc.constantFrom('1', '5')).map((parts) => parts.join('')),
);
const object = fc.record({
  labels: fc.dictionary(key, value),
  // What looks like a label and is none.
  data: fc.dictionary(key, value),
});

describe('a look at the bytes of an object', () => {
  it('never tells anything else of a selector than the labels do', () => {
    let decided = 0;
    fc.assert(
      fc.property(fc.array(requirement, { minLength: 1, maxLength: 3 }), object, (requirements, { labels, data }) => {
        const selector = parseLabelSelector(requirements.join(','));
        const bytes = Buffer.from(JSON.stringify({ kind: 'ConfigMap', metadata: { labels }, data }));
        const seen = labelGlance(selector)(bytes);
        if (seen === undefined) return;
        decided++;
        expect(seen).toBe(selector.matches(labels));
      }),
      { numRuns: 2000 },
    );
    expect(decided).toBeGreaterThan(500);
  });
});
