import { type ClientHttp2Session, connect } from 'node:http2';
import { request } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Deadlines, type House, InflightLimit, type Listening, listen, type Reply } from '#http';
import { type TestAuthority, testAuthority } from '../src/crd/testing/certificates.ts';
import { until } from './support/definitions.ts';
import { TestClock } from './support/test-clock.ts';

const type = { 'content-type': 'text/plain' };
let authority: TestAuthority;
let listening: Listening;
/** What the house answers next. */
let answer: () => Promise<Reply>;
let observe: () => void;
let logged: string[];

beforeAll(async () => {
  authority = await testAuthority();
  const pair = await authority.issue(['localhost']);
  const note = (message: string, { error }: { error?: Error } = {}): void =>
    void logged.push(`${message}: ${error?.message}`);
  // Only the outermost layers: every path is open, and nothing is a resource.
  const clock = new TestClock();
  const ids = { uid: () => 'an-id', suffix: () => 'abcde' };
  const house = {
    world: { clock, ids, log: { debug() {}, info() {}, warn: note, error: note } },
    inflight: new InflightLimit(0),
    deadlines: new Deadlines(clock, 60_000),
    paths: { isOpen: () => true, answer: () => answer() },
    observe: () => observe(),
  } as unknown as House;
  const tls = { key: pair.key, cert: pair.cert, ca: pair.cert };
  listening = await listen(house, tls, { host: '127.0.0.1', port: 0 });
});
afterAll(() => listening[Symbol.asyncDispose]());
beforeEach(() => {
  logged = [];
  observe = () => {};
});

interface Heard {
  readonly status: number;
  readonly text: string;
  /** The answer came to its end. */
  readonly whole: boolean;
  readonly resetCode?: number;
}

const protocols = {
  'HTTP/1.1': () =>
    new Promise<Heard>((resolve, reject) => {
      const options = { rejectUnauthorized: false, agent: false } as const;
      request(`https://127.0.0.1:${listening.port}/`, options, (response) => {
        let text = '';
        response.on('data', (part) => (text += part));
        response.on('error', () => undefined);
        response.on('close', () => resolve({ status: response.statusCode ?? 0, text, whole: response.complete }));
      })
        .on('error', reject)
        .end();
    }),
  'HTTP/2': () =>
    new Promise<Heard>((resolve) => {
      const session = connectTwo();
      const stream = session.request({ ':path': '/' });
      let [text, status, whole] = ['', 0, false];
      stream.on('response', (headers) => (status = headers[':status'] ?? 0));
      stream.on('data', (part) => (text += part));
      stream.on('end', () => (whole = true));
      stream.on('error', () => undefined);
      stream.on('close', () => {
        session.destroy();
        resolve({ status, text, whole: whole && stream.rstCode === 0, resetCode: stream.rstCode });
      });
    }),
} as const;

function connectTwo(): ClientHttp2Session {
  return connect(`https://127.0.0.1:${listening.port}`, { rejectUnauthorized: false });
}

describe.each(Object.entries(protocols))('over %s', (protocol, ask) => {
  it('a failure outside of all verbs is answered with 500 and logged with its cause', async () => {
    answer = async () => ({ status: 200, headers: type, body: Buffer.from('fine') });
    observe = () => {
      throw new Error('cannot count');
    };
    const { status, text } = await ask();
    expect([status, JSON.parse(text).reason]).toEqual([500, 'InternalError']);
    expect(logged).toEqual(['a request failed unexpectedly: cannot count']);
  });
  it('a header that cannot be sent is answered with 500', async () => {
    answer = async () => ({ status: 200, headers: { ...type, 'x odd': 'a' }, body: Buffer.from('fine') });
    expect((await ask()).status).toBe(500);
    expect(logged).toHaveLength(1);
  });
  it('a failure in the middle of an answer breaks it off, so that nobody takes it for whole', async () => {
    answer = async () => ({ status: 200, headers: type, body: failing() });
    const { status, text, whole, resetCode } = await ask();
    expect([status, text, whole]).toEqual([200, 'the beginning', false]);
    if (protocol === 'HTTP/2') expect(resetCode).toBe(2);
    expect(logged).toEqual(['an answer broke off in the middle: the middle is missing']);
  });
});

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('the beginning');
  await new Promise((resolve) => setTimeout(resolve, 20));
  throw new Error('the middle is missing');
}

describe('a client that goes away', () => {
  it.each(['HTTP/1.1', 'HTTP/2'])('over %s ends the work for its answer', async (protocol) => {
    let made = 0;
    let over = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (; ; made++) yield Buffer.alloc(16 * 1024);
      } finally {
        over = true;
      }
    }
    answer = async () => ({ status: 200, headers: type, body: endless() });
    const leave = protocol === 'HTTP/2' ? await beginTwo() : await beginOne();
    await until(async () => made > 0 || undefined, 'the answer to begin');
    leave();
    await until(async () => over || undefined, 'the end of the work');
    expect(logged).toEqual([]);
  });

  const beginOne = async (): Promise<() => void> => {
    const call = request(`https://127.0.0.1:${listening.port}/`, { rejectUnauthorized: false, agent: false });
    call.on('response', (response) => response.on('error', () => undefined).pause());
    call.on('error', () => undefined).end();
    return () => call.destroy();
  };
  const beginTwo = async (): Promise<() => void> => {
    const session = connectTwo();
    const stream = session.request({ ':path': '/' });
    stream.on('error', () => undefined).pause();
    return () => {
      stream.close(8);
      stream.once('close', () => session.destroy());
    };
  };
});
