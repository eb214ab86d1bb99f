import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { http2ErrorNumber } from '#meta';
import { FLAG, FRAME, type Frame, fourBytes, PREFACE, uint31 } from './frames.ts';
import { HeaderDecoder } from './header-decoder.ts';
import { encodedHeaders } from './header-encoder.ts';
import type { HeaderField } from './header-table.ts';
import type { RequestHead } from './request-head.ts';
import { ServerConnection } from './server-connection.ts';
import type { ServerStream } from './server-stream.ts';
import { frameBytes, Http2Peer, type SentFrame } from './testing/http2-peer.ts';

const WINDOW = 100_000;
const limits = { maxStreams: 5, window: WINDOW, frameBytes: 32_768, headersBytes: 4096 };
const SETTING = { initialWindow: 4 } as const;
const ok = encodedHeaders([[':status', '200']]);

/** A request as its server sees it: the body as texts, and what happened to it. */
interface Seen {
  readonly stream: ServerStream;
  readonly head: RequestHead;
  readonly got: string[];
}

/** A server, its client's end, and the requests that came. */
function talk(settings: readonly (readonly [number, number])[] | 'no greeting' = []) {
  const peer = new Http2Peer({ isClient: true });
  const seen: Seen[] = [];
  const happened: string[] = [];
  let now = 0;
  /** What is done with each request; at first it is only kept. */
  const acts = { answer: (_: Seen): Promise<void> | undefined => undefined };
  const connection = new ServerConnection(peer.wire, {
    limits,
    elapsed: () => now,
    greeted: () => happened.push('greeted'),
    closed: () => happened.push('closed'),
    request(stream, head) {
      const got: string[] = [];
      stream.user = {
        data(bytes) {
          got.push(bytes.toString());
        },
        end: () => got.push('end'),
        drained: () => got.push('drained'),
        closed: () => got.push('closed'),
      };
      const one = { stream, head, got };
      seen.push(one);
      return acts.answer(one);
    },
  });
  if (settings !== 'no greeting') peer.greet(settings);
  return { peer, seen, happened, acts, connection, pass: (ms: number) => (now += ms) };
}

const plain: readonly HeaderField[] = [
  [':method', 'GET'],
  [':scheme', 'https'],
  [':path', '/a?b'],
];
const headers = (stream: number, fields = plain, flags: number = FLAG.endStream): SentFrame => ({
  type: FRAME.headers,
  flags: FLAG.endHeaders | flags,
  stream,
  payload: encodedHeaders(fields),
});
const data = (stream: number, payload: string | Uint8Array, flags = 0): SentFrame => ({
  type: FRAME.data,
  flags,
  stream,
  payload,
});
const reset = (stream: number): SentFrame => ({
  type: FRAME.reset,
  stream,
  payload: fourBytes(http2ErrorNumber('CANCEL')),
});
const windowUpdate = (stream: number, bytes: number): SentFrame => ({
  type: FRAME.windowUpdate,
  stream,
  payload: fourBytes(bytes),
});
const reason = ({ payload }: Frame): number => payload.readUInt32BE(payload.length - 4);
const resets = async (peer: Http2Peer): Promise<readonly (readonly [stream: number, reason: number])[]> =>
  (await peer.received(FRAME.reset)).map((frame) => [frame.stream, reason(frame)]);
const broken = async (peer: Http2Peer): Promise<readonly number[]> => (await peer.received(FRAME.goAway)).map(reason);

