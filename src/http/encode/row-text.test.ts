import { expect, it } from 'vitest';
import { Age } from '#machinery';
import { RowText } from './row-text.ts';

const AT = Date.parse('2024-01-01T00:00:00Z');
const MINUTE = 60_000;

it('tells each age at the time it is shown', () => {
  const row = new RowText(['é', new Age(AT), 3, new Age(AT, { before: '2 (', after: ' ago)' })], { object: null });
  expect(JSON.parse(row.text(AT + MINUTE))).toEqual({ cells: ['é', '60s', 3, '2 (60s ago)'], object: null });
  expect(JSON.parse(row.text(AT + 30 * MINUTE))).toEqual({ cells: ['é', '30m', 3, '2 (30m ago)'], object: null });
});

it('tells ages that take more room than before, and less, in whatever order', () => {
  const later = AT + 5 * MINUTE;
  const row = new RowText(['é', new Age(AT), new Age(later, { before: 'é ', after: '!' }), 'é'], { object: 'é' });
  const shown = (at: number): unknown => JSON.parse(row.text(at)).cells;
  for (const at of [later, later + 9999, later + 10_000, AT - MINUTE, later + 600 * MINUTE, later + 1000, later]) {
    const [first, second] = [new Age(AT).duration(at), new Age(later).duration(at)];
    expect(shown(at)).toEqual(['é', first, `é ${second}!`, 'é']);
    expect(shown(at)).toEqual(['é', first, `é ${second}!`, 'é']);
  }
});

it('escapes what stands in it as everything else is escaped', () => {
  const row = new RowText([new Age(AT, { before: '"<', after: '>' }), '<a>'], { conditions: [], object: {} });
  expect(row.text(AT - MINUTE)).toBe(
    '{"cells":["\\"\\u003c\\u003cinvalid\\u003e\\u003e","\\u003ca\\u003e"],"conditions":[],"object":{}}',
  );
});

it('may have no age at all, and no cells', () => {
  expect(new RowText([1], { object: null }).text(AT)).toBe('{"cells":[1],"object":null}');
  expect(new RowText([], { object: null }).text(AT)).toBe('{"cells":[],"object":null}');
});
