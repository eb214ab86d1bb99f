import { constants, type SecureServerOptions, type ServerHttp2Stream } from 'node:http2';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestAuthority, type TestKeyPair, testAuthority } from './testing/certificates.ts';
import { Http2Webhook, respond, type StreamAnswer } from './testing/http2-webhook.ts';
import { testWorld } from './testing/world.ts';
import { WebhookClient, type WebhookClientParts } from './webhook-client.ts';
import { WebhookCallError } from './webhook-faults.ts';

let authority: TestAuthority;
let pair: TestKeyPair;
const open: (AsyncDisposable | Disposable)[] = [];

beforeAll(async () => {
  authority = await testAuthority();
  pair = await authority.issue(['127.0.0.1']);
});
afterEach(async () => {
  for (const one of open.splice(0)) {
    if (Symbol.asyncDispose in one) await one[Symbol.asyncDispose]();
    else one[Symbol.dispose]();
  }
});

async function start(answer: StreamAnswer, options: SecureServerOptions = {}): Promise<Http2Webhook> {
  const webhook = await Http2Webhook.start(pair, answer, options);
  open.push(webhook);
  return webhook;
}
function client(url: string, parts: Partial<WebhookClientParts> = {}): WebhookClient {
  const services = { resolve: () => Promise.reject(new Error('none')) };
  const made = new WebhookClient(
    { caBundle: authority.caBundle, url },
    { clock: testWorld().clock, services, ...parts },
  );
  open.push(made);
  return made;
}
const faultOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WebhookCallError);
  return (error as Error).message;
};
const text = async (work: Promise<Uint8Array>): Promise<string> => Buffer.from(await work).toString();
const post = (url: string, seconds = 30): string => `Post "${url}?timeout=${seconds}s": `;
/** Does `first` with the first call on each of the first connections, and answers the others. */
const once =
  (first: (stream: ServerHttp2Stream) => void): StreamAnswer =>
  (stream, number) =>
    number === 0 ? first(stream) : respond(stream);

describe('a webhook that speaks HTTP/2', () => {
  test('is called over one connection by many at the same time', async () => {
    const waiting: ServerHttp2Stream[] = [];
    const webhook = await start((stream) => {
      waiting.push(stream);
      // Nobody is answered before all have asked.
      if (waiting.length === 20) for (const [at, one] of waiting.entries()) respond(one, `{"n":${at}}`);
    });
    const caller = client(webhook.url);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => text(caller.post(`{"asked":${n}}`))));
    expect(new Set(answers).size).toBe(20);
    expect(new Set(webhook.bodies).size).toBe(20);
    expect(webhook.sessions).toHaveLength(1);
    expect(webhook.authorities[0]).toBe(new URL(webhook.url).host);
  });

  test('gets more connections when it takes only so many streams on one', async () => {
    const waiting: ServerHttp2Stream[] = [];
    const webhook = await start(
      (stream, number) => {
        if (number === 0) return respond(stream);
        waiting.push(stream);
        if (waiting.length === 6) for (const one of waiting) respond(one);
      },
      { settings: { maxConcurrentStreams: 2 } },
    );
    const caller = client(webhook.url);
    await caller.post('{}');
    await Promise.all(Array.from({ length: 6 }, () => caller.post('{}')));
    expect(webhook.sessions).toHaveLength(3);
  });

  test('keeps no connection after its caller was given up', async () => {
    const webhook = await start((stream) => respond(stream));
    const caller = client(webhook.url);
    await caller.post('{}');
    const closed = new Promise((resolve) => webhook.sessions[0]?.once('close', resolve));
    caller[Symbol.dispose]();
    await closed;
    await caller.post('{}');
    await caller.post('{}');
    expect(webhook.sessions).toHaveLength(3);
  });

  test('is sent a large question whole', async () => {
    const webhook = await start((stream) => respond(stream));
    const large = JSON.stringify('x'.repeat(2_000_000));
    expect(await text(client(webhook.url).post(large))).toBe('{}');
    expect(webhook.bodies).toEqual([large]);
  });

  test.each([1, 3])('is asked again where it refuses streams, %i times', async (times) => {
    const webhook = await start((stream, number) =>
      number < times ? stream.close(constants.NGHTTP2_REFUSED_STREAM) : respond(stream),
    );
    const clock = { ...testWorld().clock, sleep: async (ms: number) => void (ms >= 30_000 && (await forever)) };
    expect(await text(client(webhook.url, { clock }).post('{}'))).toBe('{}');
    expect(webhook.authorities).toHaveLength(times + 1);
  });

  test('is asked on a new connection when it says goodbye', async () => {
    const webhook = await start((stream, number) => {
      respond(stream);
      if (number === 0) stream.session?.close();
    });
    const caller = client(webhook.url);
    await caller.post('{}');
    expect(await text(caller.post('{}'))).toBe('{}');
    expect(webhook.sessions).toHaveLength(2);
  });

  test('is asked again on a new connection what it did not look at before it said goodbye', async () => {
    const webhook = await start((stream, number) => {
      if (number !== 1) return respond(stream);
      stream.session?.goaway(constants.NGHTTP2_NO_ERROR, 1);
    });
    const caller = client(webhook.url);
    await caller.post('{}');
    expect(await text(caller.post('{}'))).toBe('{}');
    expect(webhook.sessions).toHaveLength(2);
  });

  test('is asked again when a used connection breaks', async () => {
    const webhook: Http2Webhook = await start((stream, number) => (number === 1 ? webhook.hangUp() : respond(stream)));
    const caller = client(webhook.url);
    await caller.post('{}');
    expect(await text(caller.post('{}'))).toBe('{}');
  });
});
const forever = new Promise<never>(() => {});

