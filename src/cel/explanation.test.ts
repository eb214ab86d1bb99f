import { describe, expect, it } from 'vitest';
import { explain, whyFalse } from './explanation.ts';
import { compile } from './program.ts';
import { activation, environment } from './testing/answer.ts';
import { celText } from './values/text.ts';

function lines(expression: string): string[] {
  const compiled = compile(expression, environment);
  if (!('program' in compiled)) throw new Error('It does not compile.');
  const { program } = compiled;
  return explain(program.ast, program.trace(activation).trace).map(
    (part) => `${' '.repeat(part.depth)}${part.expression} = ${part.values.map(celText).join(', ')}`,
  );
}

describe('an explanation', () => {
  it('tells the value of each part', () => {
    expect(lines('m.a + 1 > n || n == 3')).toEqual([
      'm.a + 1 > n || n == 3 = true',
      ' m.a + 1 > n = false',
      '  m.a + 1 = 2',
      '   m.a = 1',
      '  n = 3',
      ' n == 3 = true',
      '  n = 3',
    ]);
  });

  it('leaves out what was not evaluated', () => {
    expect(lines('n == 3 || m.a == 1')).toEqual(['n == 3 || m.a == 1 = true', ' n == 3 = true', '  n = 3']);
  });

  it('tells each round of a loop', () => {
    expect(lines('[1, 5].all(x, x < n)')).toEqual([
      '[1, 5].all(x, x < n) = false',
      ' x < n = true, false',
      '  x = 1, 5',
      '  n = 3, 3',
    ]);
  });
});

describe('the part that made an expression false', () => {
  it.each([
    ['m.a > n', 'm.a > n is false: m.a is 1, n is 3'],
    ['n == 3 && m.a > n', 'm.a > n is false: m.a is 1, n is 3'],
    ['m.a == 2 || n == 4', 'm.a == 2 || n == 4 is false: m.a == 2 is false, n == 4 is false'],
    ['n == 3 ? m.a == 2 : true', 'm.a == 2 is false: m.a is 1'],
    ['[1, 5, 2].all(x, x < n)', 'x < n is false for item 1: x is 5, n is 3'],
    ['!has(m.a)', '!has(m.a) is false: has(m.a) is true'],
    ['false', 'false is false'],
    ['n == 3', undefined],
  ])('of %s is told with its values', (expression, why) => {
    const compiled = compile(expression, environment);
    if (!('program' in compiled)) throw new Error('It does not compile.');
    expect(whyFalse(compiled.program.ast, compiled.program.trace(activation).trace)).toBe(why);
  });
});
