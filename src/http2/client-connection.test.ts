import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { http2ErrorNumber } from '#meta';
import { ClientConnection } from './client-connection.ts';
import { type ClientStream, type StreamFailure, WINDOW_BYTES } from './client-stream.ts';
import { FLAG, FRAME, FRAME_BYTES, type Frame, uint31 } from './frames.ts';
import { encodedHeaders } from './header-encoder.ts';
import type { HeaderField } from './header-table.ts';
import { frameBytes, Http2Peer, type SentFrame } from './testing/http2-peer.ts';

const head = encodedHeaders([[':method', 'POST']]);
const SETTING = { push: 2, maxStreams: 3, initialWindow: 4, maxFrame: 5 } as const;

/** A client, its server's end, and what has come for each request. */
function talk(settings?: readonly (readonly [number, number])[]) {
  const peer = new Http2Peer();
  const over: Error[] = [];
  const connection = new ClientConnection(peer.wire, (error) => over.push(error));
  if (settings !== undefined) peer.greet(settings);
  return { peer, connection, over, ask: (body?: Uint8Array) => ask(connection, body) };
}

interface Asked {
  readonly stream: ClientStream;
  /** Headers as pairs, bodies as texts, and how it ended. */
  readonly got: unknown[];
  failure(): StreamFailure | undefined;
}
function ask(connection: ClientConnection, body: Uint8Array = new Uint8Array()): Asked {
  const got: unknown[] = [];
  let failed: StreamFailure | undefined;
  const stream = connection.request(head, {
    headers: (headers) => got.push([...headers]),
    data: (bytes) => got.push(bytes.toString()),
    end: (failure) => {
      failed = failure;
      got.push(failure === undefined ? 'end' : 'failure');
    },
  });
  stream.send(body, { isLast: true });
  return { stream, got, failure: () => failed };
}