describe('a webhook that speaks HTTP/2 badly', () => {
  test('hangs: the others on the connection are answered', async () => {
    const webhook = await start(once(() => undefined));
    const caller = client(webhook.url);
    const hanging = faultOf(caller.post('{}', { timeoutMs: 150 }));
    expect(await text(caller.post('{}'))).toBe('{}');
    expect(await hanging).toBe(`${post(webhook.url, 1)}context deadline exceeded`);
    expect(webhook.sessions).toHaveLength(1);
    expect(await text(caller.post('{}'))).toBe('{}');
  });

  test('hangs in the middle of an answer', async () => {
    const webhook = await start((stream) => {
      stream.respond({ ':status': 200 });
      stream.write('{');
    });
    expect(await faultOf(client(webhook.url).post('{}', { timeoutMs: 150 }))).toBe(
      'unexpected error when reading response body. Please retry. Original error: context deadline exceeded',
    );
  });

  test.each([
    [constants.NGHTTP2_INTERNAL_ERROR, 'INTERNAL_ERROR'],
    [constants.NGHTTP2_CANCEL, 'CANCEL'],
    [constants.NGHTTP2_NO_ERROR, 'NO_ERROR'],
  ])('resets the stream with %i', async (code, name) => {
    const webhook = await start(once((stream) => stream.close(code)));
    const caller = client(webhook.url);
    expect(await faultOf(caller.post('{}'))).toBe(
      `${post(webhook.url)}stream error: stream ID 1; ${name}; received from peer`,
    );
    expect(await text(caller.post('{}'))).toBe('{}');
    expect(webhook.sessions).toHaveLength(1);
  });

  test('resets the stream in the middle of an answer', async () => {
    const webhook = await start((stream) => {
      stream.respond({ ':status': 200 });
      stream.write('{', () => stream.destroy(new Error('broken')));
    });
    expect(await faultOf(client(webhook.url).post('{}'))).toMatch(
      /^stream error when reading response body, .*Original error: stream error: stream ID 1; INTERNAL_ERROR; received/,
    );
  });

  test('hangs up instead of an answer', async () => {
    const webhook: Http2Webhook = await start(() => webhook.hangUp());
    expect(await faultOf(client(webhook.url).post('{}'))).toBe(`${post(webhook.url)}unexpected EOF`);
  });

  test('says goodbye with an error', async () => {
    const webhook = await start((stream) => {
      stream.session?.goaway(constants.NGHTTP2_INTERNAL_ERROR, 1, Buffer.from('oh "no"'));
      stream.session?.destroy();
    });
    expect(await faultOf(client(webhook.url).post('{}'))).toMatch(
      /http2: server sent GOAWAY and closed the connection; LastStreamID=1, ErrCode=INTERNAL_ERROR, debug=/,
    );
  });

  test('answers more than is read: the connection goes on', async () => {
    let closed = false;
    const webhook = await start(
      once((stream) => {
        stream.respond({ ':status': 200 });
        const more = (): void => {
          while (!stream.destroyed && stream.write('x'.repeat(64_000)));
        };
        stream.on('drain', more).on('close', () => {
          closed = true;
        });
        more();
      }),
    );
    const caller = client(webhook.url);
    expect(await faultOf(caller.post('{}'))).toBe('the response of the webhook is larger than 2097152 bytes');
    expect(await text(caller.post('{}'))).toBe('{}');
    expect([webhook.sessions.length, closed]).toEqual([1, true]);
  });

  test('redirects', async () => {
    const webhook = await start((stream) =>
      stream.respond({ ':status': 302, location: 'https://other.example/' }, { endStream: true }),
    );
    expect(await faultOf(client(webhook.url).post('{}'))).toContain('status code 302');
    expect(webhook.authorities).toHaveLength(1);
  });

  test('floods with pings: the connection is given up, and the next call has another', async () => {
    const webhook = await start(
      once(({ session }) => {
        const flood = (): void => {
          if (session === undefined || session.destroyed) return;
          for (let at = 0; at < 20; at++) session.ping(() => flood());
        };
        flood();
      }),
      { maxOutstandingPings: 1_000_000 },
    );
    const caller = client(webhook.url);
    expect(await faultOf(caller.post('{}'))).toBe(`${post(webhook.url)}unexpected EOF`);
    expect(await text(caller.post('{}'))).toBe('{}');
    expect(webhook.sessions).toHaveLength(2);
  });
});
