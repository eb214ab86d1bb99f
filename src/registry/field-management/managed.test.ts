import { describe, expect, it } from 'vitest';
import type { ManagedFieldsEntry } from '#meta';
import { capUpdaters } from './cap-updaters.ts';
import { identify, type Managed, readManaged, writeManaged } from './managed.ts';
import { managerFromAgent } from './manager-name.ts';

const entry = (manager: string, more: ManagedFieldsEntry = {}): ManagedFieldsEntry => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  time: '2026-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:data': { [`f:${manager}`]: {} } },
  ...more,
});
const read = (...entries: ManagedFieldsEntry[]): Managed => readManaged(entries) as Managed;
const names = (managed: Managed) => (writeManaged(managed) ?? []).map(({ manager }) => manager);

describe('managed fields', () => {
  it('are written as they were read', () => {
    const entries = [entry('a', { operation: 'Apply' }), entry('b', { subresource: 'status' }), entry('c')];
    expect(writeManaged(read(...entries))).toEqual(entries);
  });

  it('of nobody are not written at all', () => {
    expect(writeManaged(read())).toBeUndefined();
  });

  it('come in order: appliers, then the older, then by name, version and subresource', () => {
    const later = '2026-01-01T00:00:01Z';
    const { time: _, ...timeless } = entry('timeless');
    const entries = [
      entry('z', { operation: 'Apply', time: later }),
      timeless,
      entry('b'),
      entry('c', { subresource: 'scale' }),
      entry('c', { subresource: 'status' }),
      entry('c', { apiVersion: 'v2' }),
      entry('a', { time: later }),
    ];
    expect(writeManaged(read(...entries.toReversed()))).toEqual(entries);
  });

  it('tell appliers apart by their names alone, updaters by their versions too', () => {
    const applier = { operation: 'Apply' };
    expect(names(read(entry('a', applier), entry('a', { ...applier, apiVersion: 'v2' })))).toEqual(['a']);
    expect(names(read(entry('a'), entry('a', { apiVersion: 'v2' })))).toEqual(['a', 'a']);
  });

  it.each<[string, ManagedFieldsEntry]>([
    ['no operation', { operation: '' }],
    ['another operation', { operation: 'Delete' }],
    ['no version', { apiVersion: '' }],
    ['no type of fields', { fieldsType: '' }],
    ['another type of fields', { fieldsType: 'FieldsV2' }],
    ['fields without a colon', { fieldsV1: { data: {} } }],
    ['fields that are scalars', { fieldsV1: { 'f:data': 1 } }],
  ])('make no sense with %s', (_, more) => {
    expect(readManaged([entry('a', more)])).toBeUndefined();
  });

  it('may lack a name, a time and fields', () => {
    const { manager: _, time: __, fieldsV1: ___, ...bare } = entry('a');
    expect(writeManaged(read(bare))).toEqual([{ ...bare, fieldsV1: {} }]);
  });

  it('are told apart by texts that need escapes where names do', () => {
    const manager = { name: 'my "own" tool', operation: 'Update', apiVersion: 'v1', subresource: 'scale' } as const;
    expect(identify(manager)).toBe(
      '{"manager":"my \\"own\\" tool","operation":"Update","apiVersion":"v1","subresource":"scale"}',
    );
  });
});

describe('many updaters', () => {
  const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`;
  const updaters = (count: number) =>
    Array.from({ length: count }, (_, second) => entry(`m${String(second).padStart(2, '0')}`, { time: at(second) }));

  it('are all told up to ten', () => {
    expect(names(capUpdaters(read(...updaters(10))))).toHaveLength(10);
  });

  it('are ten at most: the oldest become one, which is as old as the younger of them', () => {
    const capped = writeManaged(capUpdaters(read(...updaters(12)))) ?? [];
    expect(capped).toHaveLength(10);
    expect(capped[0]).toMatchObject({ manager: 'ancient-changes', time: at(2) });
    expect(capped[0]?.fieldsV1).toEqual({ 'f:data': { 'f:m00': {}, 'f:m01': {}, 'f:m02': {} } });
  });

  it('become one of each version', () => {
    const older = updaters(3).map((one) => ({ ...one, apiVersion: 'v1beta1', manager: `${one.manager}b` }));
    const capped = writeManaged(capUpdaters(read(...older, ...updaters(9)))) ?? [];
    expect(capped).toHaveLength(10);
    expect(capped.map(({ manager, apiVersion }) => `${manager} ${apiVersion}`)).toContain('ancient-changes v1beta1');
  });

  it('join those that became one before', () => {
    const before = entry('ancient-changes', { time: at(0), fieldsV1: { 'f:data': { 'f:old': {} } } });
    const [, ...rest] = updaters(11);
    const [first] = writeManaged(capUpdaters(read(before, ...rest))) ?? [];
    expect(first).toMatchObject({ manager: 'ancient-changes', time: at(1) });
    expect(first?.fieldsV1).toEqual({ 'f:data': { 'f:m01': {}, 'f:old': {} } });
  });

  it('do not count appliers', () => {
    const appliers = updaters(20).map((one) => ({ ...one, operation: 'Apply' }));
    expect(names(capUpdaters(read(...appliers, ...updaters(10))))).toHaveLength(30);
  });
});

describe('the name of a client', () => {
  it.each([
    ['kubectl/v1.36.0 (linux/amd64)', 'kubectl'],
    ['Mozilla 5.0 (X11)', 'Mozilla 5.0 (X11)'],
    ['/first', ''],
    ['', ''],
    ['a\tb\u0007c/1', 'abc'],
    ['x'.repeat(200), 'x'.repeat(128)],
    ['é'.repeat(100), 'é'.repeat(64)],
    ['no\u00a0break/1', 'nobreak'],
  ])('%j is %j', (agent, name) => {
    expect(managerFromAgent(agent)).toBe(name);
  });
});
