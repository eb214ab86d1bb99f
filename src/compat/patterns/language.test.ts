import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '#meta';
import { findText, type Language, languageOf } from './language.ts';

const language = (pattern: string): Language => languageOf(pattern) as Language;
const between = (one: string, other: string) => findText([language(one)], [language(other)]);

describe('languages of patterns', () => {
  it.each([
    ['^[a-z]+$', '^[a-z]{1,3}$', { text: 'aaaa' }],
    ['^[a-z]{1,3}$', '^[a-z]+$', 'none'],
    ['^a$', 'a', 'none'],
    ['a', '^a$', { text: '0a' }],
    ['^(a|b)*$', '^[ab]*$', 'none'],
    ['^[^a]$', '^\\D$', { text: '0' }],
    ['^(foo|bar)(-\\d+)?$', '^(foo|bar|baz)(-[0-9]*)?$', 'none'],
    ['^[[:alpha:]]$', '^[A-Za-z]$', 'none'],
    ['^x??y+?$', '^x?y*$', 'none'],
    ['(^a|b)$', '^(a|.*b)$', { text: '\nb' }],
    ['', '^.*$', { text: '\n' }],
  ])('%s without %s is %j', (one, other, found) => {
    expect(between(one, other)).toEqual(found);
  });
  it.each(['\\bword\\b', '\\p{Greek}', '(?i)a', '^*a'])('%s is left undecided', (pattern) => {
    expect(languageOf(pattern)).toBeUndefined();
  });
  it('gives up where a search would take long', () => {
    expect(between('^(a|b)*a(a|b){14}$', '^(a|b)*b(a|b){14}$')).toBeUndefined();
    expect(languageOf('^(([a-z]{1,60}){1,60}){1,60}$')).toBeUndefined();
  });

  const piece = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '(a|bc)', '\\d', 'a{1,2}', '(ab)?');
  const suffix = fc.constantFrom('', '*', '+', '?');
  const pattern = fc
    .tuple(fc.boolean(), fc.array(fc.tuple(piece, suffix), { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(
      ([begin, parts, end]) =>
        `${begin ? '^' : ''}${parts.map(([one, count]) => `${one.endsWith('}') || one.endsWith('?') ? `(${one})` : one}${count}`).join('')}${end ? '$' : ''}`,
    );

  it('finds only texts that tell two patterns apart', () => {
    fc.assert(
      fc.property(
        pattern,
        pattern,
        fc.array(fc.constantFrom('', 'a', 'b', 'ab', 'abc', '1', 'bc', 'aab', 'x')),
        (one, other, texts) => {
          const found = between(one, other);
          const matches = (text: string, by: string): boolean =>
            (compilePattern(by) as { test(text: string): boolean }).test(text);
          if (typeof found === 'object')
            expect([matches(found.text, one), matches(found.text, other)]).toEqual([true, false]);
          if (found === 'none')
            for (const text of texts) expect(matches(text, one) && !matches(text, other)).toBe(false);
        },
      ),
      { numRuns: 400 },
    );
  });
});
