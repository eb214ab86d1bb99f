import { connect } from 'node:tls';
import type { Credentials } from '../support/client.ts';
import type { Random } from './random.ts';
import { damaged } from './values.ts';

const path = '/api/v1/namespaces/fuzz/configmaps';

/** Requests that no client library lets anybody send. `TOKEN` stands for the right one. */
function oddities(): string[] {
  const ok = 'Host: x\r\nAuthorization: Bearer TOKEN\r\n';
  const lines = [
    'get / HTTP/1.1',
    'BREW / HTTP/1.1',
    'TRACE / HTTP/1.1',
    'CONNECT localhost:1 HTTP/1.1',
    'PRI * HTTP/2.0',
    'OPTIONS * HTTP/1.1',
    'GET http://elsewhere/api/v1/namespaces HTTP/1.1',
    'GET //api//v1 HTTP/1.1',
    'GET /api/v1/../../etc/passwd HTTP/1.1',
    'GET /%00/%2e%2e HTTP/1.1',
    'GET /api/v1/namespaces/%c0%ae%c0%ae HTTP/1.1',
    'GET api HTTP/1.1',
    'GET / HTTP/9.9',
    'GET /',
    `GET /${'x'.repeat(30_000)} HTTP/1.1`,
    `GET ${path}?${'a=b&'.repeat(3500)} HTTP/1.1`,
    'POST /api/v1/namespaces HTTP/1.1',
    'SEARCH /api/v1/namespaces HTTP/1.1',
  ];
  const headers = [
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
    'Content-Length: 1\r\nContent-Length: 2',
    'Content-Length: 5\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
    'Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n',
    'Transfer-Encoding: gzip, nonsense',
    'Expect: 100-continue',
    'Expect: nonsense',
    'Upgrade: websocket\r\nConnection: Upgrade',
    'Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA',
    'Authorization: Bearer',
    'Authorization: Basic %%%\r\nAuthorization: Bearer x',
    'X: a\r\n folded',
    'No colon here',
    ': no name',
    'X\u0000: y',
    'Audit-ID: \u00ff\u00fe',
    `X: ${'y'.repeat(20_000)}`,
    Array.from({ length: 2500 }, (_, at) => `X${at}: y`).join('\r\n'),
    'Accept: \u0001',
    'Accept-Encoding: gzip;q=\u00e9',
  ];
  return [
    ...lines.map((line) => `${line}\r\n${ok}\r\n`),
    ...headers.map((header) => `POST ${path} HTTP/1.1\r\n${ok}Content-Type: application/json\r\n${header}\r\n\r\n{}`),
    'GET / HTTP/1.1\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\u0000'.repeat(200)}`,
    `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\u00ff'.repeat(200)}`,
    '\u0000'.repeat(100),
    '',
  ];
}

export function rawRequests(random: Random, count: number): Buffer[] {
  const odd = oddities().map((text) => Buffer.from(text, 'latin1'));
  const good = Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer TOKEN\r\nContent-Type: application/json\r\nContent-Length: 31\r\n\r\n{"metadata":{"name":"by-hand"}}`,
  );
  const mutants = Array.from({ length: count }, () => damaged(random, random.chance(0.5) ? good : random.pick(odd)));
  return [...odd, ...mutants];
}

/** Whether the server says that it is its own fault. That it does not speak another version of HTTP is none. */
export const isOwnFault = (status: number): boolean => status >= 500 && status !== 505;

/** Sends the bytes, and gives the statuses that came back before either side ended it. */
export function sendRaw({ url, ca, token }: Credentials, bytes: Buffer): Promise<number[]> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve) => {
    let heard = '';
    // A request that is not complete is waited for: not here.
    const socket = connect({ host, port: Number(port), ca, timeout: 100, ALPNProtocols: ['http/1.1'] }, () => {
      socket.write(Buffer.from(bytes.toString('latin1').replace('TOKEN', token), 'latin1'));
    });
    socket.on('data', (data) => {
      heard += data.toString('latin1');
      socket.end();
    });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () =>
      resolve([...heard.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))),
    );
  });
}