const headers = (stream: number, fields: readonly HeaderField[], flags = 0): SentFrame => ({
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
const number = (value: number): Buffer => Buffer.of(value >>> 24, value >>> 16, value >>> 8, value);
const goAway = (last: number, reason = 'NO_ERROR' as const, words = ''): SentFrame => ({
  type: FRAME.goAway,
  payload: Buffer.concat([number(last), number(http2ErrorNumber(reason)), Buffer.from(words)]),
});
const windowUpdate = (stream: number, bytes: number): SentFrame => ({
  type: FRAME.windowUpdate,
  stream,
  payload: number(bytes),
});
const sizes = (frames: readonly Frame[]): number[] => frames.map(({ payload }) => payload.length);

describe('an HTTP/2 connection', () => {
  it('begins with settings and a large window', async () => {
    const { peer } = talk();
    const [settings] = await peer.received(FRAME.settings);
    expect(settings).toMatchObject({ flags: 0, stream: 0 });
    const [window] = await peer.received(FRAME.windowUpdate);
    expect(65_535 + uint31(window?.payload as Buffer)).toBe(WINDOW_BYTES);
  });

  it('sends what is asked in one turn in one write', async () => {
    const { peer, ask } = talk([]);
    await peer.received(FRAME.settings);
    const before = peer.writes;
    for (let at = 0; at < 10; at++) ask(Buffer.from('body'));
    expect((await peer.received(FRAME.data)).map(({ stream }) => stream)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
    expect(peer.writes - before).toBe(1);
  });

  it('gives each answer to whoever asked', () => {
    const { peer, ask } = talk([]);
    const [first, second] = [ask(), ask()];
    peer.send(
      headers(3, [[':status', '200']]),
      headers(1, [[':status', '204']]),
      data(3, 'to the second'),
      data(1, 'to the first', FLAG.endStream),
      headers(3, [['grpc-status', '0']], FLAG.endStream),
    );
    expect(first.got).toEqual([[[':status', '204']], 'to the first', 'end']);
    expect(second.got).toEqual([[[':status', '200']], 'to the second', [['grpc-status', '0']], 'end']);
  });

  it('answers pings, and is told of answers to its own', async () => {
    const { peer, connection } = talk([]);
    let answers = 0;
    connection.pinged(() => answers++);
    const [own] = await peer.received(FRAME.ping);
    peer.send({ type: FRAME.ping, payload: '12345678' }, { type: FRAME.ping, flags: FLAG.ack, payload: own!.payload });
    expect(answers).toBe(1);
    const [, answer] = await peer.received(FRAME.ping);
    expect(answer).toMatchObject({ flags: FLAG.ack, payload: Buffer.from('12345678') });
  });

  it('sends no more than the windows hold, and the rest when they are wider', async () => {
    const { peer, ask } = talk([[SETTING.initialWindow, 10_000]]);
    const asked = ask(Buffer.alloc(25_000));
    const other = ask(Buffer.alloc(60_000));
    expect(sizes(await peer.received(FRAME.data))).toEqual([10_000, 10_000]);
    peer.send(windowUpdate(asked.stream.id, 5000));
    peer.send({ type: FRAME.settings, payload: Buffer.concat([Buffer.of(0, SETTING.initialWindow), number(20_000)]) });
    expect(sizes(await peer.received(FRAME.data)).slice(2)).toEqual([5000, 10_000, 10_000]);
    peer.send(windowUpdate(other.stream.id, 1_000_000));
    // 45,000 of 65,535 bytes are used.
    expect(sizes(await peer.received(FRAME.data)).slice(5)).toEqual([FRAME_BYTES, 20_535 - FRAME_BYTES]);
    peer.send(windowUpdate(0, 1_000_000));
    const all = await peer.received(FRAME.data);
    expect(sizes(all).reduce((sum, size) => sum + size)).toBe(85_000);
    expect(all.filter(({ flags }) => flags === FLAG.endStream).map(({ stream }) => stream)).toEqual([1, 3]);
  });

  it('waits with more streams than the server takes', async () => {
    const { peer, ask } = talk([[SETTING.maxStreams, 2]]);
    const asked = [ask(), ask(), ask(), ask()];
    expect(await peer.received(FRAME.headers)).toHaveLength(2);
    asked[3]?.stream.cancel();
    peer.send(headers(1, [[':status', '200']], FLAG.endStream));
    expect((await peer.received(FRAME.headers)).map(({ stream }) => stream)).toEqual([1, 3, 5]);
    peer.send(headers(5, [[':status', '200']], FLAG.endStream));
    expect(asked.map(({ got }) => got.at(-1))).toEqual(['end', undefined, 'end', undefined]);
  });

  it('lets as much more come as was taken', async () => {
    const { peer, ask } = talk([]);
    const { stream } = ask();
    const part = Buffer.alloc(FRAME_BYTES);
    const parts = WINDOW_BYTES / 2 / FRAME_BYTES;
    peer.send(...Array.from({ length: parts }, () => data(1, part)));
    const [, whole, ...none] = await peer.received(FRAME.windowUpdate);
    expect([whole?.stream, uint31(whole?.payload as Buffer), none.length]).toEqual([0, WINDOW_BYTES / 2, 0]);
    stream.taken(parts * FRAME_BYTES);
    const [, , own] = await peer.received(FRAME.windowUpdate);
    expect([own?.stream, uint31(own?.payload as Buffer)]).toEqual([1, WINDOW_BYTES / 2]);
  });

  it('ends a request that nobody waits for any more, and ignores what still comes of it', async () => {
    const { peer, ask } = talk([]);
    const asked = ask();
    asked.stream.cancel();
    const [reset] = await peer.received(FRAME.reset);
    expect(reset?.payload).toEqual(number(http2ErrorNumber('CANCEL')));
    peer.send(headers(1, [[':status', '200']]), data(1, 'late', FLAG.endStream));
    expect(asked.got).toEqual([]);
    expect(peer.wire.destroyed).toBe(false);
  });

  it('tells whether the server has done anything with what it refuses', () => {
    const { peer, ask } = talk([]);
    const [refused, broken] = [ask(), ask()];
    peer.send({ type: FRAME.reset, stream: 1, payload: number(http2ErrorNumber('REFUSED_STREAM')) });
    peer.send({ type: FRAME.reset, stream: 3, payload: number(http2ErrorNumber('INTERNAL_ERROR')) });
    expect(refused.failure()).toMatchObject({ isUnprocessed: true });
    expect(broken.failure()).toMatchObject({
      isUnprocessed: false,
      error: new Error('it ended the call (INTERNAL_ERROR)'),
    });
  });

  it('that the server ends lets finish what the server still does, and nothing else', () => {
    const { peer, connection, over, ask } = talk([[SETTING.maxStreams, 2]]);
    const [first, second, waiting] = [ask(), ask(), ask()];
    peer.send(goAway(1, 'NO_ERROR', 'restart'));
    expect(over).toEqual([new Error('the server ends the connection (restart)')]);
    expect([second.failure()?.isUnprocessed, waiting.failure()?.isUnprocessed]).toEqual([true, true]);
    peer.send(headers(1, [[':status', '200']], FLAG.endStream));
    expect(first.got.at(-1)).toBe('end');
    connection.close(new Error('again'));
    expect(over).toHaveLength(1);
    expect(peer.wire.writableEnded).toBe(true);
  });

  it('that breaks off fails what is under way', () => {
    const { peer, over, ask } = talk([]);
    const asked = ask();
    peer.wire.emit('error', new Error('cable'));
    expect(asked.failure()).toEqual({ error: new Error('cable'), isUnprocessed: false });
    expect(over).toEqual([new Error('cable')]);
    expect(peer.wire.destroyed).toBe(true);
  });

  it('that there never was has done nothing', () => {
    const peer = new Http2Peer();
    const connection = new ClientConnection(peer.wire, () => {});
    const asked = ask(connection);
    connection.fail(new Error('refused'));
    expect(asked.failure()).toMatchObject({ isUnprocessed: true });
  });

  it('that is closed ends when the last answer has come', () => {
    const { peer, connection, ask } = talk([]);
    ask();
    connection.close(new Error('enough'));
    expect(peer.wire.writableEnded).toBe(false);
    peer.send(headers(1, [[':status', '200']], FLAG.endStream));
    expect(peer.wire.writableEnded).toBe(true);
  });

  it('puts headers together from several frames, and leaves out padding and priority', () => {
    const { peer, ask } = talk([]);
    const { got } = ask();
    const block = encodedHeaders([
      [':status', '200'],
      ['x', 'y'],
    ]);
    const flags = FLAG.padded | FLAG.priority;
    peer.send(
      {
        type: FRAME.headers,
        flags,
        stream: 1,
        payload: Buffer.concat([Buffer.of(2, 0, 0, 0, 0, 0), block.subarray(0, 2), Buffer.alloc(2)]),
      },
      { type: FRAME.continuation, stream: 1, payload: block.subarray(2, 3) },
      { type: FRAME.continuation, flags: FLAG.endHeaders, stream: 1, payload: block.subarray(3) },
      data(1, '\x03body\0\0\0', FLAG.padded | FLAG.endStream),
    );
    expect(got).toEqual([
      [
        [':status', '200'],
        ['x', 'y'],
      ],
      'body',
      'end',
    ]);
  });

  it('takes no notice of what it does not know', () => {
    const { peer, ask } = talk([]);
    const { got } = ask();
    peer.send(
      { type: 0xbe, flags: 0xff, stream: 77, payload: 'what is this' },
      { type: FRAME.priority, stream: 1, payload: '12345' },
    );
    peer.send(headers(1, [[':status', '200']], FLAG.endStream));
    expect(got.at(-1)).toBe('end');
  });

  it.each<[string, readonly SentFrame[], string]>([
    ['a frame that is too long', [data(1, Buffer.alloc(FRAME_BYTES + 1))], 'a frame of 16385 bytes (FRAME_SIZE_ERROR)'],
    ['data of no stream', [data(0, 'x')], 'kind 0 on stream 0 (PROTOCOL_ERROR)'],
    ['data of a stream of its own', [data(2, 'x')], 'kind 0 on stream 2'],
    ['data of a stream that is not there yet', [data(3, 'x')], 'kind 0 on stream 3'],
    ['headers of a stream that is not there yet', [headers(3, [])], 'kind 1 on stream 3'],
    ['padding that is longer than the frame', [data(1, '\x05body', FLAG.padded)], 'shorter than its padding'],
    ['padding of nothing', [data(1, '', FLAG.padded)], 'shorter than its padding'],
    [
      'a priority that is cut off',
      [{ ...headers(1, []), flags: FLAG.priority, payload: 'x' }],
      'a priority is cut off',
    ],
    [
      'headers that are no headers',
      [{ ...headers(1, []), payload: '\x80' }],
      'there is no header 0 (COMPRESSION_ERROR)',
    ],
    [
      'something in the midst of headers',
      [{ type: FRAME.headers, stream: 1 }, data(1, 'x')],
      'something comes in the midst of headers',
    ],
    [
      'headers of two streams at once',
      [
        { type: FRAME.headers, stream: 1 },
        { type: FRAME.continuation, stream: 3 },
      ],
      'more of headers that nobody began',
    ],
    ['the rest of headers that never began', [{ type: FRAME.continuation, stream: 1 }], 'headers that nobody began'],
    [
      'headers without an end',
      [
        { type: FRAME.headers, stream: 1 },
        ...Array.from({ length: 100 }, () => ({ type: FRAME.continuation, stream: 1 })),
      ],
      'headers of more than 65536 bytes (ENHANCE_YOUR_CALM)',
    ],
    ['a push', [{ type: FRAME.push, stream: 1, payload: 'xxxx' }], 'it pushes'],
    ['a reset of the connection', [{ type: FRAME.reset, payload: 'xxxx' }], 'kind 3 on stream 0'],
    ['a reset that is cut off', [{ type: FRAME.reset, stream: 1, payload: 'xxx' }], 'kind 3 with 3 bytes'],
    ['settings of a stream', [{ type: FRAME.settings, stream: 1 }], 'kind 4 on stream 1'],
    ['settings that are cut off', [{ type: FRAME.settings, payload: 'xxxxx' }], 'settings are cut off'],
    ['an answer to settings with some', [{ type: FRAME.settings, flags: FLAG.ack, payload: 'xxxxxx' }], 'with 6 bytes'],
    [
      'settings that make a window too large',
      [
        windowUpdate(1, 2 ** 31 - 1 - 65_535),
        { type: FRAME.settings, payload: Buffer.concat([Buffer.of(0, SETTING.initialWindow), number(65_536)]) },
      ],
      'the window of stream 1 is too large (FLOW_CONTROL_ERROR)',
    ],
    [
      'a window that cannot be',
      [{ type: FRAME.settings, payload: Buffer.concat([Buffer.of(0, SETTING.initialWindow), number(2 ** 31)]) }],
      'a window of 2147483648 bytes',
    ],
    [
      'frames that are too small',
      [{ type: FRAME.settings, payload: Buffer.concat([Buffer.of(0, SETTING.maxFrame), number(100)]) }],
      'frames of 100 bytes',
    ],
    [
      'a wish for pushes',
      [{ type: FRAME.settings, payload: Buffer.concat([Buffer.of(0, SETTING.push), number(1)]) }],
      'a server cannot be pushed to',
    ],
    ['a ping that is cut off', [{ type: FRAME.ping, payload: 'xxx' }], 'kind 6 with 3 bytes'],
    ['a ping of a stream', [{ type: FRAME.ping, stream: 1, payload: '12345678' }], 'kind 6 on stream 1'],
    ['an end that is cut off', [{ type: FRAME.goAway, payload: 'xxx' }], 'the end of the connection is cut off'],
    ['an end of a stream', [{ ...goAway(1), stream: 1 }], 'kind 7 on stream 1'],
    ['a window that grows by nothing', [windowUpdate(0, 0)], 'a window grows by nothing'],
    ['a window of a stream that grows by nothing', [windowUpdate(1, 0)], 'a window grows by nothing'],
    ['a window that is too large', [windowUpdate(0, 2 ** 31 - 1)], 'the window is too large (FLOW_CONTROL_ERROR)'],
    ['a window that is cut off', [{ type: FRAME.windowUpdate, payload: 'xxx' }], 'a window of 3 bytes'],
  ])('ends, and says why, after %s', async (_, frames, message) => {
    const { peer, over, ask } = talk([]);
    const asked = ask();
    peer.send(...frames);
    expect(over.map((error) => error.message).join()).toContain(message);
    expect(asked.failure()?.isUnprocessed).toBe(false);
    expect(peer.wire.destroyed).toBe(true);
    const reason = /\((\w+)\)$/.exec(over[0]?.message as string)?.[1] as 'PROTOCOL_ERROR';
    const [end] = await peer.received(FRAME.goAway);
    expect(end?.payload.readUInt32BE(4)).toBe(http2ErrorNumber(reason));
  });

  it('ends when something else than settings comes first', () => {
    const { peer, over } = talk();
    peer.sendBytes(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(over).toHaveLength(1);
    expect(over[0]?.message).toContain('it does not keep to HTTP/2');
  });

  it('ends when more comes than the window holds', () => {
    const { peer, over, ask } = talk([]);
    ask();
    const part = Buffer.alloc(FRAME_BYTES);
    for (let at = 0; at <= WINDOW_BYTES / FRAME_BYTES; at++) peer.send(data(1, part));
    expect(over[0]?.message).toContain('more on stream 1 than its window holds');
  });

  it('means the same however the bytes are cut', () => {
    const conversation = Buffer.concat(
      [
        { type: FRAME.settings },
        { type: FRAME.settings, flags: FLAG.ack },
        headers(1, [[':status', '200']]),
        data(1, 'x'.repeat(300)),
        { type: FRAME.ping, payload: '12345678' },
        { type: FRAME.headers, stream: 3, payload: encodedHeaders([[':status', '200']]) },
        { type: FRAME.continuation, stream: 3, flags: FLAG.endHeaders, payload: encodedHeaders([['a', 'b']]) },
        data(3, '\x02padded\0\0', FLAG.padded),
        windowUpdate(0, 7),
        data(1, ''),
        headers(1, [['grpc-status', '0']], FLAG.endStream),
        { type: FRAME.reset, stream: 3, payload: number(http2ErrorNumber('CANCEL')) },
      ].map(frameBytes),
    );
    const outcome = (cuts: readonly number[]): unknown => {
      const { peer, over, ask } = talk();
      const asked = [ask(), ask()];
      peer.sendBytes(conversation, cuts);
      return { got: asked.map(({ got }) => got), over };
    };
    const expected = outcome([]);
    expect(expected).toMatchObject({ got: [[[[':status', '200']], 'x'.repeat(300), expect.anything(), 'end'], {}] });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 300 }), (cuts) => {
        expect(outcome(cuts)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
    expect(outcome(Array.from({ length: conversation.length }, () => 1))).toEqual(expected);
  });

  it('that is sent anything at all takes it or ends, and nothing else', () => {
    const frame = fc.record({
      type: fc.integer({ min: 0, max: 10 }),
      flags: fc.integer({ min: 0, max: 255 }),
      stream: fc.constantFrom(0, 1, 1, 2, 3, 2 ** 31 - 1),
      payload: fc.uint8Array({ maxLength: 20 }),
    });
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
        const { peer, over, ask } = talk([]);
        const asked = ask(Buffer.from('body'));
        peer.send(...frames);
        const isEnded = asked.got.some((one) => one === 'end' || one === 'failure');
        if (peer.wire.destroyed) expect([over.length, isEnded]).toEqual([1, true]);
        expect(asked.got.filter((one) => one === 'end' || one === 'failure').length).toBeLessThan(2);
      }),
      { numRuns: 500 },
    );
  });
});