describe('a server of HTTP/2', () => {
  it('says how much it takes, and is greeted once', async () => {
    const { peer, happened } = talk('no greeting');
    const [settings] = await peer.received(FRAME.settings);
    expect(settings?.payload.toString('hex')).toContain('000300000005');
    const [window] = await peer.received(FRAME.windowUpdate);
    expect(65_535 + uint31(window?.payload as Buffer)).toBe(5 * WINDOW);
    expect(happened).toEqual([]);
    peer.greet();
    peer.send({ type: FRAME.settings });
    expect(happened).toEqual(['greeted']);
    expect((await peer.received(FRAME.settings)).filter(({ flags }) => flags === FLAG.ack)).toHaveLength(2);
  });

  it('answers what comes together in one write, with what was asked', async () => {
    const { peer, seen, acts } = talk();
    await peer.received(FRAME.settings);
    const before = peer.writes;
    acts.answer = ({ stream, head }) => {
      stream.begin(ok, { isLast: false });
      stream.send(Buffer.from(head.path), { isLast: true });
      return undefined;
    };
    peer.send(headers(1), headers(3), headers(5));
    const answers = await peer.received(FRAME.data);
    expect(answers.map(({ stream, flags, payload }) => [stream, flags, payload.toString()])).toEqual([
      [1, FLAG.endStream, '/a?b'],
      [3, FLAG.endStream, '/a?b'],
      [5, FLAG.endStream, '/a?b'],
    ]);
    expect(peer.writes - before).toBe(1);
    expect(seen.map(({ got }) => got)).toEqual([['closed'], ['closed'], ['closed']]);
  });

  it('sends headers that its client can read, from the first on', async () => {
    const { peer, acts } = talk();
    const fields: readonly HeaderField[] = [
      [':status', '404'],
      ['x', 'y'],
    ];
    acts.answer = ({ stream }) => {
      stream.begin(encodedHeaders(fields), { isLast: true });
      return undefined;
    };
    peer.send(headers(1), headers(3));
    const decoder = new HeaderDecoder({ headersBytes: 4096 });
    const sent = await peer.received(FRAME.headers);
    expect(sent.map(({ flags }) => flags)).toEqual([0x5, 0x5]);
    expect(sent.map(({ payload }) => decoder.decode(payload).fields)).toEqual([fields, fields]);
  });

  it('hands on a body as it comes, and lets as much more come as was taken', async () => {
    const { peer, seen } = talk();
    peer.send(headers(1, plain, 0), data(1, 'abc'), data(1, 'de', FLAG.endStream));
    expect(seen[0]?.got).toEqual(['abc', 'de', 'end']);
    peer.send(headers(3, plain, 0));
    for (let at = 0; at < 3; at++) peer.send(data(3, Buffer.alloc(30_000)));
    seen[1]?.stream.taken(90_000);
    const updates = await peer.received(FRAME.windowUpdate);
    expect(updates.slice(1).map(({ stream, payload }) => [stream, uint31(payload)])).toEqual([[3, 90_000]]);
  });

  it('ends a stream on which more comes than it may, and no other', async () => {
    const { peer, seen } = talk();
    peer.send(headers(1, plain, 0), headers(3, plain, 0));
    for (let at = 0; at < 4; at++) peer.send(data(1, Buffer.alloc(30_000)));
    peer.send(data(3, 'x', FLAG.endStream));
    expect(await resets(peer)).toEqual([[1, http2ErrorNumber('FLOW_CONTROL_ERROR')]]);
    expect(seen[0]?.got.at(-1)).toBe('closed');
    expect(seen[1]?.got).toEqual(['x', 'end']);
  });

  it('sends no more than the client lets it, and tells when the rest is sent', async () => {
    const { peer, seen } = talk([[SETTING.initialWindow, 10]]);
    peer.send(headers(1));
    const { stream, got } = seen[0] as Seen;
    stream.begin(ok, { isLast: false });
    let isSent = false;
    stream.sent = () => {
      isSent = true;
    };
    stream.send(Buffer.from('0123456789ab'));
    expect(stream.isBlocked).toBe(true);
    peer.send(windowUpdate(1, 4));
    expect([stream.isBlocked, got]).toEqual([false, ['drained']]);
    stream.send(Buffer.from('cdef'), { isLast: true });
    await peer.received(FRAME.data);
    expect(isSent).toBe(false);
    peer.send(windowUpdate(1, 100));
    const sent = (await peer.received(FRAME.data)).map(({ payload, flags }) => [payload.toString(), flags]);
    expect(sent).toEqual([
      ['0123456789', 0],
      ['ab', 0],
      ['cd', 0],
      ['ef', FLAG.endStream],
    ]);
    expect([isSent, got]).toEqual([true, ['drained', 'closed']]);
  });

  it('keeps little for a client that does not read, and gives every stream its turn', async () => {
    const { peer, seen } = talk([[SETTING.initialWindow, 2 ** 30]]);
    peer.send(windowUpdate(0, 2 ** 30), headers(1), headers(3));
    await peer.received(FRAME.settings);
    peer.isReading = false;
    const size = 3_000_000;
    for (const { stream } of seen) {
      stream.begin(ok, { isLast: false });
      stream.send(Buffer.alloc(size), { isLast: true });
    }
    await peer.received(FRAME.data);
    expect(peer.wire.writableLength).toBeLessThan(700_000);
    peer.readAgain();
    let all: readonly Frame[] = [];
    for (let round = 0; round < 10; round++) all = await peer.received(FRAME.data);
    const sizeOf = (id: number): number =>
      all.filter(({ stream }) => stream === id).reduce((sum, { payload }) => sum + payload.length, 0);
    expect([sizeOf(1), sizeOf(3)]).toEqual([size, size]);
    const firstOfSecond = all.findIndex(({ stream }) => stream === 3);
    const lastOfFirst = all.findLastIndex(({ stream }) => stream === 1);
    expect(firstOfSecond).toBeLessThan(lastOfFirst);
  });

  it('that has answered takes the rest of the request and drops it, up to a limit', async () => {
    const { peer, acts, seen, happened } = talk();
    acts.answer = ({ stream }) => {
      stream.begin(ok, { isLast: true });
      return undefined;
    };
    peer.send(headers(1, plain, 0), data(1, 'abc'), data(1, 'de', FLAG.endStream), headers(3, plain, 0));
    expect(seen.map(({ got }) => got)).toEqual([['closed'], ['closed']]);
    expect(await resets(peer)).toEqual([]);
    const part = Buffer.alloc(32_768);
    for (let at = 0; at < 512; at++) peer.send(data(3, part));
    expect(await resets(peer)).toEqual([]);
    peer.send(data(3, 'x'), data(3, 'on its way'));
    expect(await resets(peer)).toEqual([[3, http2ErrorNumber('NO_ERROR')]]);
    expect([seen.map(({ got }) => got.length), happened]).toEqual([[1, 1], ['greeted']]);
  });

  it('is told when a client does not want its answer any more', () => {
    const { peer, seen } = talk();
    peer.send(headers(1), headers(3), reset(1));
    const [first, second] = seen as [Seen, Seen];
    expect([first.got, second.got]).toEqual([['closed'], []]);
    first.stream.begin(ok, { isLast: false });
    first.stream.send(Buffer.from('late'));
    first.stream.reset('INTERNAL_ERROR');
    expect(first.got).toEqual(['closed']);
  });

  it('breaks off an answer', async () => {
    const { peer, seen } = talk();
    peer.send(headers(1));
    const { stream, got } = seen[0] as Seen;
    stream.begin(ok, { isLast: false });
    stream.reset('INTERNAL_ERROR');
    expect(await resets(peer)).toEqual([[1, http2ErrorNumber('INTERNAL_ERROR')]]);
    expect(got).toEqual(['closed']);
  });

  it('says that a body may come, where the client waits for it', async () => {
    const { peer } = talk();
    peer.send(headers(1, [...plain, ['expect', '100-continue']], 0));
    const [sent] = await peer.received(FRAME.headers);
    expect(new HeaderDecoder({ headersBytes: 4096 }).decode(sent?.payload as Buffer).fields).toEqual([
      [':status', '100'],
    ]);
  });

  it('takes headers behind a body', () => {
    const { peer, seen } = talk();
    peer.send(headers(1, plain, 0), data(1, 'a'), headers(1, [['x', 'y']]));
    expect(seen[0]?.got).toEqual(['a', 'end']);
  });

  it.each<[string, readonly HeaderField[], number?]>([
    ['no method', plain.slice(1)],
    ['no scheme', [plain[0], plain[2]] as HeaderField[]],
    ['another scheme', [[':scheme', 'ftp'], plain[0], plain[2]] as HeaderField[]],
    ['no path', plain.slice(0, 2)],
    ['an empty path', [...plain.slice(0, 2), [':path', '']]],
    ['two paths', [...plain, [':path', '/b']]],
    ['a pseudo header behind others', [...plain, ['x', 'y'], [':authority', 'a']]],
    ['a pseudo header that nobody knows', [...plain, [':x', 'y']]],
    ['that of an answer', [...plain, [':status', '200']]],
    ['a capital letter', [...plain, ['X', 'y']]],
    ['an empty name', [...plain, ['', 'y']]],
    ['a space in a name', [...plain, ['x y', 'z']]],
    ['a line feed', [...plain, ['x', 'y\nz']]],
    ['a zero', [...plain, ['x', '\0']]],
    ['a connection', [...plain, ['connection', 'close']]],
    ['chunks', [...plain, ['transfer-encoding', 'chunked']]],
    ['another coding', [...plain, ['te', 'gzip']]],
    ['a length that is none', [...plain, ['content-length', '-1']], 0],
    ['a length of nothing', [...plain, ['content-length', '1']]],
  ])('refuses a request with %s, and nothing else', async (_, fields, flags = FLAG.endStream) => {
    const { peer, seen } = talk();
    peer.send(headers(1, fields, flags), headers(3));
    expect(seen.map(({ stream }) => stream.id)).toEqual([3]);
    expect(await resets(peer)).toEqual([[1, http2ErrorNumber('PROTOCOL_ERROR')]]);
  });

  it.each<[string, readonly SentFrame[], 'PROTOCOL_ERROR' | 'STREAM_CLOSED' | 'FRAME_SIZE_ERROR']>([
    ['more than its length', [headers(1, [...plain, ['content-length', '1']], 0), data(1, 'ab')], 'PROTOCOL_ERROR'],
    [
      'less than its length',
      [headers(1, [...plain, ['content-length', '3']], 0), data(1, 'ab', FLAG.endStream)],
      'PROTOCOL_ERROR',
    ],
    ['headers in the midst of it', [headers(1, plain, 0), headers(1, [['x', 'y']], 0)], 'PROTOCOL_ERROR'],
    ['another request in it', [headers(1, plain, 0), headers(1)], 'PROTOCOL_ERROR'],
    ['a body behind its end', [headers(1), data(1, 'x')], 'STREAM_CLOSED'],
    ['headers behind its end', [headers(1), headers(1, [['x', 'y']])], 'STREAM_CLOSED'],
    ['a window that does not grow', [headers(1), windowUpdate(1, 0)], 'PROTOCOL_ERROR'],
    ['a priority that is cut off', [headers(1), { type: FRAME.priority, stream: 1, payload: 'x' }], 'FRAME_SIZE_ERROR'],
  ])('ends a request with %s, and nothing else', async (_, frames, kind) => {
    const { peer, seen } = talk();
    peer.send(...frames, headers(3));
    expect(await resets(peer)).toEqual([[1, http2ErrorNumber(kind)]]);
    expect(seen[0]?.got.at(-1)).toBe('closed');
    expect(seen.at(-1)?.got).toEqual([]);
  });

  it.each<
    [string, readonly SentFrame[], 'PROTOCOL_ERROR' | 'STREAM_CLOSED' | 'FRAME_SIZE_ERROR' | 'COMPRESSION_ERROR']
  >([
    ['a stream of its own', [headers(2)], 'PROTOCOL_ERROR'],
    ['a request of no stream', [headers(0)], 'PROTOCOL_ERROR'],
    ['a stream that is over', [headers(3), reset(3), headers(1)], 'STREAM_CLOSED'],
    ['a body of a stream that never was', [data(5, 'x')], 'PROTOCOL_ERROR'],
    ['the end of a stream that never was', [reset(5)], 'PROTOCOL_ERROR'],
    ['a frame that is too long', [data(1, Buffer.alloc(32_769))], 'FRAME_SIZE_ERROR'],
    ['headers that are none', [{ ...headers(1), payload: '\x80' }], 'COMPRESSION_ERROR'],
    ['a push', [{ type: FRAME.push, stream: 1, payload: 'xxxx' }], 'PROTOCOL_ERROR'],
  ])('ends, and says why, after %s', async (_, frames, kind) => {
    const { peer, happened } = talk();
    peer.send(...frames);
    expect(await broken(peer)).toEqual([http2ErrorNumber(kind)]);
    expect(happened).toEqual(['greeted', 'closed']);
    expect(peer.wire.destroyed).toBe(true);
  });

  it('ends when what comes first is no HTTP/2', async () => {
    const { peer, happened } = talk('no greeting');
    peer.sendBytes(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    expect(await broken(peer)).toEqual([http2ErrorNumber('PROTOCOL_ERROR')]);
    expect(happened).toEqual(['closed']);
  });

  it('takes no more streams at once than it said, and others when there is room', async () => {
    const { peer, seen } = talk();
    peer.send(...[1, 3, 5, 7, 9, 11].map((id) => headers(id)));
    expect(await resets(peer)).toEqual([[11, http2ErrorNumber('REFUSED_STREAM')]]);
    seen[0]?.stream.begin(ok, { isLast: true });
    peer.send(headers(13));
    expect(seen.at(-1)?.stream.id).toBe(13);
  });

  it('does not work for a client that takes back everything it asks', async () => {
    const { peer, seen, acts } = talk();
    acts.answer = () => new Promise(() => {});
    for (let id = 1; id < 200; id += 2) peer.send(headers(id), reset(id));
    expect(await broken(peer)).toEqual([http2ErrorNumber('ENHANCE_YOUR_CALM')]);
    expect(seen).toHaveLength(20);
  });

  it('loses patience with a client that asks and takes back, sooner or later', async () => {
    const { peer, pass } = talk();
    let id = 1;
    const rush = (times: number): void => {
      for (let at = 0; at < times; at++, id += 2) peer.send(headers(id), reset(id));
    };
    rush(1000);
    pass(1000);
    rush(33);
    expect(await broken(peer)).toEqual([]);
    rush(1);
    expect(await broken(peer)).toEqual([http2ErrorNumber('ENHANCE_YOUR_CALM')]);
  });

  it('answers headers that are too many with 431', async () => {
    const { peer, seen } = talk();
    peer.send(headers(1, [...plain, ['x', 'y'.repeat(5000)]]), headers(3));
    expect(seen.map(({ stream }) => stream.id)).toEqual([3]);
    const [sent] = await peer.received(FRAME.headers);
    const { fields } = new HeaderDecoder({ headersBytes: 4096 }).decode(sent?.payload as Buffer);
    expect([sent?.flags, fields[0]]).toEqual([FLAG.endHeaders | FLAG.endStream, [':status', '431']]);
  });

  it('that closes lets finish what is under way, and takes nothing new', async () => {
    const { peer, seen, connection, happened } = talk();
    peer.send(headers(1));
    connection.close();
    const [end] = await peer.received(FRAME.goAway);
    expect([uint31(end?.payload as Buffer), reason(end as Frame)]).toEqual([1, http2ErrorNumber('NO_ERROR')]);
    peer.send(headers(3));
    expect([seen.length, happened]).toEqual([1, ['greeted']]);
    seen[0]?.stream.begin(ok, { isLast: true });
    expect(await peer.received(FRAME.headers)).toHaveLength(1);
    expect(happened).toEqual(['greeted', 'closed']);
    expect(peer.wire.writableEnded).toBe(true);
  });

  it('that closes again does not wait', () => {
    const { peer, seen, connection, happened } = talk();
    peer.send(headers(1));
    connection.close();
    connection.close();
    expect([seen[0]?.got, happened]).toEqual([['closed'], ['greeted', 'closed']]);
    expect(peer.wire.destroyed).toBe(true);
  });

  it('that breaks off ends everything on it, once', () => {
    const { peer, seen, happened } = talk();
    peer.send(headers(1), headers(3));
    peer.wire.emit('error', new Error('cable'));
    peer.wire.emit('close');
    expect(seen.map(({ got }) => got)).toEqual([['closed'], ['closed']]);
    expect(happened).toEqual(['greeted', 'closed']);
  });

  it('means the same however the bytes are cut', () => {
    const conversation = Buffer.concat([
      PREFACE,
      ...[
        { type: FRAME.settings },
        headers(1, plain, 0),
        data(1, 'x'.repeat(300)),
        { type: FRAME.ping, payload: '12345678' },
        { type: FRAME.headers, stream: 3, flags: FLAG.endStream, payload: encodedHeaders(plain.slice(0, 1)) },
        { type: FRAME.continuation, stream: 3, flags: FLAG.endHeaders, payload: encodedHeaders(plain.slice(1)) },
        data(1, '\x02padded\0\0', FLAG.padded | FLAG.endStream),
        windowUpdate(0, 7),
        reset(3),
      ].map(frameBytes),
    ]);
    const outcome = (cuts: readonly number[]): unknown => {
      const { peer, seen, happened } = talk('no greeting');
      peer.sendBytes(conversation, cuts);
      return { seen: seen.map(({ head, got }) => [head.path, got.join('')]), happened };
    };
    const expected = outcome([]);
    expect(expected).toEqual({
      seen: [
        ['/a?b', `${'x'.repeat(300)}paddedend`],
        ['/a?b', 'closed'],
      ],
      happened: ['greeted'],
    });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 300 }), (cuts) => {
        expect(outcome(cuts)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('that is sent anything at all takes it or ends, and nothing else', () => {
    const frame = fc.oneof(
      fc.record({
        type: fc.integer({ min: 0, max: 10 }),
        flags: fc.integer({ min: 0, max: 255 }),
        stream: fc.constantFrom(0, 1, 1, 2, 3, 5, 2 ** 31 - 1),
        payload: fc.uint8Array({ maxLength: 20 }),
      }),
      fc.constantFrom(headers(1), headers(3, plain, 0), headers(5), reset(1), data(3, 'x')),
    );
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
        const { peer, seen, happened, acts } = talk();
        acts.answer = ({ stream }) => {
          if (stream.id === 5) stream.begin(ok, { isLast: true });
          return undefined;
        };
        peer.send(...frames);
        const ends = seen.map(({ got }) => got.filter((one) => one === 'closed').length);
        expect(Math.max(0, ...ends)).toBeLessThan(2);
        if (happened.includes('closed')) expect(ends.every((count) => count === 1)).toBe(true);
        peer.wire.destroy();
      }),
      { numRuns: 500 },
    );
  });
});
