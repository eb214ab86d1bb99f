import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { connect } from 'node:tls';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whenReady } from '#meta';
import { quickClock } from '../../storage/testing/world.ts';
import { testAuthority } from '../../webhook/testing/certificates.ts';
import type { HttpCall, Reply } from '../call.ts';
import { Connections } from '../connections.ts';
import { answerNode } from '../exchange.ts';
import type { House } from '../house.ts';
import { Deadlines, InflightLimit } from '../limits.ts';
import { listen } from '../listen.ts';
import { nodeHttp1Settings, onRequest } from './node-reader.ts';

/** More of them: RUNS=5000 npx vitest run src/http/http1 */
const RUNS = Number(process.env.RUNS ?? 200);
/** Nobody is cut off meanwhile, on a slow machine too. */
const LONGEST_WAIT_MS = 600_000;
/** After so long without a byte a server is taken to wait for more of a request that is not whole. */
const SILENCE_MS = 1500;

/** One that reads plain requests by hand, and one of Node's alone. */
const ports = { byHand: 0, byNode: 0 };
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const { key, cert } = await (await testAuthority()).issue(['localhost']);
  const tls = { key, cert, ca: cert };
  const own = await listen(smallHouse(), tls, { host: '127.0.0.1', port: 0 });
  ports.byHand = own.port;
  const server = createSecureServer({ ...tls, allowHTTP1: true });
  Object.assign(server, nodeHttp1Settings);
  const house = smallHouse();
  const connections = new Connections(server, house.world.clock);
  onRequest(server, (request, response) =>
    answerNode({ house, connections }, request, { response, upgrade: undefined }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ports.byNode = (server.address() as AddressInfo).port;
  stops.push(
    () => own.stop(0),
    () => connections.stop(0),
  );
});
afterAll(() => Promise.all(stops.map((stop) => stop())));

/** Only the outermost layers: everybody may do everything, and a path says how it is answered. */
function smallHouse(): House {
  const clock = quickClock(LONGEST_WAIT_MS);
  const deadlines = new Deadlines(clock, 60_000);
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  return {
    world: { clock, ids: { uid: () => 'an-id', suffix: () => 'abcde' }, log },
    deadlines,
    inflight: new InflightLimit(0, deadlines),
    authenticate: () => ({ username: 'somebody', groups: [] }),
    authorize: () => ({ allowed: true, reason: '' }),
    paths: { answer: (call: HttpCall) => answers(call) },
    begin: () => ({ authenticated() {}, authorized() {}, finished() {} }),
  } as unknown as House;
}

const plain = (text: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(text),
});

function answers(call: HttpCall): Reply | Promise<Reply> {
  const { method, path, query, headers, rawHeaders } = call;
  const heard = JSON.stringify({ method, path, query, headers, rawHeaders });
  if (path === '/later') return turn().then(() => plain(heard));
  if (path === '/none') return { status: 204, headers: {}, body: Buffer.alloc(0) };
  if (path === '/unchanged') return { status: 304, headers: { etag: '"a"' }, body: Buffer.alloc(0) };
  if (path === '/twice') return { ...plain(heard), headers: { warning: ['299 - "a"', '299 - "b"'] } };
  if (path === '/stream') return { ...plain(''), body: pieces(heard) };
  if (path === '/fails') throw new Error('a bug');
  if (path === '/body') return whenReady(call.body(), (body) => plain(`${heard} ${body.toString('latin1')}`));
  return plain(heard);
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text.slice(0, 10));
  await turn();
  yield Buffer.from(text.slice(10));
}

const paths = ['/at-once', '/later', '/none', '/unchanged', '/twice', '/stream', '/fails', '/body', '/%zz'];
const target = fc.tuple(
  fc.constantFrom(...paths),
  fc.constantFrom('', '?a=b', '?x=%20&y=(1)', '?', "?q=a'b;c", '?u=%zz'),
);
const header = fc.constantFrom(
  'Accept: application/json',
  'accept: application/json;as=Table, */*',
  'User-Agent: some client/1.0 (linux)',
  'Authorization: Bearer abc.def',
  'X-One:  two spaces',
  'X-Two:none',
  'X-Three: behind \t',
  'X-Four:',
  'X-Five: caf\u00e9',
  'X-Six: a\tb',
  'Accept: text/plain',
  'Cookie: a=b',
  'cookie: c=d',
  '__proto__: x',
  'constructor: y',
  'X_Under: score',
  'Connection: keep-alive',
  'Connection: Keep-Alive',
  'Audit-ID: mine',
);
/** What Node's parser has to decide about. */
const oddHeader = fc.constantFrom(
  'Connection: close',
  'Connection: upgrade',
  'Proxy-Connection: close',
  'Expect: 100-continue',
  'Expect: more',
  'TE: trailers',
  'Host: again',
  'Content-Length: 3',
  'Content-Length: 03',
  'Content-Length: +3',
  'Content-Length: 3, 3',
  'Content-Length: -1',
  'Content-Length: 0x3',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: chunked',
  'X Bad: name',
  'X-Space : before the colon',
  ' folded: line',
  'no colon',
  'X-Latin: caf\u00e9',
  `X-Long: ${'a'.repeat(20_000)}`,
  'X-Nul: a\0b',
  'X-Return: a\rb',
);

