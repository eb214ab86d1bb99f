import { describe, expect, it } from 'vitest';
import { formatFieldError, path } from '#meta';
import { isUsableSelector, validateLabelSelector } from './label-selector-validation.ts';

const faults = (selector: object | undefined, rules = {}): string[] =>
  validateLabelSelector(path('selector'), selector, rules).map(formatFieldError);
const expressions = (...matchExpressions: object[]) => ({ matchExpressions });

describe('a label selector inside an object', () => {
  it.each([
    [undefined, []],
    [{}, []],
    [{ matchLabels: { a: 'b' } }, []],
    [
      expressions({ key: 'k', operator: 'In' }),
      ["selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'"],
    ],
    [
      expressions({ key: 'k', operator: 'Exists', values: ['v'] }),
      [
        "selector.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
      ],
    ],
    [
      expressions({ key: 'k', operator: 'Near' }),
      ['selector.matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator'],
    ],
  ])('%j', (selector, expected) => {
    expect(faults(selector)).toEqual(expected);
  });

  it('may hold values that no label can have, where there were such before', () => {
    const selector = expressions({ key: 'k', operator: 'In', values: ['a b'] });
    expect(faults(selector)).toHaveLength(1);
    expect(faults(selector, { looseValues: true })).toEqual([]);
  });

  it('is usable when its operators are known', () => {
    expect(isUsableSelector({ matchLabels: { a: 'b' } })).toBe(true);
    expect(isUsableSelector({ matchExpressions: [{ key: 'k', operator: 'Near' }] })).toBe(false);
  });
});
