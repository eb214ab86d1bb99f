import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#meta';
import { decodeContinue, encodeContinue } from './continue-token.ts';

const token = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const v = 'meta.k8s.io/v1';

function complaint(text: string): string {
  try {
    decodeContinue(text);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).code).toBe(400);
    return (error as ApiError).message;
  }
}

describe('a continue token', () => {
  it('is what Kubernetes would give', () => {
    const text = encodeContinue({ revision: 42, after: 'default/a' });
    expect(Buffer.from(text, 'base64url').toString()).toBe('{"v":"meta.k8s.io/v1","rv":42,"start":"default/a\\u0000"}');
    expect(text).not.toMatch(/[=+/]/);
  });
  it('can be read again, whatever the key', () => {
    const part = fc.stringMatching(/^[a-z0-9&<>:é][-a-z0-9.&<>:é]{0,20}$/).filter((text) => !/^\.+$/.test(text));
    fc.assert(
      fc.property(fc.integer({ min: 1 }), part, part, (revision, namespace, name) => {
        const place = { revision, after: `${namespace}/${name}` };
        expect(decodeContinue(encodeContinue(place))).toEqual(place);
      }),
    );
  });
  it('says with a negative version that consistency is given up', () => {
    expect(decodeContinue(encodeContinue({ revision: -1, after: 'a' }))).toEqual({ revision: -1, after: 'a' });
  });
  it('with a start key of its own includes that key', () => {
    const { after } = decodeContinue(token({ v, rv: 1, start: 'b' }));
    expect(after < 'b').toBe(true);
    expect(after > 'azzz').toBe(true);
  });
  it.each([
    ['what is no base64', 'ab!', 'illegal base64 data at input byte 2'],
    ['half a byte', 'abcde', 'illegal base64 data at input byte 4'],
    ['a lone character', 'x', 'illegal base64 data at input byte 0'],
    ['what is no JSON', token('no'), 'invalid character'],
    ['another version', token({ v: 'v2', rv: 1, start: 'a' }), 'server does not recognize this encoded version v2'],
    ['no revision', token({ v, start: 'a' }), `incorrect encoded start resourceVersion (version ${v})`],
    ['no start', token({ v, rv: 1 }), `encoded start key empty (version ${v})`],
    ['a start that climbs', token({ v, rv: 1, start: '../secrets/' }), '../secrets/'],
    ['a start that climbs later', token({ v, rv: 1, start: 'a/../../b' }), 'a/../../b'],
    ['a start with an empty part', token({ v, rv: 1, start: 'a//b' }), 'a//b'],
    ['a start that ends with a slash', token({ v, rv: 1, start: 'a/' }), 'a/'],
    ['nothing', token(null), 'server does not recognize this encoded version '],
    ['a list', token([]), 'json: cannot unmarshal array into Go value of type storage.continueToken'],
    [
      'a version that is a number',
      token({ v: 5 }),
      'json: cannot unmarshal number into Go struct field continueToken.v of type string',
    ],
    [
      'a revision that is a text',
      token({ v, rv: '1', start: 'a' }),
      'json: cannot unmarshal string into Go struct field continueToken.rv of type int64',
    ],
    [
      'a revision that is not whole',
      token({ v, rv: 1.5, start: 'a' }),
      'json: cannot unmarshal number 1.5 into Go struct field continueToken.rv of type int64',
    ],
  ])('with %s is refused', (_, text, message) => {
    expect(complaint(text)).toContain(`continue key is not valid: ${message}`);
  });
});
