import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import { connect as connectTcp, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from './support/client.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const path = '/api/v1/namespaces/default/configmaps';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

describe('a new connection', () => {
  it('gets its first answer without waiting for an acknowledgement', async () => {
    const sockets: object[] = [];
    const keep = (message: unknown): void => void sockets.push((message as { socket: object }).socket);
    subscribe('net.server.socket', keep);
    using client = new TestClient({ url: server.url, token: server.token, ca: server.ca });
    expect((await client.post(path, { metadata: { generateName: 'fresh-' } })).status).toBe(201);
    unsubscribe('net.server.socket', keep);
    // Node notes it so. Without it the first answer waits forty milliseconds for the client's acknowledgement.
    const settings = sockets.map((socket) =>
      Object.getOwnPropertySymbols(socket).some(({ description }) => description === 'kSetNoDelay'),
    );
    expect(settings).toEqual([true]);
  });
  it('that speaks no TLS is told to', async () => {
    const { hostname: host, port } = new URL(server.url);
    const socket = connectTcp({ host, port: Number(port) });
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    const said = Buffer.concat(await socket.toArray()).toString();
    expect(said).toMatch(/^HTTP\/1\.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server\.\n/);
    expect(said).toContain('https://');
  });
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('may speak %s', async (version) => {
    const { hostname: host, port } = new URL(server.url);
    const socket = connectTls({ host, port: Number(port), ca: server.ca, minVersion: version, maxVersion: version });
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    expect(socket.getProtocol()).toBe(version);
    socket.destroy();
  });
});

describe('over HTTP/1.1', () => {
  /** All that comes until the server hangs up. */
  async function answerTo(text: string): Promise<string> {
    const { hostname: host, port } = new URL(server.url);
    const socket = connectTls({ host, port: Number(port), ca: server.ca });
    socket.write(text);
    return Buffer.concat(await socket.toArray()).toString();
  }
  it.each([
    ['NONSENSE\r\n\r\n', '400 Bad Request'],
    ['GET /healthz HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n', '400 Bad Request'],
    ['GET /healthz HTTP/7.7\r\nHost: x\r\n\r\n', '505 HTTP Version Not Supported'],
    [
      `GET /healthz HTTP/1.1\r\nHost: x\r\nLong: ${'x'.repeat(1100 * 1024)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
  ])('what is no request is told what is wrong with it: %.40j', async (text, status) => {
    const [head, told] = (await answerTo(text)).split('\r\n\r\n');
    expect(head?.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(told).toMatch(new RegExp(`^${status}: [A-Z]`));
  });
  it('a request may name its server in its first line, as to a proxy', async () => {
    const rest = ` HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.token}\r\nConnection: close\r\n\r\n`;
    expect(await answerTo(`GET http://x/healthz${rest}`)).toMatch(/\r\n\r\nok$/);
    expect(await answerTo(`GET HTTPS://x?a${rest}`)).toContain('"/healthz"');
  });
});

describe('a client that goes away', () => {
  it('in the middle of its body leaves nothing behind', async () => {
    const { hostname: host, port } = new URL(server.url);
    const socket = connectTls({ host, port: Number(port), ca: server.ca });
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.token}\r\nContent-Length: 1000\r\n\r\n{"metadata":`,
    );
    await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    const { metadata } = (await server.client.post(path, { metadata: { name: 'after' } })).body;
    expect(metadata.name).toBe('after');
  });
  it('in the middle of a watch does not disturb the others', async () => {
    const { resourceVersion } = (await server.client.get(path)).body.metadata;
    const stays = await server.client.watch(path, { resourceVersion });
    const goes = await server.client.watch(path, { resourceVersion });
    goes.close();
    await server.client.post(path, { metadata: { name: 'seen' } });
    expect((await stays.take(1))[0]?.object.metadata.name).toBe('seen');
  });
});

describe('a watch that stops reading', () => {
  it('ends alone when it has fallen behind', async () => {
    const secrets = '/api/v1/namespaces/default/secrets';
    const { resourceVersion } = (await server.client.post(secrets, { metadata: { name: 'busy' } })).body.metadata;
    const quick = await server.client.watch(secrets, { resourceVersion });
    const slow = await server.client.watch(secrets, { resourceVersion });
    slow.response.pause();
    // More than the server remembers for those who come late.
    const updates = Array.from({ length: 300 }, (_, round) => String(round));
    for (const round of updates) {
      const data = { data: { text: Buffer.alloc(60_000, round).toString('base64') } };
      expect((await server.client.put(`${secrets}/busy`, { metadata: { name: 'busy' }, ...data })).status).toBe(200);
      expect(await quick.next()).toMatchObject({ type: 'MODIFIED' });
    }
    slow.response.resume();
    const seen = await slow.rest();
    expect(seen.length).toBeLessThan(updates.length);
    expect(new Set(seen.map(({ type }) => type))).toEqual(new Set(['MODIFIED']));
    expect((await server.client.get(`${secrets}/busy`)).status).toBe(200);
    quick.close();
  });
});

describe('one HTTP/2 connection', () => {
  it('carries many requests and watches at once', async () => {
    const pki = (name: string): Promise<Buffer> => readFile(join(server.running.dataDirectory, 'pki', name));
    const session = connect(server.url, {
      ca: await pki('ca.crt'),
      cert: await pki('admin.crt'),
      key: await pki('admin.key'),
    });
    const ask = (url: string, body?: object) =>
      new Promise<string>((resolve, reject) => {
        const stream = session.request({
          ':path': url,
          ':method': body === undefined ? 'GET' : 'POST',
          'content-type': 'application/json',
        });
        let text = '';
        stream.on('data', (data) => {
          text += data;
          if (url.includes('watch') && text.includes('\n')) resolve(text);
        });
        stream.on('end', () => resolve(text));
        stream.on('error', reject);
        stream.end(body === undefined ? undefined : JSON.stringify(body));
      });
    const { resourceVersion } = JSON.parse(await ask(path)).metadata;
    const selector = 'fieldSelector=metadata.name%3Dtwo-7';
    const watching = ask(`${path}?watch=true&resourceVersion=${resourceVersion}&${selector}`);
    const names = Array.from({ length: 50 }, (_, index) => `two-${index}`);
    const created = await Promise.all(names.map((name) => ask(path, { metadata: { name } })));
    expect(created.map((text) => JSON.parse(text).metadata.name)).toEqual(names);
    expect(JSON.parse(await watching)).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'two-7' } } });
    session.destroy();
  });
});

describe('a stop', () => {
  const connectTo = async ({ url }: TestServer): Promise<Socket> => {
    const { hostname: host, port } = new URL(url);
    const socket = connectTcp({ host, port: Number(port) }).on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    return socket;
  };

  it('waits for no connection on which TLS is not agreed upon', async () => {
    const own = await startTestServer();
    const silent = await connectTo(own);
    // Those who are let in later were not the first.
    await own.client.get('/version');
    const closed = new Promise((resolve) => silent.once('close', resolve));
    await own[Symbol.asyncDispose]();
    await closed;
  });
  it('closes a connection of HTTP/1.1 that waits for its next request at once, not when other requests are over', async () => {
    const own = await startTestServer();
    const { hostname: host, port } = new URL(own.url);
    const idle = connectTls({ host, port: Number(port), ca: own.ca, ALPNProtocols: ['http/1.1'] });
    idle.write('GET /version HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => idle.once('data', resolve));
    const busy = own.client.open('POST', path, { headers: { 'content-length': '1000' }, body: '{' }).catch(() => 'cut');
    await own.client.get('/version');
    const closed = new Promise((resolve) => idle.once('close', resolve));
    const stopped = own.running.stop();
    await closed;
    own.clock.advance(600_000);
    await stopped;
    await busy;
    own.client[Symbol.dispose]();
  });
  it('waits no longer for a request when somebody sets the clock back meanwhile', async () => {
    const own = await startTestServer({ 'shutdown-grace': '100ms' });
    const waiting = own.client
      .open('POST', path, { headers: { 'content-length': '1000' }, body: '{' })
      .catch(() => 'cut');
    await own.client.get('/version');
    const stopped = own.running.stop();
    own.clock.set(-3_600_000);
    await stopped;
    expect(await waiting).toBe('cut');
    own.client[Symbol.dispose]();
  });
});

describe('a connection that nobody uses', () => {
  const open = async (protocol: 'h2' | 'http/1.1'): Promise<{ socket: TLSSocket; closed: Promise<unknown> }> => {
    const { hostname: host, port } = new URL(server.url);
    const socket = connectTls({ host, port: Number(port), ca: server.ca, ALPNProtocols: [protocol] });
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined).resume();
    return { socket, closed };
  };
  const isOpen = async ({ closed }: { closed: Promise<unknown> }): Promise<boolean> =>
    Promise.race([closed.then(() => false), new Promise<true>((resolve) => setTimeout(() => resolve(true), 50))]);
  const PREFACE = Buffer.concat([
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    Buffer.from('000000040000000000', 'hex'),
  ]);

  const PING = Buffer.concat([Buffer.from('000008060000000000', 'hex'), Buffer.from('a ping..')]);

  it('is closed when its handshake does not come to an end', async () => {
    const { hostname: host, port } = new URL(server.url);
    const socket = connectTcp({ host, port: Number(port) }).on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // The beginning of a record of a handshake, whose rest never comes.
    socket.write(Buffer.from('1603010200', 'hex'));
    await server.client.get('/version');
    server.clock.advance(30_000);
    expect(await isOpen({ closed })).toBe(true);
    server.clock.advance(2500);
    await closed;
  });
  it('is closed when it does not begin to speak the HTTP/2 that it has agreed upon', async () => {
    const silent = await open('h2');
    // The server's settings: it has taken the connection up.
    await new Promise((resolve) => silent.socket.once('data', resolve));
    server.clock.advance(9000);
    expect(await isOpen(silent)).toBe(true);
    server.clock.advance(2500);
    await silent.closed;
  });
  it('is closed when no request comes over HTTP/2', async () => {
    const idle = await open('h2');
    const said = new Promise<void>((resolve) => {
      idle.socket.on('data', (data: Buffer) => data.includes('a ping..') && resolve());
    });
    idle.socket.write(Buffer.concat([PREFACE, PING]));
    await said;
    server.clock.advance(80_000);
    expect(await isOpen(idle)).toBe(true);
    server.clock.advance(12_000);
    await idle.closed;
  });
  it('is closed when its first request does not come to the end of its headers', async () => {
    const slow = await open('http/1.1');
    slow.socket.write('GET /version HTTP/1.1\r\nHost: x\r\n');
    expect(await isOpen(slow)).toBe(true);
    await server.clock.advanceUntil(slow.closed, 10_000);
  });
  it('is closed some time after its last request', async () => {
    const used = await open('http/1.1');
    used.socket.write('GET /version HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => used.socket.once('data', resolve));
    server.clock.advance(80_000);
    expect(await isOpen(used)).toBe(true);
    server.clock.advance(12_000);
    await used.closed;
  });
  it('stays open for a watch', async () => {
    const { resourceVersion } = (await server.client.get(path)).body.metadata;
    const watch = await server.client.watch(path, { resourceVersion });
    server.clock.advance(200_000);
    await server.client.post(path, { metadata: { name: 'much-later' } });
    expect((await watch.take(1))[0]?.object.metadata.name).toBe('much-later');
  });
});
