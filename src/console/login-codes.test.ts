import { expect, it } from 'vitest';
import { LoginCodes } from './login-codes.ts';

it('a code is good once, for an hour', () => {
  let now = 0;
  const codes = new LoginCodes({ elapsed: () => now });
  const [used, late] = [codes.issue(), codes.issue()];
  expect([codes.redeem(used), codes.redeem(used), codes.redeem('another')]).toEqual([true, false, false]);
  now = 60 * 60 * 1000;
  expect(codes.redeem(late)).toBe(false);
});
