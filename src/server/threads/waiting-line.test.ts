import { expect, it } from 'vitest';
import { WaitingLine } from './waiting-line.ts';

const one = (user: string, name: string, isWanted = true) => ({ user, name, isWanted: () => isWanted });

function lineOf(...people: ReturnType<typeof one>[]): WaitingLine<ReturnType<typeof one>> {
  const line = new WaitingLine<ReturnType<typeof one>>(8);
  for (const person of people) line.join(person);
  return line;
}

it('lets users take turns, in the order in which they came', () => {
  const line = lineOf(one('a', 'a1'), one('a', 'a2'), one('a', 'a3'), one('b', 'b1'));
  expect([1, 2, 3, 4, 5].map(() => line.next()?.name)).toEqual(['a1', 'b1', 'a2', 'a3', undefined]);
});

it('keeps half of the places for others', () => {
  const line = lineOf(one('a', '1'), one('a', '2'), one('a', '3'), one('a', '4'));
  expect([line.join(one('a', '5')), line.join(one('b', '6'))]).toEqual([false, true]);
});

it('forgets what nobody wants any more', () => {
  const line = lineOf(one('a', 'gone', false), one('a', 'here'));
  expect([line.next()?.name, line.next()]).toEqual(['here', undefined]);
});
