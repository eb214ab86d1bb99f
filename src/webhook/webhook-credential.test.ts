import { describe, expect, test } from 'vitest';
import { authorizationOf, userFor } from './webhook-credential.ts';

const users = (names: readonly string[], currentUser?: string) => ({
  user: (name: string) => (names.includes(name) ? name : undefined),
  currentUser,
});

describe('the user for a webhook', () => {
  test.each([
    ['a.b.svc:443', ['*.svc:443', '*.b.svc:443', 'a.b.svc:443', 'a.b.svc', '*'], 'a.b.svc:443'],
    ['a.b.svc:443', ['*.svc:443', '*.b.svc:443', 'a.b.svc', '*'], '*.b.svc:443'],
    ['a.b.svc:443', ['*.svc:443', 'a.b.svc', '*'], '*.svc:443'],
    ['a.b.svc:443', ['*.b.svc', 'a.b.svc', '*'], 'a.b.svc'],
    ['a.b.svc:443', ['*.svc', '*'], '*.svc'],
    ['a.b.svc:444', ['a.b.svc', '*.svc', '*'], '*'],
    ['a.b.svc:443', ['*.a.b.svc:443', 'b.svc:443'], undefined],
    ['[::1]:443', ['[::1]'], '[::1]'],
    ['127.0.0.1:8443', ['*.1:8443'], '*.1:8443'],
  ])('%s among %j is %j', (target, names, expected) => {
    expect(userFor(users(names), target)).toBe(expected);
  });

  test('is the one of the current context where no name fits', () => {
    expect(userFor(users(['me'], 'me'), 'a.b.svc:443')).toBe('me');
    expect(userFor(users(['me'], 'you'), 'a.b.svc:443')).toBeUndefined();
  });
});

test('a token or a name is told in a header, and not both', () => {
  expect(authorizationOf({ token: 't' })).toEqual({ authorization: 'Bearer t' });
  expect(authorizationOf({ username: 'u', password: 'p' })).toEqual({ authorization: 'Basic dTpw' });
  expect(authorizationOf({})).toEqual({});
  expect(() => authorizationOf({ token: 't', username: 'u' })).toThrow('may be set, but not both');
});
