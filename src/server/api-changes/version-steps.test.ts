import { expect, it } from 'vitest';
import type { JsonObject } from '#meta';
import { schemaSteps, versionSteps } from './version-steps.ts';

const text = { type: 'string', description: 'A text.' };
const version = (name: string, more: JsonObject = {}, properties: JsonObject = { colour: text }): JsonObject => ({
  name,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
  ...more,
});
const stored = { storage: true };

it('tells what became of versions in words', () => {
  const old = { versions: [version('v1', stored), version('v1beta1'), version('v1alpha1')] };
  const next = {
    conversion: { strategy: 'Webhook' },
    versions: [version('v2', stored), version('v1', { deprecated: true }), version('v1beta1', { served: false })],
  };
  expect(versionSteps(old, next)).toEqual([
    'v1 is deprecated',
    'v1beta1 is not served any more',
    'v1alpha1 is removed',
    'v2 is new',
    'storage moves from v1 to v2',
    'conversion None becomes Webhook',
  ]);
  expect(versionSteps(next, next)).toEqual([]);
});
it('keeps of two schemas what differs, and the way there', () => {
  const wide = { colour: text, size: { type: 'integer' }, shape: { type: 'object', properties: { sides: text } } };
  const narrow = { ...wide, size: { type: 'integer', minimum: 1 }, colour: { type: 'string', description: 'Other.' } };
  const old = { versions: [version('v1', stored, wide)] };
  expect(schemaSteps(old, { versions: [version('v1', stored, narrow)] })).toEqual([
    {
      version: 'v1',
      before: schemaWith({ size: { type: 'integer' } }),
      after: schemaWith({ size: { type: 'integer', minimum: 1 } }),
    },
  ]);
  expect(schemaSteps(old, old)).toEqual([]);
});
it('compares a version that is new with the one that was stored', () => {
  const old = { versions: [version('v1', stored)] };
  const next = { versions: [version('v1', stored), version('v2', {}, { color: text })] };
  expect(schemaSteps(old, next)).toEqual([
    { version: 'v2', against: 'v1', before: schemaWith({ colour: text }), after: schemaWith({ color: text }) },
  ]);
});

function schemaWith(properties: JsonObject): JsonObject {
  return { type: 'object', properties: { spec: { type: 'object', properties } } };
}
