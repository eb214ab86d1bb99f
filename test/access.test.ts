import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Asked } from './support/client.ts';
import { TestClient } from './support/client.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const core = '/api/v1/namespaces/default';
const group = 'rbac.authorization.k8s.io';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: 'clusterrole-aggregation,serviceaccount-token' });
  await server.running.settle();
});
afterAll(() => server[Symbol.asyncDispose]());

const as = (name: string, more: Asked['headers'] = {}): Asked['headers'] => ({ 'impersonate-user': name, ...more });
const get = (path: string, headers?: Asked['headers']) => server.client.get(path, {}, headers);
const post = (path: string, body: object, headers: Asked['headers'] = {}) =>
  server.client.ask('POST', path, { body, headers: { 'content-type': 'application/json', ...headers } });
const subject = (name: string) => ({ kind: 'User', apiGroup: group, name });
const bind = (name: string, role: string, ...users: string[]) =>
  post(`${rbac}/namespaces/default/rolebindings`, {
    metadata: { name },
    roleRef: { apiGroup: group, kind: 'ClusterRole', name: role },
    subjects: users.map(subject),
  });
const withToken = (token: string): TestClient => new TestClient({ url: server.url, ca: server.ca, token });
async function newToken(account: string, spec: object = {}): Promise<Answer> {
  return post(`${core}/serviceaccounts/${account}/token`, { spec });
}

