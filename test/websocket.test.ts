import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const path = '/api/v1/namespaces/default/configmaps';
const watched = `${path}?watch=true&fieldSelector=metadata.name%3Dseen`;
const shake = {
  upgrade: 'websocket',
  connection: 'Upgrade',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
  origin: 'https://localhost',
};
let server: TestServer;
let bearer: { authorization: string };
beforeAll(async () => {
  server = await startTestServer();
  bearer = { authorization: `Bearer ${server.token}` };
  await server.client.post(path, { metadata: { name: 'seen' } });
});
afterAll(() => server[Symbol.asyncDispose]());

type Headers = Readonly<Record<string, string>>;

/** What a client hears over a WebSocket. */
class Heard {
  readonly headers: IncomingMessage['headers'];
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  #bytes: Buffer;
  #more: () => void = () => undefined;

  constructor({ headers }: IncomingMessage, socket: Socket, head: Buffer) {
    this.headers = headers;
    this.socket = socket;
    this.#bytes = head;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('data', (data: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, data]);
      this.#more();
    });
    socket.on('error', () => undefined);
  }
  /** The next frame: its first byte, and what is in it. */
  async next(): Promise<[number, Buffer]> {
    for (;;) {
      const short = (this.#bytes[1] ?? 0) & 0x7f;
      const size = short === 126 ? 4 : 2;
      const length = short === 126 && this.#bytes.length > 4 ? this.#bytes.readUInt16BE(2) : short;
      if (this.#bytes.length >= 2 && this.#bytes.length >= size + length) {
        const found = this.#bytes.subarray(size, size + length);
        const first = this.#bytes[0] as number;
        this.#bytes = this.#bytes.subarray(size + length);
        return [first, found];
      }
      await new Promise<void>((resolve) => {
        this.#more = resolve;
      });
    }
  }
  async event(): Promise<{ type: string; object: { metadata: { name: string } } }> {
    const [first, payload] = await this.next();
    expect(first).toBe(0x81);
    return JSON.parse(payload.toString());
  }
  say(opcode: number, text: string): void {
    this.socket.write(Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]));
  }
}

