import { expect, it } from 'vitest';
import { parseYaml } from '../../yaml/parse-yaml.ts';
import { explain } from './explain.ts';
import { ruleFor } from './rule-for.ts';
import { SAMPLE_DEFINITION } from './samples.ts';

it('explains the fields of a version as kubectl would', async () => {
  const read = await parseYaml(SAMPLE_DEFINITION);
  if (!('value' in read)) throw new Error('the sample cannot be read');
  const [spec] = explain(read.value, 'v1')?.fields ?? [];
  expect(spec).toMatchObject({ name: 'spec', type: '<Object>', isRequired: false });
  expect(spec?.fields.map(({ name, type, isRequired, limits }) => [name, type, isRequired, limits.join()])).toEqual([
    ['min', '<integer>', true, 'minimum: 0'],
    ['max', '<integer>', true, ''],
    ['mode', '<string>', false, 'enum: shared, own,default: "shared"'],
    ['names', '<[]string>', false, 'default: [],maxItems: 10'],
  ]);
  expect(explain(read.value, 'v9')).toBeUndefined();
  expect(explain({ spec: { versions: [null, 'x'] } }, 'v1')).toBeUndefined();
});
it('finds the rule that made a field', () => {
  const rules = [
    { rule: 'move spec.min', from: 'v1', to: 'v2', taken: ['spec.min'], made: ['spec.size.least'] },
    { rule: 'owner', from: 'v1', to: 'v2', taken: ['spec.owner'], made: ['metadata.annotations[example.com/owner]'] },
  ];
  expect(ruleFor(rules, ['spec', 'size', 'least'])).toBe('move spec.min');
  expect(ruleFor(rules, ['metadata', 'annotations', 'example.com/owner'])).toBe('owner');
  expect(ruleFor(rules, ['spec', 'size'])).toBeUndefined();
});
