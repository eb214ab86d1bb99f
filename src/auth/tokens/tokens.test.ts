import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JsonObject, KubeObject } from '#meta';
import { LegacyTokens, ServiceAccountTokens, SigningKey } from '../index.ts';
import { claimsOf } from './signing-key.ts';

const newKey = (): SigningKey => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return new SigningKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
};
const key = newKey();
const issuer = 'https://issuer';
const start = 1_800_000_000;

/** Objects by `resource/namespace/name`. */
function tokensOver(objects: { [place: string]: JsonObject }) {
  const clock = { now: () => world.seconds * 1000 };
  const world = { seconds: start };
  const tokens = new ServiceAccountTokens({
    key,
    issuer,
    clock,
    async find({ resource }, name, namespace) {
      const metadata = objects[`${resource}/${namespace}/${name}`];
      return metadata === undefined ? null : ({ apiVersion: 'v1', kind: 'K', metadata } as KubeObject);
    },
  });
  return { objects, world, tokens };
}
const account = { name: 'bot', uid: 'u1' };
const claims = (bound: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  iss: issuer,
  aud: [issuer, 'db'],
  exp: start + 3600,
  iat: start,
  nbf: start,
  jti: 'j1',
  sub: 'system:serviceaccount:ns:bot',
  'kubernetes.io': { namespace: 'ns', serviceaccount: account, ...bound },
  ...more,
});
const there = (): { [place: string]: JsonObject } => ({
  'serviceaccounts/ns/bot': { uid: 'u1' },
  'pods/ns/p': { uid: 'p1' },
  'secrets/ns/s': { uid: 's1' },
  'nodes//n': { uid: 'n1' },
});
const invalid = { fault: 'Token has been invalidated' };

describe('a token of a service account', () => {
  it('is the account, with its groups and what the token is bound to', async () => {
    const { tokens } = tokensOver(there());
    const bound = { pod: { name: 'p', uid: 'p1' }, node: { name: 'n', uid: 'gone' } };
    expect(await tokens.verdict(key.seal(claims(bound)), [issuer, 'other'])).toEqual({
      audiences: [issuer],
      user: {
        name: 'system:serviceaccount:ns:bot',
        uid: 'u1',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:ns'],
        extra: {
          'authentication.kubernetes.io/credential-id': ['JTI=j1'],
          'authentication.kubernetes.io/pod-name': ['p'],
          'authentication.kubernetes.io/pod-uid': ['p1'],
          'authentication.kubernetes.io/node-name': ['n'],
          'authentication.kubernetes.io/node-uid': ['gone'],
        },
      },
    });
  });
  it('is for whom it says', async () => {
    const { tokens } = tokensOver(there());
    expect(await tokens.verdict(key.seal(claims()), ['nobody'])).toEqual({
      fault: 'token audiences ["https://issuer" "db"] is invalid for the target audiences ["nobody"]',
    });
    expect(await tokens.verdict(key.seal(claims({}, { aud: 'db' })), ['db'])).toMatchObject({ audiences: ['db'] });
  });
  it('ends, but clocks may differ by a minute', async () => {
    const { tokens, world } = tokensOver(there());
    const token = key.seal(claims());
    world.seconds = start + 3660;
    expect(await tokens.verdict(token, [issuer])).toHaveProperty('user');
    world.seconds++;
    expect(await tokens.verdict(token, [issuer])).toEqual({ fault: 'service account token has expired' });
    world.seconds = start - 61;
    expect(await tokens.verdict(token, [issuer])).toEqual({ fault: 'service account token is not valid yet' });
  });

  const gone = 'service account token has been invalidated';
  it.each<[string, JsonObject, string[]]>([
    [
      'serviceaccounts/ns/bot',
      {},
      [
        'service account ns/bot has been deleted',
        'service account UID (another) does not match claim (u1)',
        'serviceaccounts "bot" not found',
      ],
    ],
    [
      'pods/ns/p',
      { pod: { name: 'p', uid: 'p1' } },
      [gone, 'pod UID (another) does not match service account pod ref claim (p1)', gone],
    ],
    [
      'secrets/ns/s',
      { secret: { name: 's', uid: 's1' } },
      [gone, 'secret UID (another) does not match service account secret ref claim (s1)', gone],
    ],
    [
      'nodes//n',
      { node: { name: 'n', uid: 'n1' } },
      [gone, 'node UID (another) does not match service account node ref claim (n1)', gone],
    ],
  ])('ends with %s', async (place, bound, [marked, another, missing]) => {
    const { tokens, objects, world } = tokensOver(there());
    const token = key.seal(claims(bound));
    const verdict = () => tokens.verdict(token, [issuer]);
    expect(await verdict()).toHaveProperty('user');
    objects[place] = { ...objects[place], deletionTimestamp: new Date(start * 1000).toISOString() };
    expect(await verdict()).toHaveProperty('user');
    world.seconds += 61;
    expect(await verdict()).toEqual({ fault: marked });
    objects[place] = { uid: 'another' };
    expect(await verdict()).toEqual({ fault: another });
    delete objects[place];
    expect(await verdict()).toEqual({ fault: missing });
  });

  it('must be sealed by this server', async () => {
    const { tokens } = tokensOver(there());
    const [head, , seal] = key.seal(claims()).split('.');
    const other = Buffer.from(JSON.stringify(claims({}, { sub: 'root' }))).toString('base64url');
    const broken = { fault: 'go-jose/go-jose: error in cryptographic primitive' };
    expect(await tokens.verdict(`${head}.${other}.${seal}`, [issuer])).toEqual(broken);
    expect(await tokens.verdict(newKey().seal(claims()), [issuer])).toEqual(broken);
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    expect(await tokens.verdict(`${none}.${other}.`, [issuer])).toEqual(broken);
  });
  it('is written in one way only', async () => {
    const { tokens } = tokensOver(there());
    const [head = '', body = '', seal = ''] = key.seal(claims()).split('.');
    const broken = { fault: 'go-jose/go-jose: error in cryptographic primitive' };
    expect(await tokens.verdict(`${head}.${body}.${seal}==`, [issuer])).toEqual(broken);
    const other =
      seal.includes('-') || seal.includes('_') ? seal.replaceAll('-', '+').replaceAll('_', '/') : `${seal}+`;
    expect(await tokens.verdict(`${head}.${body}.${other}`, [issuer])).toEqual(broken);
    expect(await tokens.verdict(`${head}.${body}=.${seal}`, [issuer])).toBeUndefined();
  });
  it.each(['', 'x', 'a.b.c', 'a.b', `${'x'.repeat(20_000)}.b.c`, 'e30.bnVsbA.x', 'e30.W10.x'])(
    'is not %.20s',
    async (text) => expect(await tokensOver(there()).tokens.verdict(text, [issuer])).toBeUndefined(),
  );
  it('is not one of another issuer', async () => {
    expect(await tokensOver(there()).tokens.verdict(key.seal(claims({}, { iss: 'x' })), [issuer])).toBeUndefined();
  });
  it.each<[string, JsonObject]>([
    ['an account', { 'kubernetes.io': { namespace: 'ns' } }],
    ['a namespace', { 'kubernetes.io': { serviceaccount: account } }],
    ['claims of its own', { 'kubernetes.io': 'x' }],
    ['an end', { exp: 'never' }],
  ])('cannot be without %s', async (_, more) => {
    expect(await tokensOver(there()).tokens.verdict(key.seal(claims({}, more)), [issuer])).toEqual(invalid);
  });
});

