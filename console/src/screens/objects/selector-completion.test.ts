import { expect, it } from 'vitest';
import { completions } from './selector-completion.ts';

const labels = new Map([
  ['app', new Set(['web', 'db'])],
  ['tier', new Set(['front'])],
]);

it.each([
  ['', ['app=', 'tier=']],
  ['a', ['app=']],
  ['app=', ['app=db', 'app=web']],
  ['app!=w', ['app!=web']],
  ['app=web,t', ['app=web,tier=']],
  ['app=web,tier==', ['app=web,tier==front']],
  ['!t', ['!tier']],
  ['app=web', []],
  ['nothing=', []],
])('%j may become %j', (typed, expected) => {
  expect(completions(typed, labels)).toEqual(expected);
});