interface Refused {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

function ask(url: string, headers: Headers, body?: string): Promise<Heard | Refused> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const call = request(`${server.url}${url}`, { method, headers, ca: server.ca, agent: false });
    call.on('upgrade', (response, socket, head) => resolve(new Heard(response, socket, head)));
    call.on('response', (response) => {
      let text = '';
      response.on('data', (part) => (text += part));
      response.on('close', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function open(headers: Headers, url = watched): Promise<Heard> {
  const heard = await ask(url, { ...shake, ...headers });
  if (heard instanceof Heard) return heard;
  throw new Error(`refused: ${heard.status} ${heard.text}`);
}

async function refused(url: string, headers: Headers, body?: string): Promise<Refused> {
  const heard = await ask(url, headers, body);
  if (!(heard instanceof Heard)) return heard;
  heard.socket.destroy();
  throw new Error('was not refused');
}

describe('a watch over WebSocket', () => {
  it('sends each event as a message', async () => {
    const heard = await open(bearer);
    expect(heard.headers['sec-websocket-accept']).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    expect(await heard.event()).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'seen' } } });
    await server.client.put(`${path}/seen`, { metadata: { name: 'seen' }, data: { long: 'x'.repeat(1000) } });
    expect(await heard.event()).toMatchObject({ type: 'MODIFIED', object: { data: { long: 'x'.repeat(1000) } } });
    heard.socket.destroy();
  });
  it('sends protobuf in binary messages without lengths of their own', async () => {
    const heard = await open({ ...bearer, accept: 'application/vnd.kubernetes.protobuf' });
    const [first, payload] = await heard.next();
    expect([first, payload.subarray(0, 7).toString('latin1')]).toEqual([0x82, '\n\x05ADDED']);
    heard.socket.destroy();
  });
  it('answers pings, passes over messages, and ends when the client says so', async () => {
    const heard = await open(bearer);
    await heard.event();
    heard.say(1, 'nobody listens');
    heard.say(9, 'hello');
    expect(await heard.next()).toEqual([0x8a, Buffer.from('hello')]);
    heard.say(8, '');
    expect(await heard.next()).toEqual([0x88, Buffer.from([3, 232])]);
    await heard.closed;
  });
  it('ends with a close frame when its time is up', async () => {
    const heard = await open(bearer, `${watched}&timeoutSeconds=50`);
    await heard.event();
    server.clock.advance(51_000);
    expect(await heard.next()).toEqual([0x88, Buffer.from([3, 232])]);
    await heard.closed;
  });
  it('stays open as long as a watch does', async () => {
    const heard = await open(bearer);
    await heard.event();
    server.clock.advance(200_000);
    await server.client.put(`${path}/seen`, { metadata: { name: 'seen' }, data: { a: 'later' } });
    expect(await heard.event()).toMatchObject({ object: { data: { a: 'later' } } });
    heard.socket.destroy();
  });
  it('takes a token among its subprotocols, and answers with the other one', async () => {
    const token = `base64url.bearer.authorization.k8s.io.${Buffer.from(server.token).toString('base64url')}`;
    const heard = await open({ 'sec-websocket-protocol': `${token}, chosen` });
    expect(heard.headers['sec-websocket-protocol']).toBe('chosen');
    expect((await heard.event()).type).toBe('ADDED');
    heard.socket.destroy();
    const exec = '/api/v1/namespaces/default/pods/none/exec?command=a&stdout=true';
    const { status } = await refused(exec, { ...shake, 'sec-websocket-protocol': `v4.channel.k8s.io, ${token}` });
    expect(status).toBe(404);
  });
  it('answers with no subprotocol where a token stands beside an empty one', async () => {
    const token = `base64url.bearer.authorization.k8s.io.${Buffer.from(server.token).toString('base64url')}`;
    const heard = await open({ 'sec-websocket-protocol': `${token}, ` });
    expect(heard.headers).not.toHaveProperty('sec-websocket-protocol');
    heard.socket.destroy();
  });
  it.each([
    ['alone', (token: string) => token],
    ['twice', (token: string) => `${token}, ${token}, chosen`],
    ['padded', (token: string) => `${token}=, chosen`],
    ['that is nobody’s', () => 'base64url.bearer.authorization.k8s.io.bm9wZQ, chosen'],
  ])('refuses a token %s', async (_, protocols) => {
    const token = `base64url.bearer.authorization.k8s.io.${Buffer.from(server.token).toString('base64url')}`;
    expect((await refused(watched, { ...shake, 'sec-websocket-protocol': protocols(token) })).status).toBe(401);
  });
  it.each([
    ['without an origin', { origin: '' }, 403],
    ['without a key', { 'sec-websocket-key': '' }, 400],
    ['in another version', { 'sec-websocket-version': '8' }, 400],
    ['with several subprotocols', { 'sec-websocket-protocol': 'a, b' }, 400],
    ['as YAML', { accept: 'application/yaml' }, 406],
    ['of a stranger', { authorization: '' }, 403],
  ])('is refused %s', async (_, headers, status) => {
    expect((await refused(watched, { ...shake, ...bearer, ...headers })).status).toBe(status);
  });
  it('is no watch where the time of the past is wrong', async () => {
    expect((await refused(`${watched}&resourceVersion=x`, { ...shake, ...bearer })).status).toBe(500);
  });
});

describe('another upgrade', () => {
  it('of a watch is refused', async () => {
    const { status, text } = await refused(watched, { ...bearer, connection: 'Upgrade', upgrade: 'SPDY/3.1' });
    expect([status, JSON.parse(text).message]).toEqual([400, 'a watch can go on over WebSocket, not as "spdy/3.1"']);
  });
  it.each(['websocket', 'h2c'])('to %s leaves other requests as they are, with their bodies', async (upgrade) => {
    const asks = { ...shake, ...bearer, upgrade };
    expect((await refused('/version', asks)).status).toBe(200);
    expect((await refused(`${path}/seen`, asks)).status).toBe(200);
    const made = await refused(
      path,
      { ...asks, 'content-type': 'application/json' },
      JSON.stringify({ metadata: { name: `made-${upgrade}` }, data: { long: 'y'.repeat(300_000) } }),
    );
    expect([made.status, JSON.parse(made.text).metadata.name]).toEqual([201, `made-${upgrade}`]);
  });
});
