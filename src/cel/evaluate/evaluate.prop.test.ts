import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../program.ts';
import { activation, environment } from '../testing/answer.ts';
import { expressionTexts } from '../testing/expression-texts.ts';

/** Any JSON for the variable without a type. */
const activations = fc.jsonValue().map((json) => ({ ...activation, dyn_: json }));

describe('an expression that compiles', () => {
  it('gives a value or a failure, and throws nothing', () => {
    fc.assert(
      fc.property(expressionTexts, activations, (text, variables) => {
        const compiled = compile(text, environment);
        if ('program' in compiled) expect(compiled.program.evaluate(variables).value).not.toBe(undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it('costs no more than was estimated, but for selections', () => {
    fc.assert(
      fc.property(expressionTexts, activations, (text, variables) => {
        const compiled = compile(text, environment);
        if (!('program' in compiled)) return;
        // As in cel-go selections from what has no known type are not estimated.
        const selections = text.split(/\.\??a\b|\[/).length;
        const { cost } = compiled.program.evaluate(variables);
        expect(BigInt(cost)).toBeLessThanOrEqual(compiled.program.estimateCost().max * BigInt(selections));
      }),
      { numRuns: 1000 },
    );
  });

  it('ends in the middle where it may cost no more', () => {
    fc.assert(
      fc.property(expressionTexts, fc.nat(20), (text, costLimit) => {
        const compiled = compile(text, environment);
        if (!('program' in compiled)) return;
        const whole = compiled.program.evaluate(activation);
        const limited = compiled.program.evaluate(activation, { costLimit });
        expect(limited.exceeded).toBe(whole.cost > costLimit);
      }),
      { numRuns: 500 },
    );
  });
});
