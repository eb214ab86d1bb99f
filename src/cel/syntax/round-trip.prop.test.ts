import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { environment } from '../testing/answer.ts';
import { expressionTexts } from '../testing/expression-texts.ts';
import { parse } from './parser.ts';
import { unparse } from './unparse.ts';

describe('a printed expression', () => {
  it('is read as the same tree', () => {
    fc.assert(
      fc.property(expressionTexts, (text) => {
        const parsed = parse(text, environment.syntax);
        if ('issues' in parsed) throw new Error(String(parsed.issues));
        const printed = parse(unparse(parsed.ast, parsed.ast.expr), environment.syntax);
        expect('ast' in printed && printed.ast.expr).toEqual(parsed.ast.expr);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the parser', () => {
  it('answers to any text with a tree or with issues', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), brokenTexts), (text) => {
        const parsed = parse(text, environment.syntax);
        expect('issues' in parsed ? parsed.issues.count : 1).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});

/** Expressions with a piece cut out. */
const brokenTexts = fc
  .tuple(expressionTexts, fc.nat(), fc.nat(5))
  .map(([text, at, count]) => text.slice(0, at % text.length) + text.slice((at % text.length) + count));
