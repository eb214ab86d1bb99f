import { readFile } from 'node:fs/promises';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned } from '../src/server/testing/self-signed.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const path = '/api/v1/namespaces/default/configmaps';
const overTwoYears = 731 * 86_400_000;

let server: TestServer;
let admin: { readonly cert: string; readonly key: string; readonly ca: string };
beforeAll(async () => {
  server = await startTestServer();
  const read = (file: string) => readFile(join(server.running.dataDirectory, 'pki', file), 'utf8');
  admin = { cert: await read('admin.crt'), key: await read('admin.key'), ca: server.ca };
});
afterAll(() => server[Symbol.asyncDispose]());

function statusOver(agent: Agent, headers = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, server.url), { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    call.on('error', reject);
    call.end();
  });
}

/** Asks over a connection of its own, and gives the session with which another can take it up. */
function askOnce(session?: Buffer): Promise<{ session: Buffer | undefined; status: string; reused: boolean }> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let made: Buffer | undefined;
    const resumed = session === undefined ? {} : { session };
    let reused = false;
    const socket: TLSSocket = connect({ port: Number(port), host: '127.0.0.1', ...admin, ...resumed }, () => {
      reused = socket.isSessionReused();
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    });
    let text = '';
    socket.on('session', (one) => {
      made = one;
    });
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ session: made, status: text.split(' ')[1] ?? '', reused }));
  });
}

function statusOn(session: ClientHttp2Session): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': path });
    stream.on('response', (headers) => resolve(headers[':status']));
    stream.on('error', reject);
    stream.resume();
  });
}

describe('a client certificate', () => {
  it('of nobody known is 401, unless a token speaks for its bearer', async () => {
    const strangers = { cert: await selfSigned({ certificate: admin.cert, key: admin.key }), key: admin.key };
    const agent = new Agent({ ca: server.ca, ...strangers });
    expect(await statusOver(agent)).toBe(401);
    expect(await statusOver(agent, { authorization: `Bearer ${server.token}` })).toBe(200);
  });

  it('ends on its connection and in sessions that are taken up again', async () => {
    const session = connectHttp2(server.url, admin);
    // A connection on which nothing goes on would be closed meanwhile.
    session.request({ ':path': `${path}?watch=true` }).resume();
    expect(await statusOn(session)).toBe(200);
    const first = await askOnce();
    expect(first.status).toBe('200');
    server.clock.advance(overTwoYears);
    expect(await statusOn(session)).toBe(401);
    const again = await askOnce(first.session);
    expect([again.status, again.reused]).toEqual(['401', true]);
    session.destroy();
  });
});
