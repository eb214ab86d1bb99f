import { describe, expect, it } from 'vitest';
import { costAnswer } from '../testing/answer.ts';

/** The least and the most that an expression can cost by its types, and what it did cost. */
const table: [expression: string, expected: string][] = [
  ['1 + 2', '1..1, 1'],
  ["s + 'abc'", '2..1844674407370955265, 2'],
  ["s == 'abc'", '2..2, 2'],
  ["s.contains('a')", '1..1844674407370955265, 2'],
  ["s.matches('a+')", '2..1844674407370955265, 2'],
  ["s.startsWith('t')", '2..2, 2'],
  ['bools.all(b, b)', '2..18446744073709551615, 10'],
  ['bools.exists(b, b)', '2..18446744073709551615, 10'],
  ['[1, 2, 3].map(x, x * 2)', '63..63, 43'],
  ['m.a', '2..2, 2'],
  ['has(m.a)', '1..1, 1'],
  ["'a' in m", '2..2, 2'],
  ['n in [1, 2, 3]', '14..14, 1'],
  ['size(s)', '2..2, 2'],
  ['[1, 2] + [3]', '21..21, 1'],
  ['true ? n : 2', '0..1, 0'],
  ['dyn_ == [1]', '12..12, 2'],
  ["s.split('e')", '1..3689348814741910529, 2'],
  ["s.replace('t', 'x')", '1..3689348814741910529, 2'],
  ['s.substring(1)', '1..1844674407370955265, 2'],
  ['s.upperAscii()', '1..1844674407370955265, 2'],
  ['bools.isSorted()', '1..18446744073709551615, 3'],
  ['[1, 2].sum()', '12..12, 2'],
  ['[3, 1].sort()', '29..29, 19'],
  ['[[1], [2]].flatten()', '43..43, 13'],
  ['sets.contains([1, 2], [1])', '23..23, 3'],
  ["s.find('t+')", '2..1844674407370955265, 2'],
  ["s.findAll('t')", '2..1844674407370955265, 2'],
  ["url('https://a/b').getHost()", '3..3, 3'],
  ["ip('1.2.3.4').isLoopback()", '2..2, 2'],
  ["cidr('10.0.0.0/8').containsIP('10.1.1.1')", '3..6, 3'],
  ["quantity('1Gi').isGreaterThan(quantity('1'))", '3..3, 3'],
  ["semver('1.2.3').isLessThan(semver('2.0.0'))", '3..3, 3'],
  ['format.dns1123Label().validate(s)', '2..18446744073709551615, 10'],
  ["authorizer.group('').resource('pods').check('get').allowed()", '350004..350004, 350004'],
  ["'%s'.format([s])", '12..12, 12'],
  ['opt.orValue(1)', '2..2, 1'],
  ['opt.optMap(x, x + 1)', '3..17, 7'],
  ['string(n)', '2..2, 2'],
  ["timestamp('2020-01-01T00:00:00Z') < timestamp('2021-01-01T00:00:00Z')", '3..3, 1'],
  ['[1, 2, 3].exists(x, [1, 2, 3].exists(y, x == y))', '23..119, 19'],
];

describe('the cost of an expression', () => {
  it.each(table)('of %j is what a real server counts', (expression, expected) => {
    expect(costAnswer(expression)).toBe(expected);
  });
});
