import { describe, expect, it } from 'vitest';
import { compareDefinitions, type Example, exampleDefinition, readDefinition, rules } from './index.ts';

const definitionOf = (part: Example['old']) => readDefinition(exampleDefinition(part), { origin: 'example', line: 1 });
const found = ({ old, new: next }: Example) => compareDefinitions(definitionOf(old), definitionOf(next));

describe('the rules', () => {
  it('have identifiers of their own', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });
  it.each(rules)('$id: $title', ({ meaning, why, advice, title }) => {
    for (const text of [meaning, why, advice, title]) expect(text).toMatch(/^\S.*[.]$/s);
  });
  it.each(rules)('$id is found in the example that fails', ({ id, fails }) => {
    expect(found(fails).map(({ rule }) => rule)).toContain(id);
  });
  it.each(rules)('$id is not found in the example that passes', ({ id, passes }) => {
    expect(found(passes).map(({ rule }) => rule)).not.toContain(id);
  });
  it.each(rules)('$id lets nothing grave pass in the example that passes', ({ passes }) => {
    expect(found(passes).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
  it.each(rules)('$id finds nothing between a definition and itself', ({ fails, passes }) => {
    for (const part of [fails.old, fails.new, passes.old, passes.new])
      expect(found({ old: part, new: part })).toEqual([]);
  });
});
