import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startLocalConsole } from '#console';
import { ConsoleVisitor, NOTHING_TOLD } from './support/console-visitor.ts';
import { readerToken } from './support/reader-token.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const NAMESPACES = '/console/api/api/v1/namespaces';
const HOUR_MS = 60 * 60 * 1000;

let server: TestServer;
let visitor: ConsoleVisitor;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  visitor = new ConsoleVisitor(server);
  // Failed logins of other tests are forgotten.
  server.clock.advance(61_000);
  return () => visitor[Symbol.dispose]();
});

const codeOf = (url: string): string => new URL(url).searchParams.get('code') ?? '';

describe('logging in to the console', () => {
  it('a link logs the administrator in, once', async () => {
    const code = codeOf(server.running.consoleUrl);
    expect(code).toHaveLength(43);
    const { status, headers } = await visitor.login({ code });
    expect(status).toBe(204);
    const { port } = server.running;
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        `^__Secure-pinnace-console-${port}=[\\w-]{43}; Path=/console; HttpOnly; SameSite=Strict; Secure$`,
      ),
    ]);
    const session = await visitor.get('/console/session');
    expect(session.body).toMatchObject({
      user: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
      server: { url: server.url, version: expect.stringMatching(/^v1\./) },
    });
    expect((await visitor.get(NAMESPACES)).status).toBe(200);

    using second = new ConsoleVisitor(server);
    const again = await second.login({ code });
    expect([again.status, again.body.reason]).toEqual([401, 'Unauthorized']);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('a token logs its owner in, who may do there what it may do elsewhere', async () => {
    const token = await readerToken(server.client);
    expect((await visitor.login({ token })).status).toBe(204);
    const { user } = (await visitor.get('/console/session')).body as unknown as { user: { username: string } };
    expect(user.username).toBe('system:serviceaccount:default:reader');
    expect((await visitor.get('/console/api/api/v1/namespaces/default/configmaps')).status).toBe(200);
    const refused = await visitor.get('/console/api/api/v1/namespaces/default/secrets');
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('"system:serviceaccount:default:reader" cannot list');
    // The token is worth nothing when its owner is gone, and neither is the session.
    await server.client.delete('/api/v1/namespaces/default/serviceaccounts/reader');
    server.clock.advance(60_000);
    expect((await visitor.get('/console/session')).status).toBe(401);
    expect((await visitor.get('/console/api/api/v1/namespaces/default/configmaps')).status).toBe(401);
  });

  it.each(['', ' ', 'a b', 'wrong', 'schlüssel'])('the token %j logs nobody in', async (token) => {
    const answer = await visitor.login({ token });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
  });

  it('a login gives a new session and ends the one that was there: none can be planted', async () => {
    await visitor.login({ token: server.token });
    const planted = visitor.cookie;
    await visitor.login({ token: server.token });
    expect(visitor.cookie).not.toBe(planted);
    expect((await visitor.get('/console/session')).status).toBe(200);
    expect((await visitor.get('/console/session', { cookie: planted })).status).toBe(401);

    const chosen = `${planted.split('=')[0]}=${'a'.repeat(43)}`;
    await visitor.ask('POST', '/console/login', { body: { token: server.token }, headers: { cookie: chosen } });
    expect((await visitor.get('/console/session', { cookie: chosen })).status).toBe(401);
  });

  it('who fails too often has to wait, also with the right token', async () => {
    const failures = [];
    for (let n = 0; n < 11; n++) failures.push((await visitor.login({ token: `wrong${n}` })).status);
    expect(failures).toEqual([...Array(10).fill(401), 429]);
    const late = await visitor.login({ token: server.token });
    expect([late.status, late.body.reason]).toEqual([429, 'TooManyRequests']);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    server.clock.advance(61_000);
    expect((await visitor.login({ token: server.token })).status).toBe(204);
  });

  it('a login that is too long, or does not come, is not waited for', async () => {
    const long = await visitor.login({ token: 'x'.repeat(40_000) });
    expect(long.status).toBe(413);
    const { request } = await import('node:https');
    const slow = new Promise<number>((resolve, reject) => {
      const headers = { 'x-pinnace-console': '1', 'sec-fetch-site': 'same-origin', 'content-length': '100' };
      const call = request(`${server.url}/console/login`, { method: 'POST', headers, ca: server.ca }, (response) => {
        resolve(response.statusCode ?? 0);
        call.destroy();
      });
      call.on('error', reject);
      call.write('{"token"');
    });
    expect(await server.clock.advanceUntil(slow, 1000)).toBe(504);
  });

  it('a session ends when nobody used it for long, and after a day in any case', async () => {
    await visitor.login({ token: server.token });
    server.clock.advance(7 * HOUR_MS);
    expect((await visitor.get('/console/session')).status).toBe(200);
    server.clock.advance(8 * HOUR_MS);
    expect((await visitor.get('/console/session')).status).toBe(401);

    await visitor.login({ token: server.token });
    const used = [];
    for (let n = 0; n < 4; n++) {
      server.clock.advance(7 * HOUR_MS);
      used.push((await visitor.get('/console/session')).status);
    }
    expect(used).toEqual([200, 200, 200, 401]);
  });

  it('a logout ends the session and the watches that run in it', async () => {
    await visitor.login({ token: server.token });
    const { cookie } = visitor;
    const watch = await visitor.watch(NAMESPACES);
    expect((await watch.next())?.type).toBe('ADDED');
    const { status, headers } = await visitor.ask('POST', '/console/logout');
    expect([status, headers['set-cookie']?.[0]]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    await watch.rest();
    expect((await visitor.get('/console/session', { cookie })).status).toBe(401);
  });
});

