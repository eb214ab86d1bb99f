import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { secrets } from './secret.ts';

const { read, write, cells, field } = tryOut(secrets);
const secret = (rest: object) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, ...rest });
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const dockerConfig = (text: string) => ({
  type: 'kubernetes.io/dockerconfigjson',
  data: { '.dockerconfigjson': base64(text) },
});
const redacted = 'data[.dockerconfigjson]: Invalid value: "<secret contents redacted>"';

describe('a Secret', () => {
  it('is opaque when its type is not told', async () => {
    expect((await write(secret({}))).object).toMatchObject({ type: 'Opaque' });
  });

  it('puts plain texts over its data and does not show them', async () => {
    const { object } = await write(
      secret({ data: { a: 'aGVsbG8=', b: 'd29ybGQ=' }, stringData: { b: 'new', c: 'é' } }),
    );
    expect(object).toMatchObject({ data: { a: 'aGVsbG8=', b: base64('new'), c: base64('é') } });
    expect(object).not.toHaveProperty('stringData');
  });

  it('keeps a plain text whose key is a property of every object', async () => {
    const { object } = await write(secret(JSON.parse('{"stringData":{"__proto__":"x"}}') as object));
    expect(Object.entries(object.data ?? {})).toEqual([['__proto__', base64('x')]]);
  });

  it.each([
    [
      'an odd key',
      { data: { 'a b': '' } },
      [expect.stringMatching(/^data\[a b\]: Invalid value: "a b": a valid config key/)],
    ],
    [
      'too much data',
      { data: { k: base64('x'.repeat(1048577)) } },
      ['data: Too long: may not be more than 1048576 bytes'],
    ],
    ['tls without a key', { type: 'kubernetes.io/tls', data: { 'tls.crt': '' } }, ['data[tls.key]: Required value']],
    [
      'tls with nothing',
      { type: 'kubernetes.io/tls' },
      ['data[tls.crt]: Required value', 'data[tls.key]: Required value'],
    ],
    [
      'basic auth with nothing',
      { type: 'kubernetes.io/basic-auth' },
      ['data[username]: Required value', 'data[password]: Required value'],
    ],
    ['basic auth with one of the two', { type: 'kubernetes.io/basic-auth', data: { username: '' } }, []],
    ['ssh without a key', { type: 'kubernetes.io/ssh-auth' }, ['data[ssh-privatekey]: Required value']],
    [
      'ssh with an empty key',
      { type: 'kubernetes.io/ssh-auth', data: { 'ssh-privatekey': '' } },
      ['data[ssh-privatekey]: Required value'],
    ],
    [
      'docker config of the old form, missing',
      { type: 'kubernetes.io/dockercfg' },
      ['data[.dockercfg]: Required value'],
    ],
    ['docker config that is JSON', dockerConfig('{"auths":{}}'), []],
    ['docker config that is null', dockerConfig('null'), []],
    [
      'docker config that is not JSON',
      dockerConfig('notjson'),
      [`${redacted}: invalid character 'o' in literal null (expecting 'u')`],
    ],
    ['docker config that is empty', dockerConfig(''), [`${redacted}: unexpected end of JSON input`]],
    [
      'docker config that is a list',
      dockerConfig('[]'),
      [`${redacted}: json: cannot unmarshal array into Go value of type map[string]interface {}`],
    ],
    [
      'a token for no account',
      { type: 'kubernetes.io/service-account-token' },
      ['metadata.annotations[kubernetes.io/service-account.name]: Required value'],
    ],
    ['a type that nobody knows', { type: 'constructor' }, []],
  ])('with %s', async (_, rest, faults) => {
    expect((await write(secret(rest))).faults).toEqual(faults);
  });

  it('cannot change its type', async () => {
    const live = read(secret({ type: 'example.com/custom' }));
    expect((await write(secret({ type: 'Opaque' }), { live })).faults).toEqual([
      'type: Invalid value: "Opaque": field is immutable',
    ]);
  });

  it('that is immutable cannot be changed through plain texts', async () => {
    const live = read(secret({ immutable: true, stringData: { a: '1' } }));
    expect((await write(secret({ immutable: true, stringData: { a: '1' } }), { live })).faults).toEqual([]);
    expect((await write(secret({ immutable: true, stringData: { a: '2' } }), { live })).faults).toEqual([
      'data: Forbidden: field is immutable when `immutable` is set',
    ]);
  });

  it('warns of a certificate that is none', async () => {
    const data = { 'tls.crt': base64('x'), 'tls.key': base64('y') };
    expect((await write(secret({ type: 'kubernetes.io/tls', data }))).warnings).toEqual([
      'tls: failed to find any PEM data in certificate input',
    ]);
  });

  it('shows its type and how many values it holds, and can be selected by type', () => {
    const body = secret({
      type: 'a/b',
      stringData: { x: '1' },
      metadata: { name: 's', creationTimestamp: '2024-01-01T00:09:00Z' },
    });
    expect(cells(body)).toEqual(['s', 'a/b', 1, '60s']);
    expect(field('type', body)).toBe('a/b');
  });
});
