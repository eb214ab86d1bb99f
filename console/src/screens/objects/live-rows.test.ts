import { describe, expect, it } from 'vitest';
import type { TableRow } from '../../api/types.ts';
import { LiveRows, SHOWN_MS } from './live-rows.ts';

const row = (name: string, cells: TableRow['cells'] = [name], labels = {}): TableRow => ({
  cells,
  object: { metadata: { name, namespace: 'default', labels } },
});
const names = (rows: LiveRows, text = ''): string[] => rows.shown(text, undefined).map(({ name }) => name);

describe('the rows of a table that is followed', () => {
  it('are shown in the order of their names, wherever they came from', () => {
    const rows = new LiveRows();
    rows.add([row('b'), row('d')]);
    rows.change('ADDED', row('c'), 0);
    expect(names(rows)).toEqual(['b', 'c', 'd']);
  });
  it('tell which cells have changed, until that was shown long enough', () => {
    const rows = new LiveRows();
    rows.add([row('a', ['a', '1/2', 5])]);
    rows.change('MODIFIED', row('a', ['a', '2/2', 5]), 1000);
    expect(rows.shown('', undefined)[0]?.change).toEqual({ type: 'changed', at: 1000, cells: new Set([1]) });
    expect(rows.settle(1000 + SHOWN_MS - 1)).toBe(true);
    expect(rows.settle(1000 + SHOWN_MS)).toBe(false);
    expect(rows.shown('', undefined)[0]?.change).toBeUndefined();
  });
  it('stay for a while after they were removed', () => {
    const rows = new LiveRows();
    rows.add([row('a'), row('b')]);
    rows.change('DELETED', row('a'), 0);
    expect(names(rows)).toEqual(['a', 'b']);
    rows.settle(SHOWN_MS);
    expect(names(rows)).toEqual(['b']);
  });
  it('come back when they are created anew in the meantime', () => {
    const rows = new LiveRows();
    rows.add([row('a')]);
    rows.change('DELETED', row('a'), 0);
    rows.change('ADDED', row('a'), 10);
    rows.settle(SHOWN_MS * 2);
    expect(names(rows)).toEqual(['a']);
  });
  it('are found by what any cell says', () => {
    const rows = new LiveRows();
    rows.add([row('a', ['a', 'Running']), row('b', ['b', 'Pending'])]);
    expect(names(rows, 'pend')).toEqual(['b']);
    expect(names(rows, 'default')).toEqual(['a', 'b']);
  });
  it('are sorted by numbers as numbers, then by name', () => {
    const rows = new LiveRows();
    rows.add([row('a', ['a', '10']), row('b', ['b', '9']), row('c', ['c', '9'])]);
    const sorted = (down: boolean) => rows.shown('', { column: 1, down }).map(({ name }) => name);
    expect(sorted(false)).toEqual(['b', 'c', 'a']);
    expect(sorted(true)).toEqual(['a', 'b', 'c']);
  });
  it('know the labels that can be selected by', () => {
    const rows = new LiveRows();
    rows.add([row('a', [], { app: 'web' }), row('b', [], { app: 'db', tier: 'x' })]);
    expect([...rows.labels()].map(([key, values]) => [key, [...values]])).toEqual([
      ['app', ['web', 'db']],
      ['tier', ['x']],
    ]);
  });
});