describe('a server', () => {
  it('lets users do what their roles say, from the next request on', async () => {
    expect((await get(`${core}/configmaps`, as('ada'))).status).toBe(403);
    expect((await bind('viewers', 'view', 'ada')).status).toBe(201);
    expect((await get(`${core}/configmaps`, as('ada'))).status).toBe(200);
    const { status, body } = await post(`${core}/configmaps`, { metadata: { name: 'x' } }, as('ada'));
    expect(status).toBe(403);
    expect(body.message).toBe(
      'configmaps is forbidden: User "ada" cannot create resource "configmaps" in API group "" in the namespace "default"',
    );
    await server.client.delete(`${rbac}/namespaces/default/rolebindings/viewers`);
    expect((await get(`${core}/configmaps`, as('ada'))).status).toBe(403);
  });

  it('lets everybody see what there is, and strangers almost nothing', async () => {
    expect((await get('/apis', as('anybody'))).status).toBe(200);
    expect((await get('/metrics', as('anybody'))).body.message).toBe(
      'forbidden: User "anybody" cannot get path "/metrics"',
    );
    const stranger = withToken('');
    expect((await stranger.get('/version')).status).toBe(200);
    expect((await stranger.get('/livez')).text).toBe('ok');
    expect((await stranger.get('/livez/ping')).status).toBe(403);
    expect((await get('/healthz', { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await stranger.get('/apis')).body.message).toBe(
      'forbidden: User "system:anonymous" cannot get path "/apis"',
    );
    stranger[Symbol.dispose]();
  });

  it('does not let users give away what they do not have', async () => {
    await bind('admins', 'admin', 'boss');
    const roles = `${rbac}/namespaces/default/roles`;
    const role = (name: string, resource: string, verbs = ['get']) => ({
      metadata: { name },
      rules: [{ apiGroups: [''], resources: [resource], verbs }],
    });
    expect((await post(roles, role('own', 'secrets'), as('boss'))).status).toBe(201);
    const { status, body } = await post(roles, role('more', 'nodes', ['get', 'list']), as('boss'));
    expect(status).toBe(403);
    expect(body.message).toBe(
      `roles.${group} "more" is forbidden: user "boss" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["nodes"], Verbs:["get" "list"]}`,
    );
    const patched = await server.client.ask('PATCH', `${roles}/own`, {
      body: JSON.stringify({ rules: role('own', 'nodes').rules }),
      headers: { 'content-type': 'application/merge-patch+json', ...as('boss') },
    });
    expect(patched.status).toBe(403);
  });

  it('takes nobody for another who may not be', async () => {
    await post(`${core}/serviceaccounts`, { metadata: { name: 'op' } });
    const { body: made } = await newToken('op');
    const op = withToken((made.status as { token: string }).token);
    const { status, body } = await op.get(`${core}/configmaps`, {}, as('ada'));
    expect(status).toBe(403);
    expect(body.message).toBe(
      'configmaps is forbidden: User "system:serviceaccount:default:op" cannot impersonate-on:user-info:list resource "configmaps" in API group "" in the namespace "default"',
    );
    op[Symbol.dispose]();
  });

  it('takes a token after too much space for none, and says so', async () => {
    const { status, headers } = await get('/apis', { authorization: `Bearer  ${server.token}` });
    expect([status, headers.warning]).toEqual([
      403,
      '299 - "the provided Authorization header contains extra space before the bearer token, and is ignored"',
    ]);
  });

  it('does not mind headers that only look like impersonation', async () => {
    expect((await get(`${core}/configmaps`, { 'impersonate-nothing': 'x' })).status).toBe(200);
    const { status, body } = await get(`${core}/configmaps`, { 'impersonate-group': 'x' });
    expect([status, body.reason]).toEqual([400, 'BadRequest']);
  });

  it('answers questions in protobuf too, and never stores them', async () => {
    const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    const accept = { accept: 'application/vnd.kubernetes.protobuf' };
    const before = (await get('/api/v1/namespaces')).body.metadata.resourceVersion;
    const answer = await post(path, {}, accept);
    expect(answer.status).toBe(201);
    expect(answer.text.startsWith('k8s\0')).toBe(true);
    expect(answer.text).toContain('system:masters');
    expect((await server.client.post(path, {}, { dryRun: 'All' })).status).toBe(201);
    expect((await server.client.post(path, { odd: 1 }, { fieldValidation: 'Strict' })).status).toBe(400);
    expect((await get(path)).status).toBe(405);
    expect((await get('/api/v1/namespaces')).body.metadata.resourceVersion).toBe(before);
  });

  it('tells how to check its tokens', async () => {
    const account = as('system:serviceaccount:default:op');
    const { body } = await get('/.well-known/openid-configuration', account);
    expect(body).toMatchObject({ issuer: 'https://kubernetes.default.svc', jwks_uri: `${server.url}/openid/v1/jwks` });
    const keys = await get('/openid/v1/jwks', account);
    expect(keys.headers['content-type']).toBe('application/jwk-set+json');
    expect(keys.headers['cache-control']).toBe('public, max-age=3600');
    expect((await get('/openid/v1/jwks', as('anybody'))).status).toBe(403);
  });

  it('publishes questions like everything else', async () => {
    const { body } = await get('/openapi/v3/apis/authorization.k8s.io/v1');
    expect(Object.keys(body.paths as object)).toContain(
      '/apis/authorization.k8s.io/v1/namespaces/{namespace}/localsubjectaccessreviews',
    );
    const { paths } = (await get('/openapi/v3/api/v1')).body as unknown as { paths: { [path: string]: unknown } };
    expect(JSON.stringify(paths['/api/v1/namespaces/{namespace}/serviceaccounts/{name}/token'])).toContain(
      'io.k8s.api.authentication.v1.TokenRequest',
    );
  });
});

describe('a token of a service account', () => {
  it('holds as long as the account, and what it is bound to', async () => {
    await post(`${core}/serviceaccounts`, { metadata: { name: 'bot' } });
    await post(`${core}/secrets`, { metadata: { name: 'anchor' } });
    const boundObjectRef = { apiVersion: 'v1', kind: 'Secret', name: 'anchor' };
    const { status, body } = await newToken('bot', { boundObjectRef });
    expect(status).toBe(201);
    const { token } = body.status as { token: string };
    const bot = withToken(token);
    const who = () => bot.post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {});
    expect((await who()).body.status).toMatchObject({
      userInfo: {
        username: 'system:serviceaccount:default:bot',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
      },
    });
    await server.client.delete(`${core}/secrets/anchor`);
    expect((await who()).status).toBe(401);
    const { body: review } = await post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token } });
    expect(review.status).toEqual({
      user: {},
      error: '[invalid bearer token, service account token has been invalidated]',
    });
    bot[Symbol.dispose]();
  });

  it('is none for other audiences', async () => {
    const { body } = await newToken('bot', { audiences: ['db'] });
    const db = withToken((body.status as { token: string }).token);
    expect((await db.get('/version')).status).toBe(401);
    expect((await db.get('/apis')).status).toBe(401);
    db[Symbol.dispose]();
  });

  it('lies in a secret that asks for one, and holds as long as the secret', async () => {
    await post(`${core}/secrets`, {
      metadata: { name: 'old', annotations: { 'kubernetes.io/service-account.name': 'bot' } },
      type: 'kubernetes.io/service-account-token',
    });
    await server.running.settle();
    const { data } = (await get(`${core}/secrets/old`)).body as unknown as { data: { token: string } };
    const token = Buffer.from(data.token, 'base64').toString();
    const bot = withToken(token);
    const who = () => bot.post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {});
    expect((await who()).body.status).toMatchObject({ userInfo: { username: 'system:serviceaccount:default:bot' } });
    await server.client.ask('PATCH', `${core}/secrets/old`, {
      body: JSON.stringify({ data: { token: 'eA==' } }),
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect((await who()).status).toBe(401);
    await server.client.delete(`${core}/secrets/old`);
    const { body: review } = await post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token } });
    expect(review.status).toEqual({ user: {}, error: '[invalid bearer token, Token has been invalidated]' });
    bot[Symbol.dispose]();
  });

  it('ends', async () => {
    const { body } = await newToken('bot', { expirationSeconds: 600 });
    const bot = withToken((body.status as { token: string }).token);
    expect((await bot.get('/apis')).status).toBe(200);
    server.clock.advance(661_000);
    expect((await bot.get('/apis')).status).toBe(401);
    bot[Symbol.dispose]();
  });
});

it('lets nobody but masters in where everything is denied', async () => {
  await using strict = await startTestServer({ 'authorization-mode': 'AlwaysDeny' });
  expect((await strict.client.get('/apis')).status).toBe(200);
  const { body } = await strict.client.get('/apis', {}, as('ada'));
  expect(body.message).toBe('forbidden: User "ada" cannot get path "/apis": Everything is forbidden.');
});