describe('requests through the console', () => {
  beforeEach(() => visitor.login({ token: server.token }).then(() => undefined));

  it('reach the API with every verb, and are remembered as its own', async () => {
    const maps = '/console/api/api/v1/namespaces/default/configmaps';
    const made = await visitor.ask('POST', maps, { body: { metadata: { name: 'seen' }, data: { a: '1' } } });
    expect(made.status).toBe(201);
    expect(made.body.metadata).toMatchObject({ managedFields: [{ manager: 'pinnace-console' }] });
    const patched = await visitor.ask('PATCH', `${maps}/seen?dryRun=All`, {
      body: JSON.stringify({ data: { a: '2' } }),
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect([patched.status, patched.body.data]).toEqual([200, { a: '2' }]);
    expect((await visitor.ask('DELETE', `${maps}/seen`)).status).toBe(200);
    const { requests } = (await visitor.get('/console/api/pinnace/requests')).body as unknown as {
      requests: readonly { verb: string; path: string; user: string; userAgent: string }[];
    };
    expect(requests[0]).toMatchObject({
      verb: 'delete',
      path: '/api/v1/namespaces/default/configmaps/seen',
      user: 'admin',
      userAgent: expect.stringMatching(/^pinnace-console\//),
    });
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }],
    ['a link in the console', { 'sec-fetch-dest': 'document' }],
    ['a script element', { 'sec-fetch-dest': 'script' }],
    ['another origin, told by an old browser', { ...NOTHING_TOLD, origin: 'https://evil.example' }],
  ])('are refused when they come from %s', async (_, headers) => {
    const answer = await visitor.get(NAMESPACES, headers);
    expect([answer.status, answer.body.reason]).toEqual([403, 'Forbidden']);
    expect((await visitor.get('/console/session', headers)).status).toBe(403);
    expect((await visitor.ask('POST', '/console/login', { body: { token: server.token }, headers })).status).toBe(403);
    expect((await visitor.ask('POST', '/console/logout', { headers })).status).toBe(403);
    expect((await visitor.get('/console/session')).status).toBe(200);
  });

  it('need the header of the console to write, and to read where the browser does not tell who asks', async () => {
    const bare = { 'x-pinnace-console': '' };
    const body = { metadata: { name: 'forged' } };
    const write = await visitor.ask('POST', NAMESPACES, { body, headers: bare });
    expect([write.status, write.body.message]).toEqual([403, 'forbidden: the header X-Pinnace-Console is missing']);
    expect((await visitor.ask('POST', '/console/login', { body: { token: server.token }, headers: bare })).status).toBe(
      403,
    );
    expect((await visitor.get(NAMESPACES, bare)).status).toBe(200);
    expect((await visitor.get(NAMESPACES, { ...NOTHING_TOLD, ...bare })).status).toBe(403);
    expect((await visitor.get(NAMESPACES, NOTHING_TOLD)).status).toBe(200);
  });

  it('keep nothing of what the browser says of itself', async () => {
    const answer = await visitor.ask('POST', '/console/api/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
      headers: { authorization: 'Bearer wrong', 'x-remote-user': 'mallory' },
    });
    expect((answer.body.status as unknown as { userInfo: { username: string } }).userInfo.username).toBe('admin');
  });

  it('are answered with data that no browser takes for a page', async () => {
    const { headers } = await visitor.get(NAMESPACES);
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('the cookie counts for nothing on the paths of the API', async () => {
    expect(visitor.cookie).not.toBe('');
    const straight = await visitor.get('/api/v1/namespaces');
    expect([straight.status, straight.body.message]).toEqual([
      403,
      'namespaces is forbidden: User "system:anonymous" cannot list resource "namespaces" in API group "" at the cluster scope',
    ]);
  });
});

describe('the pages of the console', () => {
  it('can be opened by anybody, and framed, sniffed or scripted by nobody', async () => {
    for (const path of ['/console', '/console/', '/console/login?code=x', '/console/objects/v1/configmaps/a.b']) {
      const { headers } = await visitor.get(path, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' });
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
          "font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
    expect((await visitor.ask('PUT', '/console')).status).toBe(405);
  });

  it('show in nothing that clients of the API see', async () => {
    const { client } = server;
    await visitor.get('/console');
    expect((await client.get('/')).text).not.toContain('console');
    expect((await client.get('/apis')).text).not.toContain('console');
    expect((await client.get('/metrics')).text).not.toContain('console');
    expect((await client.get('/consoles')).text).toBe('404 page not found\n');
  });

  it('are not there with --console=false', async () => {
    await using plain = await startTestServer({ console: 'false' });
    const { status, text, headers } = await plain.client.get('/console');
    expect([status, text]).toEqual([404, '404 page not found\n']);
    expect(headers).not.toHaveProperty('content-security-policy');
    using stranger = new ConsoleVisitor(plain);
    expect((await stranger.get('/console/session')).body.message).toBe(
      'forbidden: User "system:anonymous" cannot get path "/console/session"',
    );
    expect(plain.running.consoleUrl).toBe('');
  });
});

describe('the console on this machine for any cluster', () => {
  const userAgent = 'pinnace-console/test';
  const start = (config: object) =>
    startLocalConsole({
      config: { server: server.url, certificateAuthority: server.ca, ...config },
      port: 0,
      world: { clock: server.clock, log: { debug() {}, info() {}, warn() {}, error() {} } },
      userAgent,
    });
  const plainly = async (port: number, path: string, init: RequestInit & { host?: string } = {}) => {
    const { request } = await import('node:http');
    return new Promise<{ status: number; text: string; cookie: string }>((resolve, reject) => {
      const { host = `127.0.0.1:${port}`, method = 'GET', body, headers } = init;
      const own = { host, 'sec-fetch-site': 'same-origin', 'x-pinnace-console': '1', ...(headers as object) };
      const length = body ? { 'content-length': String(Buffer.byteLength(String(body))) } : {};
      request({ port, host: '127.0.0.1', path, method, headers: { ...own, ...length } }, async (response) => {
        let text = '';
        for await (const piece of response) text += piece;
        const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
        resolve({ status: response.statusCode ?? 0, text, cookie });
      })
        .on('error', reject)
        .end(body as string | undefined);
    });
  };

  it('asks the cluster with the credentials of the kubeconfig', async () => {
    await using local = await start({ token: server.token });
    const { port } = local;
    const { status, cookie } = await plainly(port, '/console/login', {
      method: 'POST',
      body: JSON.stringify({ code: codeOf(local.loginUrl) }),
    });
    expect([status, cookie]).toEqual([204, expect.stringMatching(`^pinnace-console-${port}=`)]);
    const session = await plainly(port, '/console/session', { headers: { cookie } });
    expect(JSON.parse(session.text)).toMatchObject({ user: { username: 'admin' }, server: { url: server.url } });
    const list = await plainly(port, '/console/api/api/v1/namespaces?limit=1', { headers: { cookie } });
    expect(JSON.parse(list.text)).toMatchObject({ kind: 'NamespaceList' });
    expect((await plainly(port, '/console/api/api/v1/namespaces')).status).toBe(401);
    const { requests } = (await server.client.get('/pinnace/requests')).body as unknown as {
      requests: readonly { userAgent: string }[];
    };
    expect(requests.some((one) => one.userAgent === userAgent)).toBe(true);
  });

  it('takes no token, and answers to no other name', async () => {
    await using local = await start({ token: server.token });
    const { port } = local;
    const body = JSON.stringify({ token: server.token });
    expect((await plainly(port, '/console/login', { method: 'POST', body })).status).toBe(401);
    expect((await plainly(port, '/console', { host: `evil.example:${port}` })).status).toBe(421);
    expect((await plainly(port, '/console', { host: 'localhost' })).status).toBe(421);
    expect((await plainly(port, '/')).status).toBe(302);
  });

  it('says that the cluster does not answer', async () => {
    await using local = await start({ server: 'https://127.0.0.1:1' });
    const { port } = local;
    const { cookie } = await plainly(port, '/console/login', {
      method: 'POST',
      body: JSON.stringify({ code: codeOf(local.loginUrl) }),
    });
    const answer = await plainly(port, '/console/session', { headers: { cookie } });
    expect([answer.status, JSON.parse(answer.text).message]).toEqual([
      503,
      expect.stringContaining('connection refused'),
    ]);
  });
});