describe('a token in a secret', () => {
  const owner = { namespace: 'ns', secret: 's', account: 'bot', uid: 'u1' };
  const audiences = ['us'];
  const verdictWith = (secret: JsonObject | null, bot: JsonObject | null, sealedBy = key) => {
    const token = new LegacyTokens({ key: sealedBy, audiences, find: async () => null }).issue(owner);
    const data = { token: Buffer.from(token).toString('base64') };
    const find = async ({ resource }: { resource: string }) =>
      (resource === 'secrets' ? secret && { data, ...secret } : bot) as KubeObject | null;
    return new LegacyTokens({ key, audiences, find }).verdict(token, audiences);
  };
  const bot = { metadata: { uid: 'u1' } };
  const secret = { metadata: {} };
  const deleted = { deletionTimestamp: '2024-01-01T00:00:00Z' };

  it('is its service account', async () => {
    expect(await verdictWith(secret, bot)).toEqual({
      audiences: ['us'],
      user: {
        name: 'system:serviceaccount:ns:bot',
        uid: 'u1',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:ns'],
        extra: {},
      },
    });
  });
  it.each<[string, JsonObject | null, JsonObject | null, string]>([
    ['the secret', null, bot, 'Token has been invalidated'],
    ['a secret that stays', { metadata: deleted }, bot, 'Token has been invalidated'],
    ['the same token in it', { metadata: {}, data: { token: 'eA==' } }, bot, "Token does not match server's copy"],
    ['the account', secret, null, 'ServiceAccount ns/bot has been deleted'],
    [
      'an account that stays',
      secret,
      { metadata: { uid: 'u1', ...deleted } },
      'ServiceAccount ns/bot has been deleted',
    ],
    ['the same account', secret, { metadata: { uid: 'u2' } }, 'ServiceAccount UID (u2) does not match claim (u1)'],
  ])('is nobody without %s', async (_, kept, account, fault) => {
    expect(await verdictWith(kept, account)).toEqual({ fault });
  });
  it('must be sealed by this server', async () => {
    expect(await verdictWith(secret, bot, newKey())).toEqual({
      fault: 'go-jose/go-jose: error in cryptographic primitive',
    });
  });
});

describe('the key of tokens', () => {
  it('tells its public half, and nothing else', () => {
    expect(key.publicKeys.map(Object.keys)).toEqual([['use', 'kty', 'kid', 'alg', 'x', 'y', 'crv']]);
  });
  it.each([
    ['RS256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['ES384', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
    ['ES512', generateKeyPairSync('ec', { namedCurve: 'P-521' })],
  ])('may be one that seals with %s, and others may be believed beside it', (algorithm, { privateKey, publicKey }) => {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const other = new SigningKey(pem);
    const token = other.seal({ sub: 's' });
    expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).alg).toBe(algorithm);
    expect(other.isSealOf(token)).toBe(true);
    expect(key.isSealOf(token)).toBe(false);
    const { privateKey: own } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const files = [publicKey.export({ type: 'spki', format: 'pem' }).toString()];
    const both = new SigningKey(own.export({ type: 'sec1', format: 'pem' }).toString(), files);
    expect(both.isSealOf(token)).toBe(true);
    expect(both.algorithms).toEqual(['ES256', algorithm]);
  });
  it('is refused with a reason where no token can be sealed with it', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => new SigningKey(pem)).toThrow('it is neither RSA nor EC on P-256, P-384 or P-521');
    expect(() => new SigningKey('thesis')).toThrow('it is no key in PEM');
  });
  it('writes claims in the order of their names', () => {
    expect(Object.keys(claimsOf(key.seal({ sub: 's', aud: 'a' })) ?? {})).toEqual(['aud', 'sub']);
  });
});