/** They are answered before the next request is looked at. */
const atOnce: ReadonlySet<string> = new Set(['/at-once', '/none', '/unchanged', '/twice', '/fails', '/%zz']);

interface Sent {
  readonly bytes: Buffer;
  readonly isAtOnce: boolean;
}

/** It is read and answered whole before something wrong behind it ends the connection. */
const isRead = ({ bytes, isAtOnce }: Sent): boolean => isAtOnce && bytes.length < 1000;

const plainRequest = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
    target,
    headers: fc.uniqueArray(header, { maxLength: 5 }),
    body: fc.option(fc.oneof(fc.nat(40), fc.constant(5000), fc.constant(70_000)), { nil: undefined }),
  })
  .map(({ method, target: [path, query], headers, body }): Sent => {
    const lines = [`${method} ${path}${query} HTTP/1.1`, 'Host: here', ...headers];
    if (body !== undefined) lines.push(`Content-Length: ${body}`);
    const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${'b'.repeat(body ?? 0)}`, 'latin1');
    return { bytes, isAtOnce: atOnce.has(path) };
  });

const oddRequest = fc
  .record({
    line: fc.constantFrom(
      'GET /at-once HTTP/1.1',
      'POST /at-once HTTP/1.1',
      'GET /at-once HTTP/1.0',
      'GET /at-once HTTP/1.2',
      'GET  /at-once HTTP/1.1',
      'get /at-once HTTP/1.1',
      'GET http://here/at-once HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'GET /at-once',
      'LIST /at-once HTTP/1.1',
      'PROPFIND /at-once HTTP/1.1',
      'GET /at-once#part HTTP/1.1',
      'GET /"quoted"|^ HTTP/1.1',
      '\r\nGET /at-once HTTP/1.1',
      '\0',
    ),
    host: fc.boolean(),
    headers: fc.array(fc.oneof(header, oddHeader), { maxLength: 3 }),
    lineEnd: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
    body: fc.constantFrom('', 'abc', '3\r\nabc\r\n0\r\n\r\n', '3;x\r\nabc\r\n0\r\n\r\n'),
  })
  .map(({ line, host, headers, lineEnd, body }): Buffer => {
    const lines = [line, ...(host ? ['Host: here'] : []), ...headers];
    return Buffer.from(`${lines.join(lineEnd)}${lineEnd}${lineEnd}${body}`, 'latin1');
  });

/** Plain requests, then perhaps something odd, or one of which a byte is another: of ASCII, as Node takes no other in a target. */
const conversation = fc.record({
  requests: fc.array(plainRequest, { minLength: 1, maxLength: 4 }),
  odd: fc.option(oddRequest, { nil: undefined }),
  changed: fc.option(fc.record({ at: fc.nat(), byte: fc.nat(127) }), { nil: undefined, freq: 3 }),
  cuts: fc.array(fc.nat(), { maxLength: 4 }),
});

const LAST = Buffer.from('GET /at-once?last HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');

const GO_ON = 'HTTP/1.1 100 Continue\r\n\r\n';

/** Node sends the `100` of a request that came right behind another between the head and the body of its answer. */
function comparable(said: string): string {
  const parts = said.replace(/^Date: .*$/gm, 'Date: now').split(GO_ON);
  return `${parts.join('')}${GO_ON.repeat(parts.length - 1)}`;
}

/** What a server says to pieces that are sent one after the other. */
function saidBy(port: number, sent: readonly Buffer[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
    const parts: Buffer[] = [];
    const giveUp = setTimeout(() => socket.destroy(), SILENCE_MS);
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      giveUp.refresh();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED' && reject(error));
    socket.on('close', () => {
      clearTimeout(giveUp);
      resolve(comparable(Buffer.concat(parts).toString('latin1')));
    });
    socket.once('secureConnect', async () => {
      for (const part of sent) {
        await new Promise((done) => socket.write(part, done));
        await turn();
      }
      giveUp.refresh();
    });
  });
}

describe('requests that are read by hand', () => {
  it('are answered as by Node, whatever is sent and wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async ({ requests, odd, changed, cuts }) => {
        // Node forgets the answers that it has not begun when it finds something wrong behind their requests.
        const answered = odd === undefined && changed === undefined ? requests : requests.filter(isRead);
        const bytes = Buffer.concat([...answered.map((one) => one.bytes), odd ?? Buffer.alloc(0), LAST]);
        if (changed !== undefined) bytes[changed.at % bytes.length] = changed.byte;
        const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
        const sent = [0, ...places].map((from, at) => bytes.subarray(from, places[at]));
        // A connection that is destroyed may take the last answers with it: what comes of that is not the same twice.
        for (let tries = 5; ; tries--) {
          const [byHand, byNode] = await Promise.all([saidBy(ports.byHand, sent), saidBy(ports.byNode, sent)]);
          if (byHand === byNode) return;
          if (tries === 0) expect(byHand).toBe(byNode);
        }
      }),
      { numRuns: RUNS },
    );
  }, 600_000);
});
