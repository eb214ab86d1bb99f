import { randomBytes } from 'node:crypto';
import { type ClientHttp2Session, connect } from 'node:http2';
import { request } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Deadlines, type House, InflightLimit, type Listening, listen, type Reply } from '#http';
import { type TestAuthority, testAuthority } from '../src/webhook/testing/certificates.ts';
import { until } from './support/definitions.ts';
import { TestClock } from './support/test-clock.ts';

const type = { 'content-type': 'text/plain' };
let authority: TestAuthority;
let listening: Listening;
let clock: TestClock;
const stopping = new AbortController();
/** What the house answers next. */
let answer: () => Promise<Reply>;
let observe: () => void;
/** How many requests are in work. */
let running: () => number;
let logged: string[];

beforeAll(async () => {
  authority = await testAuthority();
  const pair = await authority.issue(['localhost']);
  const note = (message: string, { error }: { error?: Error } = {}): void =>
    void logged.push(`${message}: ${error?.message}`);
  // Only the outermost layers: everybody may do everything, and nothing is a resource.
  clock = new TestClock();
  const deadlines = new Deadlines(clock, 60_000);
  void deadlines.run(stopping.signal);
  const inflight = new InflightLimit(0, deadlines);
  running = () => inflight.running;
  const ids = { uid: () => 'an-id', suffix: () => 'abcde' };
  const house = {
    world: { clock, ids, log: { debug() {}, info() {}, warn: note, error: note } },
    deadlines,
    inflight,
    authenticate: async () => ({ username: 'somebody', groups: [] }),
    authorize: async () => ({ allowed: true, reason: '' }),
    paths: { answer: () => answer() },
    begin() {
      observe();
      return { authenticated() {}, authorized() {}, finished() {} };
    },
  } as unknown as House;
  const tls = { key: pair.key, cert: pair.cert, ca: pair.cert };
  listening = await listen(house, tls, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  stopping.abort();
  await listening[Symbol.asyncDispose]();
});
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

/** An answer without end, and what became of it. */
class Endless {
  made = 0;
  isOver = false;
  readonly #chunk = randomBytes(16 * 1024);

  async *body(): AsyncGenerator<Uint8Array> {
    try {
      for (; ; this.made++) yield this.#chunk;
    } finally {
      this.isOver = true;
    }
  }
  /** Waits until the client's side is full. */
  async stuck(): Promise<void> {
    let before = -1;
    await until(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const isStuck = this.made > 0 && this.made === before;
      before = this.made;
      return isStuck || undefined;
    }, 'the client to be full');
  }
  over(): Promise<boolean> {
    return until(async () => this.isOver || undefined, 'the end of the work');
  }
}

/** Begins to read and stops at once; returns how to go away. */
const readers = {
  'HTTP/1.1': (headers: Record<string, string>): (() => void) => {
    const options = { rejectUnauthorized: false, agent: false, headers } as const;
    const call = request(`https://127.0.0.1:${listening.port}/`, options);
    call.on('response', (response) => response.on('error', () => undefined).pause());
    call.on('error', () => undefined).end();
    return () => call.destroy();
  },
  'HTTP/2': (headers: Record<string, string>): (() => void) => {
    const session = connectTwo();
    const stream = session.request({ ':path': '/', ...headers });
    stream.on('error', () => undefined).pause();
    return () => {
      stream.once('close', () => session.destroy());
      stream.close(8);
    };
  },
};

describe.each(Object.entries(readers))('over %s', (_, begin) => {
  const encodings = [{}, { 'accept-encoding': 'gzip' }];
  it.each(encodings)('a client that goes away ends the work for its answer (%j)', async (headers) => {
    const endless = new Endless();
    answer = async () => ({ status: 200, headers: type, body: endless.body() });
    const leave = begin(headers);
    await endless.stuck();
    leave();
    await endless.over();
    expect([logged, running()]).toEqual([[], 0]);
  });
  it.each(encodings)('a client that reads nothing is given up in time (%j)', async (headers) => {
    const endless = new Endless();
    answer = async () => ({ status: 200, headers: type, body: endless.body() });
    const leave = begin(headers);
    await endless.stuck();
    expect([endless.isOver, running()]).toEqual([false, 1]);
    clock.advance(61_000);
    await endless.over();
    expect(running()).toBe(0);
    leave();
  });
});

it('an answer that is read slowly is no request in work any more when the time for requests is up', async () => {
  let go = (): void => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  answer = async () => ({ status: 200, headers: type, body: slowly() });
  async function* slowly(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
    await gate;
    yield Buffer.from('b');
  }
  const asked = protocols['HTTP/1.1']();
  await until(async () => running() === 1 || undefined, 'the request');
  clock.advance(61_000);
  await until(async () => running() === 0 || undefined, 'the end of its time');
  go();
  expect(await asked).toMatchObject({ text: 'ab', whole: true });
  expect(running()).toBe(0);
});
