import { beforeEach, describe, expect, it } from 'vitest';
import { violations } from './checker.ts';
import { History, type WriteOp } from './history.ts';

describe('the checker of histories', () => {
  let history: History;
  let revision: number;
  beforeEach(() => {
    history = new History();
    revision = 0;
  });

  const put = (key: string, id: string, { told = true, logged = true } = {}): WriteOp => {
    const op = history.begin({ key, id });
    revision++;
    if (logged) history.log.push({ key, id, revision });
    if (told) Object.assign(op, { outcome: 'done', revision, ended: history.moment() });
    return op;
  };
  const remove = (key: string, upon: number, { logged = true } = {}): void => {
    const op = history.begin({ key, id: null, upon });
    revision++;
    if (logged) history.log.push({ key, id: null, revision });
    Object.assign(op, { outcome: 'done', ended: history.moment() });
  };
  const read = (key: string, found?: { id: string; revision: number }): void => {
    history.reads.push({ key, found, begun: history.moment(), ended: history.moment() });
  };
  const list = (at: number, items: Record<string, { id: string; revision: number }>): void => {
    const span = { begun: history.moment(), ended: history.moment() };
    history.lists.push({ ...span, revision: at, items: new Map(Object.entries(items)) });
  };

  it('finds nothing wrong with a history that is sound', () => {
    put('a', '1');
    read('a', { id: '1', revision: 1 });
    put('a', '2', { told: false });
    put('b', '3');
    list(3, { a: { id: '2', revision: 2 }, b: { id: '3', revision: 3 } });
    remove('a', 2);
    read('a');
    put('c', '4', { told: false, logged: false });
    expect(violations(history)).toEqual([]);
  });

  it.each<[string, () => void, RegExp]>([
    ['a write that was answered and is lost', () => put('a', '1', { logged: false }), /a=1 was answered .* lost/],
    ['a deletion that did not happen', () => [put('a', '1'), remove('a', 1, { logged: false })], /was deleted at 1/],
    [
      'a refused write that happened',
      () => (put('a', '1', { told: false }).outcome = 'refused'),
      /refused, and happened/,
    ],
    ['what nobody wrote', () => history.log.push({ key: 'a', id: 'x', revision: 1 }), /nobody wrote a=x@1/],
    ['a revision that is used twice', () => [put('a', '1'), --revision, put('b', '2')], /after revision 1/],
    ['a read of the past', () => [put('a', '1'), put('a', '2'), read('a', { id: '1', revision: 1 })], /after 2 and 2/],
    ['a read of what nobody wrote there', () => [put('a', '1'), read('a', { id: 'y', revision: 1 })], /showed a=y/],
    ['a read that finds nothing', () => [put('a', '1'), read('a')], /was not found/],
    [
      'a read of what was deleted',
      () => [put('a', '1'), remove('a', 1), read('a', { id: '1', revision: 1 })],
      /after 2/,
    ],
    [
      'a list of the past',
      () => [put('a', '1'), put('a', '2'), list(1, { a: { id: '1', revision: 1 } })],
      /came after 2/,
    ],
    ['a list that misses something', () => [put('a', '1'), list(1, {})], /list of 1 was wrong: a=undefined/],
    [
      'a list with too much',
      () => [put('a', '1'), remove('a', 1), list(2, { a: { id: '1', revision: 1 } })],
      /a was gone/,
    ],
  ])('finds %s', (_, happen, complaint) => {
    happen();
    expect(violations(history).join('\n')).toMatch(complaint);
  });

  it('takes a removal for the work of one deletion only', () => {
    put('a', '1');
    history.begin({ key: 'a', id: null, upon: 1 });
    history.log.push({ key: 'a', id: null, revision: ++revision });
    list(2, {});
    history.begin({ key: 'a', id: null, upon: 1 }).outcome = 'refused';
    history.begin({ key: 'a', id: null, upon: 1 });
    expect(violations(history)).toEqual([]);
  });

  it('finds writes in another order than they were answered in', () => {
    const op = history.begin({ key: 'a', id: '1' });
    Object.assign(op, { outcome: 'done', revision: 2, ended: history.moment() });
    const later = history.begin({ key: 'b', id: '2' });
    Object.assign(later, { outcome: 'done', revision: 1, ended: history.moment() });
    history.log.push({ key: 'b', id: '2', revision: 1 }, { key: 'a', id: '1', revision: 2 });
    expect(violations(history).join()).toMatch(/b=2 is at 1, but 2 was answered before/);
  });

  it('knows of what happened in a gap of the watch only that it happened there', () => {
    put('a', '1');
    put('d', '2');
    remove('a', 1, { logged: false });
    remove('d', 2, { logged: false });
    put('d', '3');
    put('b', '4');
    history.gaps.push({ from: 2, to: 6 });
    history.log.push({ key: 'a', id: null, revision: 6, missed: true });
    put('c', '5');
    read('a');
    read('b', { id: '4', revision: 6 });
    list(7, { b: { id: '4', revision: 6 }, c: { id: '5', revision: 7 }, d: { id: '3', revision: 5 } });
    expect(violations(history)).toEqual([]);
    read('b');
    expect(violations(history).join()).toMatch(/b was not found/);
  });
});
