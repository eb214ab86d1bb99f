import { expect, it } from 'vitest';
import type { Json } from '#meta';
import type { StructPlan, ValuePlan } from './type-plan.ts';
import { unstructuredFault } from './unstructured-fault.ts';

const scalar = (
  shape: 'string' | 'bool' | 'int32' | 'double' | 'bytes' | 'time' | 'intOrString',
  goType: string = shape,
): ValuePlan => ({
  shape,
  goType,
});
const members = {
  text: scalar('string'),
  protocol: scalar('string', 'v1.Protocol'),
  flag: scalar('bool'),
  count: scalar('int32'),
  part: scalar('double', 'float64'),
  bytes: scalar('bytes', '[]uint8'),
  time: scalar('time'),
  either: scalar('intOrString'),
  list: { shape: 'list', goType: '[]string', items: scalar('string') },
  map: { shape: 'map', goType: 'map[string]string', values: scalar('string') },
} satisfies Record<string, ValuePlan>;
const plan = {
  shape: 'struct',
  goType: 'v1.Thing',
  goStruct: 'Thing',
  emptyText: '{}',
  emptySize: 0,
  byName: new Map(),
  members: Object.entries(members).map(([name, value]) => ({ name, value })),
} as unknown as StructPlan;

it.each<[Json, string | undefined]>([
  [{ text: 'a', flag: true, count: 1, part: 2, bytes: 'YQ==', list: ['a'], map: { a: 'b' } }, undefined],
  [{ text: null, list: [null], map: { a: null } }, undefined],
  [{ text: 1 }, 'cannot convert int64 to string'],
  [{ protocol: 1 }, 'cannot convert int64 to v1.Protocol'],
  [{ text: 1.5 }, 'unrecognized type: string'],
  [{ text: {} }, 'unrecognized type: string'],
  [{ flag: 'x' }, 'unrecognized type: bool'],
  [{ count: '80' }, 'unrecognized type: int32'],
  [{ count: 1.5 }, 'cannot convert float64 to int32'],
  [{ bytes: '!!' }, 'error decoding from json: illegal base64 data at input byte 0'],
  [{ bytes: ['a'] }, 'unrecognized type: uint8'],
  [{ time: 5 }, 'json: cannot unmarshal number into Go value of type string'],
  [{ either: 5.5 }, 'json: cannot unmarshal number 5.5 into Go value of type int32'],
  [{ either: [] }, 'json: cannot unmarshal array into Go value of type int32'],
  [{ either: '5', time: '2024-01-01T00:00:00Z' }, undefined],
  [{ list: 'x' }, 'cannot restore slice from string'],
  [{ list: {} }, 'cannot restore slice from map'],
  [{ list: [[]] }, 'unrecognized type: string'],
  [{ map: [] }, 'cannot restore map from slice'],
  [{ map: { a: 1 } }, 'cannot convert int64 to string'],
  ['x', 'cannot restore struct from: string'],
])('of %j it says %j', (value, words) => {
  expect(unstructuredFault(plan, value)).toBe(words);
});
