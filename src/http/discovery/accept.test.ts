import { describe, expect, it } from 'vitest';
import { clauseMatches, parseAccept } from './accept.ts';

describe('parseAccept', () => {
  const cases: [string, string, string[]][] = [
    ['takes anything when nothing is said', '', ['*/*']],
    ['keeps the order of equals', 'a/b, c/d', ['a/b', 'c/d']],
    ['puts the better quality first', 'a/b;q=0.5, c/d;q=0.9', ['c/d', 'a/b']],
    [
      'puts the exact before the wild',
      '*/*, application/*, application/json',
      ['application/json', 'application/*', '*/*'],
    ],
    ['leaves out what is no media type', 'nonsense, a/b', ['a/b']],
    ['keeps the case of names', 'Application/JSON', ['Application/JSON']],
  ];
  it.each(cases)('%s', (_name, header, expected) => {
    expect(parseAccept(header).map(({ type, subtype }) => `${type}/${subtype}`)).toEqual(expected);
  });
  it('reads parameters in any order, with or without quotes', () => {
    const [clause] = parseAccept('application/json; v=v2;as="Table" ;g=meta.k8s.io');
    expect(Object.fromEntries(clause?.parameters ?? [])).toEqual({ v: 'v2', as: 'Table', g: 'meta.k8s.io' });
  });
  it('matches wildcards', () => {
    const [clause] = parseAccept('application/*');
    expect(clause && clauseMatches(clause, 'application/yaml')).toBe(true);
    expect(clause && clauseMatches(clause, 'text/html')).toBe(false);
  });
});
