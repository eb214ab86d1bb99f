import { describe, expect, it } from 'vitest';
import { ApiError, type JsonObject, type KubeObject } from '#meta';
import { tryOut } from '../../resource/testing/trial.ts';
import { type TokenIssuer, tokenPart } from './token-request.ts';

const objects: { readonly [place: string]: JsonObject } = {
  'serviceaccounts/home/bot': { metadata: { name: 'bot', namespace: 'home', uid: 'u1' } },
  'pods/home/p': { metadata: { name: 'p', uid: 'p1' }, spec: { serviceAccountName: 'bot', nodeName: 'n' } },
  'pods/home/ghostly': { metadata: { name: 'ghostly', uid: 'p2' }, spec: { serviceAccountName: 'bot', nodeName: 'x' } },
  'pods/home/foreign': { metadata: { name: 'foreign', uid: 'p3' }, spec: { serviceAccountName: 'other' } },
  'secrets/home/s': { metadata: { name: 's', uid: 's1' } },
  'nodes//n': { metadata: { name: 'n', uid: 'n1' } },
};
const issuer: TokenIssuer = {
  audiences: ['us'],
  find: async ({ resource }, name, namespace) => (objects[`${resource}/${namespace}/${name}`] as KubeObject) ?? null,
  sign: (claims) => JSON.stringify(claims),
};
const definition = tokenPart(issuer).review;
if (definition?.virtual === undefined) throw new Error('there is nothing to ask');
const { virtual } = definition;
const { read, show, context } = tryOut(definition);
const iat = Date.parse(context.now) / 1000;

async function ask(spec: object, { account = 'bot', metadata = {} } = {}) {
  const question = read({ metadata, spec });
  try {
    return show(await virtual.create(question, context, account)) as JsonObject & { status: { token: string } };
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
const claimsFor = async (spec: object) => {
  const answer = await ask(spec);
  return typeof answer === 'string' ? answer : JSON.parse(answer.status.token);
};
const ref = (kind: string, name: string, more: object = {}) => ({
  boundObjectRef: { apiVersion: 'v1', kind, name, ...more },
});

describe('asking for a token', () => {
  it('gives one for this server and an hour, if nothing is said', async () => {
    expect(await ask({})).toMatchObject({
      metadata: { name: 'bot', namespace: 'home', uid: 'u1', creationTimestamp: context.now },
      spec: { audiences: ['us'], expirationSeconds: 3600, boundObjectRef: null },
      status: { expirationTimestamp: '2024-01-01T01:00:00Z' },
    });
    expect(await claimsFor({})).toEqual({
      aud: ['us'],
      exp: iat + 3600,
      iat,
      nbf: iat,
      sub: 'system:serviceaccount:home:bot',
      'kubernetes.io': { namespace: 'home', serviceaccount: { name: 'bot', uid: 'u1' } },
    });
  });
  it.each<[string, object, object]>([
    ['a secret', ref('Secret', 's'), { secret: { name: 's', uid: 's1' } }],
    ['a pod on its node', ref('Pod', 'p'), { pod: { name: 'p', uid: 'p1' }, node: { name: 'n', uid: 'n1' } }],
    ['a pod on a node that nobody knows', ref('Pod', 'ghostly'), { pod: { name: 'ghostly' }, node: { name: 'x' } }],
    ['a node', ref('Node', 'n', { uid: 'n1' }), { node: { name: 'n', uid: 'n1' } }],
  ])('binds it to %s', async (_, spec, bound) => {
    expect((await claimsFor(spec))['kubernetes.io']).toMatchObject(bound);
  });
  it('lets the tokens that pods have by default go on for a year', async () => {
    const claims = await claimsFor({ ...ref('Pod', 'p'), expirationSeconds: 3607 });
    expect(claims.exp).toBe(iat + 365 * 24 * 3600);
    expect(claims['kubernetes.io'].warnafter).toBe(iat + 3607);
    const foreign = await claimsFor({ ...ref('Pod', 'p'), expirationSeconds: 3607, audiences: ['db'] });
    expect(foreign.exp).toBe(iat + 3607);
  });
  const invalid = (text: string) => `TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: ${text}`;
  it.each<[object, string]>([
    [{ expirationSeconds: 599 }, invalid('Invalid value: 599: may not specify a duration less than 10 minutes')],
    [
      { expirationSeconds: 2 ** 32 + 1 },
      invalid('Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds'),
    ],
    [ref('Pod', 'ghost'), 'pods "ghost" not found'],
    [ref('Pod', ''), 'Name parameter required.'],
    [ref('ConfigMap', 'c'), 'cannot bind token to object of type /v1, Kind=ConfigMap'],
    [
      ref('Pod', 'foreign'),
      'cannot bind token for serviceaccount "bot" to pod running with different serviceaccount name.',
    ],
    [
      ref('Secret', 's', { uid: 'x' }),
      'Operation cannot be fulfilled on Secret "s": the UID in the bound object reference (x) does not match the UID in record. The object might have been deleted and then recreated',
    ],
  ])('refuses %j', async (spec, message) => expect(await ask(spec)).toBe(message));
  it.each<[object, string]>([
    [{ account: 'ghost' }, 'serviceaccounts "ghost" not found'],
    [
      { metadata: { name: 'x' } },
      'TokenRequest.authentication.k8s.io "bot" is invalid: metadata.name: Invalid value: "x": must match the service account name if specified',
    ],
    [
      { metadata: { uid: 'x' } },
      'Operation cannot be fulfilled on TokenRequest.authentication.k8s.io "bot": the UID in the token request (x) does not match the UID of the service account (u1)',
    ],
  ])('refuses it with %j', async (more, message) => expect(await ask({}, more)).toBe(message));
});
