import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const core = '/api/v1/namespaces/default';
let server: TestServer;
let backend: Server;
let port: number;
beforeAll(async () => {
  backend = createServer((asked, response) => {
    if (asked.url === '/page') return void response.setHeader('content-type', 'text/html').end('<a href="/other">');
    if (asked.url === '/moved') return void response.writeHead(302, { location: '/there' }).end();
    response.setHeader('x-method', asked.method ?? '');
    asked.pipe(response.setHeader('x-asked', `${asked.url} ${asked.headers.authorization ?? 'nobody'}`));
  });
  backend.on('upgrade', (_, socket: Socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n');
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  ({ port } = backend.address() as AddressInfo);
  server = await startTestServer({ 'service-resolver': `default/fixed=127.0.0.1:${port}` });
  await makePod('web', { 'pinnace.dev/backend': `127.0.0.1:${port}` });
  await makePod('dead', { 'pinnace.dev/backend': '127.0.0.1:1' });
  await makePod('plain', {});
  await server.client.post('/api/v1/nodes', {
    metadata: { name: 'pretends', labels: { 'pinnace.dev/simulated': 'true' } },
  });
  await makePod('simulated', {}, 'pretends');
  for (const name of ['web', 'fixed', 'bare']) {
    await server.client.post(`${core}/services`, { metadata: { name }, spec: { ports: [{ name: 'http', port: 80 }] } });
  }
  const address = (ip: string, name?: string) => ({ ip, ...(name && { targetRef: { kind: 'Pod', name } }) });
  const endpoints = (name: string, addresses: object[]) =>
    server.client.post(`${core}/endpoints`, {
      metadata: { name },
      subsets: [{ addresses, ports: [{ name: 'http', port: 80 }] }],
    });
  await endpoints('web', [address('10.9.9.9', 'web'), address('10.1.1.1', 'web')]);
  await endpoints('bare', [address('10.1.1.1')]);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  backend.closeAllConnections();
  await new Promise((resolve) => backend.close(resolve));
});

async function makePod(name: string, annotations: Record<string, string>, nodeName?: string): Promise<void> {
  const { client } = server;
  const spec = { nodeName, containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 8080 }] }] };
  await client.post(`${core}/pods`, { metadata: { name, annotations }, spec });
  await client.ask('PATCH', `${core}/pods/${name}/status`, {
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ status: { podIP: '10.1.1.1', podIPs: [{ ip: '10.1.1.1' }], phase: 'Running' } }),
  });
}

describe('a proxy', () => {
  it.each([
    'pods/web/proxy',
    'pods/web:8080/proxy',
    'services/web:http/proxy',
    'services/web:80/proxy',
    'services/fixed/proxy',
  ])('%s leads to the process that stands in', async (path) => {
    const { status, text, headers } = await server.client.ask('POST', `${core}/${path}/a%20b/../c/`, {
      body: 'said',
      query: { q: '1' },
      headers: { 'content-type': 'text/plain' },
    });
    expect([status, text, headers['x-method'], headers['x-asked']]).toEqual([200, 'said', 'POST', '/c/?q=1 nobody']);
  });

  it('keeps links and redirects below itself', async () => {
    const at = `${core}/pods/web/proxy`;
    expect((await server.client.get(`${at}/page`)).text).toBe(`<a href="${at}/other">`);
    expect((await server.client.get(`${at}/moved`)).headers.location).toBe(`${at}/there`);
    const { status, headers } = await server.client.get(at, { a: 'b' });
    expect([status, headers.location]).toEqual([301, `${at}/?a=b`]);
  });

  it('goes on with another protocol where that is asked for, and Node warns of nothing', async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warned);
    const heard = await new Promise<string>((resolve, reject) => {
      const asked = request(new URL(`${core}/pods/web/proxy/up`, server.url), {
        ca: server.ca,
        headers: { authorization: `Bearer ${server.token}`, connection: 'upgrade', upgrade: 'echo' },
      });
      asked.on('upgrade', (_, socket) => {
        socket.once('data', (bytes) => {
          resolve(String(bytes));
          socket.destroy();
        });
        socket.write('hello');
      });
      asked.on('error', reject);
      asked.end();
    });
    process.off('warning', warned);
    expect([heard, warnings]).toEqual(['hello', []]);
  });

  it.each([
    ['pods/dead/proxy/', 503, 'error trying to reach service: dial tcp 127.0.0.1:1: connect: connection refused'],
    ['services/bare:http/proxy/', 503, 'no endpoints available for service "bare:http"'],
    ['services/web/proxy/', 503, 'no endpoints available for service "web"'],
    ['services/web:81/proxy/', 503, 'no service port 81 found for service "web"'],
  ])('%s is %d where nobody answers', async (path, code, message) => {
    const { status, body } = await server.client.get(`${core}/${path}`);
    expect([status, body.message]).toEqual([code, message]);
  });

  it('does not lead to this machine by way of a pod or node that says it has its address', async () => {
    const { client } = server;
    const status = { addresses: [{ type: 'InternalIP', address: '127.0.0.1' }] };
    await client.post('/api/v1/nodes', { metadata: { name: 'sly' }, status });
    await client.ask('PATCH', '/api/v1/nodes/sly/status', {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ status }),
    });
    const node = await client.get(`/api/v1/nodes/http:sly:${port}/proxy/`);
    expect([node.status, node.body.message]).toEqual([400, 'address not allowed']);
  });
});

describe('exec and its like', () => {
  it('want to go on with another protocol', async () => {
    const { status, body } = await server.client.ask('POST', `${core}/pods/web/portforward`);
    expect([status, body.message]).toEqual([400, 'Upgrade request required']);
  });
});

