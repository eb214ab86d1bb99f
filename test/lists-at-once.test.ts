import { connect } from 'node:http2';
import { get } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import { good } from './verb-suite/subject.ts';

/** Together more than a buffer that is used again must have, and less than what goes out in pieces. */
const COUNT = 20;
const BYTES = 20_000;
const letters = ['a', 'b', 'c', 'd'];
const pathOf = (letter: string): string => `/api/v1/namespaces/${letter}/configmaps?labelSelector=mine`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const letter of letters) {
    good(await server.client.post('/api/v1/namespaces', { metadata: { name: letter } }), 201);
    for (let at = 0; at < COUNT; at++) {
      const body = { metadata: { name: `m${at}`, labels: { mine: '' } }, data: { text: letter.repeat(BYTES) } };
      good(await server.client.post(`/api/v1/namespaces/${letter}/configmaps`, body), 201);
    }
  }
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

type Reader = (letter: string) => Promise<string | undefined>;

const overHttp1 =
  (read: (parts: AsyncIterable<Buffer>) => Promise<Buffer | undefined>, headers = {}): Reader =>
  (letter) =>
    new Promise((resolve, reject) => {
      const authorization = `Bearer ${server.token}`;
      get(new URL(pathOf(letter), server.url), { ca: server.ca, headers: { authorization, ...headers } }, (answer) => {
        read(answer).then((bytes) => resolve(bytes?.toString()), reject);
      }).on('error', reject);
    });

async function whole(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
async function slowly(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  await setTimeout(100);
  return whole(parts);
}
/** Goes away in the middle. */
async function begun(parts: AsyncIterable<Buffer>): Promise<undefined> {
  for await (const _ of parts) return undefined;
}

const overHttp2: Reader = async (letter) => {
  const session = connect(server.url, { ca: server.ca });
  try {
    const stream = session.request({ ':path': pathOf(letter), authorization: `Bearer ${server.token}` });
    return (await whole(stream)).toString();
  } finally {
    session.close();
  }
};

const readers: readonly Reader[] = [
  overHttp1(whole),
  overHttp1(slowly),
  overHttp1(begun),
  overHttp1(async (parts) => gunzipSync(await whole(parts)), { 'accept-encoding': 'gzip' }),
  overHttp2,
];

it('lists that are read at once, fast and slowly, to the end or not, do not mix', async () => {
  const expected = new Map<string, string>();
  for (const letter of letters) expected.set(letter, good(await server.client.get(pathOf(letter))) as never);
  for (let round = 0; round < 6; round++) {
    await Promise.all(
      letters.flatMap((letter) =>
        readers.map(async (reader) => {
          const text = await reader(letter);
          if (text !== undefined) expect(JSON.parse(text)).toEqual(expected.get(letter));
        }),
      ),
    );
  }
});
