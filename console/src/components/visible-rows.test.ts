import { describe, expect, it } from 'vitest';
import { rowAfterKey, scrollFor, visibleRows } from './visible-rows.ts';

describe('the rows of a long table that are drawn', () => {
  it('are those that are seen, and a few around them', () => {
    const { first, end } = visibleRows({ scrollTop: 30_000, height: 600 }, 30, 50_000);
    expect(first).toBe(988);
    expect(end).toBe(1032);
  });
  it('are all of a short one, and none of an empty one', () => {
    expect(visibleRows({ scrollTop: 0, height: 600 }, 30, 3)).toEqual({ first: 0, end: 3 });
    expect(visibleRows({ scrollTop: 0, height: 600 }, 30, 0)).toEqual({ first: 0, end: 0 });
  });
  it('are at the end when the table has become shorter than where it was scrolled to', () => {
    expect(visibleRows({ scrollTop: 90_000, height: 600 }, 30, 10)).toEqual({ first: 9, end: 10 });
  });
});

describe('keys in a table', () => {
  it('go by row, by page and to the ends, and not beyond', () => {
    const table = { count: 100, page: 20 };
    const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'];
    expect(keys.map((key) => rowAfterKey(key, 10, table))).toEqual([11, 9, 30, 0, 0, 99, undefined]);
    expect(rowAfterKey('ArrowDown', 99, table)).toBe(99);
    expect(rowAfterKey('End', 0, { count: 0, page: 20 })).toBeUndefined();
  });
  it('scroll only as far as the row needs', () => {
    const view = { scrollTop: 300, height: 300 };
    expect(scrollFor(5, 30, view)).toBe(150);
    expect(scrollFor(12, 30, view)).toBe(300);
    expect(scrollFor(25, 30, view)).toBe(480);
  });
});