describe('what a container of a simulated node says over a WebSocket', () => {
  const exec = 'container c of pod default/simulated is simulated: nothing runs in it\n';
  const failed = 'command terminated with non-zero exit code: exit status 126';
  const log = 'container c of pod default/simulated is simulated: nothing runs, and nothing is logged\n';
  const base64 = (text: string): string => Buffer.from(text).toString('base64');

  it.each([
    ['channel.k8s.io', [`\x02${exec}`, `\x03${failed}`]],
    ['', [`\x02${exec}`, `\x03${failed}`]],
    ['base64.channel.k8s.io', [`2${base64(exec)}`, `3${base64(failed)}`]],
  ])('is told in the channels of %j', async (protocol, wanted) => {
    const asking = { path: 'pods/simulated/exec', query: 'command=a&stdout=1&stderr=1', protocol };
    expect(await overChannels({ ...asking, message: Buffer.from('\0') })).toEqual(wanted);
  });

  it('ends with a Status since v4', async () => {
    const asking = { path: 'pods/simulated/exec', query: 'command=a&stderr=1', protocol: 'v4.channel.k8s.io' };
    const [, status = ''] = await overChannels({ ...asking, message: Buffer.from('\0') });
    expect(JSON.parse(status.slice(1))).toMatchObject({ status: 'Failure', reason: 'NonZeroExitCode' });
  });

  it.each([
    ['binary.k8s.io', log],
    ['', log],
    ['base64.binary.k8s.io', base64(log)],
  ])('is its log as messages of %j', async (protocol, wanted) => {
    const asking = { path: 'pods/simulated/log', query: '', protocol, message: Buffer.from('\0') };
    expect(await overChannels(asking)).toEqual([wanted]);
  });

  it('is refused in a protocol that nobody speaks, as is the log of no pod', async () => {
    const headers = {
      connection: 'upgrade',
      upgrade: 'websocket',
      origin: 'http://localhost',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-protocol': 'morse',
    };
    const { status, text } = await server.client.ask('GET', `${core}/pods/simulated/log`, { headers });
    expect([status, text]).toEqual([400, expect.stringContaining('not supported: [morse]')]);
    expect((await server.client.ask('GET', `${core}/pods/nobody/log`, { headers })).status).toBe(404);
  });
});

describe('ports that are forwarded over the channels of a WebSocket', () => {
  const asked = 'HEAD / HTTP/1.0\r\n\r\n';

  it.each([
    ['v4.channel.k8s.io', Buffer.from(`\0${asked}`), ['\0\x90\x1f', '\x01\x90\x1f', '\0HTTP/1.1 200 OK\r\n']],
    ['', Buffer.from(`\0${asked}`), ['\0\x90\x1f', '\x01\x90\x1f', '\0HTTP/1.1 200 OK\r\n']],
    [
      'v4.base64.channel.k8s.io',
      Buffer.from(`0${Buffer.from(asked).toString('base64')}`),
      ['0kB8=', '1kB8=', `0${Buffer.from('HTTP/1.1 200 OK').toString('base64')}`],
    ],
  ])('lead to the process that stands in (%s)', async (protocol, message, wanted) => {
    const heard = await overChannels({ path: 'pods/web/portforward', query: 'ports=8080', protocol, message });
    expect(wanted.map((text, at) => heard[at]?.slice(0, text.length))).toEqual(wanted);
  });

  it('tell in the second channel of a port what went wrong', async () => {
    const asking = {
      path: 'pods/dead/portforward',
      query: 'ports=80,81',
      protocol: 'v4.channel.k8s.io',
      message: Buffer.from('\0'),
    };
    const heard = await overChannels(asking);
    const faults = heard.filter((text) => text.includes('error forwarding port'));
    expect(faults.map((text) => text.slice(0, 38)).sort()).toEqual([
      '\x01error forwarding port 80 to pod dead,',
      '\x03error forwarding port 81 to pod dead,',
    ]);
  });

  it('have to be named', async () => {
    const { status, body } = await server.client.ask('GET', `${core}/pods/web/portforward`, {
      headers: { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'a' },
    });
    expect([status, body.message]).toEqual([400, 'query parameter "port" is required']);
  });
});

interface Channels {
  readonly path: string;
  readonly query: string;
  readonly protocol: string;
  readonly message: Buffer;
}

/** All messages of the server, until it ends the connection. */
function overChannels({ path, query, protocol, message }: Channels): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(`${core}/${path}?${query}`, server.url), {
      ca: server.ca,
      headers: {
        authorization: `Bearer ${server.token}`,
        connection: 'upgrade',
        upgrade: 'websocket',
        origin: 'http://localhost',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...(protocol && { 'sec-websocket-protocol': protocol }),
      },
    });
    asked.on('upgrade', (_, socket, head) => {
      const pieces = [head];
      socket.on('data', (bytes) => void pieces.push(bytes));
      socket.once('close', () => resolve(messagesIn(Buffer.concat(pieces))));
      socket.write(Buffer.concat([Buffer.from([0x82, 0x80 | message.length, 0, 0, 0, 0]), message]));
    });
    asked.on('error', reject);
    asked.end();
  });
}

function messagesIn(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const short = (bytes[at + 1] as number) & 0x7f;
    const [size, length] = short === 126 ? [4, bytes.readUInt16BE(at + 2)] : [2, short];
    if (((bytes[at] as number) & 0x0f) < 8) found.push(bytes.toString('latin1', at + size, at + size + length));
    at += size + length;
  }
  return found;
}
