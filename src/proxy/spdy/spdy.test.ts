import { Duplex } from 'node:stream';
import { constants, createDeflate, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { headerDictionary } from './dictionary.ts';
import { type ControlFrame, controlFrame, type DataPart, dataHead, FIN, FrameReader, TYPES } from './frames.ts';
import { HeaderReader, HeaderWriter } from './header-block.ts';
import { SpdyConnection } from './spdy-connection.ts';
import type { SpdyStream } from './spdy-stream.ts';

/** Two ends of a connection. */
function pipe(): [Duplex, Duplex] {
  const ends: Duplex[] = [];
  const end = (other: () => Duplex | undefined): Duplex =>
    new Duplex({
      read() {},
      write(bytes, _, done) {
        other()?.push(bytes);
        done();
      },
      final(done) {
        other()?.push(null);
        done();
      },
    });
  ends.push(
    end(() => ends[1]),
    end(() => ends[0]),
  );
  return ends as [Duplex, Duplex];
}

/** As a client compresses headers: with the dictionary, all of them as one stream. */
function compressor(): (headers: Record<string, string>) => Promise<Buffer> {
  const deflate = createDeflate({ dictionary: headerDictionary });
  const parts: Buffer[] = [];
  deflate.on('data', (part) => parts.push(part));
  return async (headers) => {
    const texts = Object.entries(headers).flat();
    const number = (value: number): Buffer => Buffer.from([0, 0, 0, value]);
    const block = [number(texts.length / 2), ...texts.flatMap((text) => [number(text.length), Buffer.from(text)])];
    deflate.write(Buffer.concat(block));
    await new Promise<void>((resolve) => deflate.flush(constants.Z_SYNC_FLUSH, () => resolve()));
    return Buffer.concat(parts.splice(0));
  };
}

const id = (stream: number): Buffer => Buffer.from([0, 0, 0, stream]);
const syn = (stream: number, block: Buffer): Buffer =>
  controlFrame(TYPES.synStream, 0, Buffer.concat([id(stream), id(0), Buffer.alloc(2), block]));

describe('headers', () => {
  it('are compressed with the dictionary of the protocol', async () => {
    // The second word of a stream of zlib is the checksum of the dictionary.
    expect((await compressor()({ a: 'b' })).subarray(2, 6).toString('hex')).toBe('e3c6a7c2');
  });

  it('are read block by block, and written so that zlib reads them', async () => {
    const compress = compressor();
    const reader = new HeaderReader();
    for (const port of ['80', '443']) {
      const headers = await reader.read(await compress({ streamtype: 'data', Port: port }));
      expect(Object.fromEntries(headers)).toEqual({ streamtype: 'data', port });
    }
    reader.close();
    const written = new HeaderWriter().write(new Map([['a', 'b']]));
    const ended = Buffer.concat([written, Buffer.from([1, 0, 0, 0xff, 0xff])]);
    const text = inflateSync(ended, { finishFlush: constants.Z_SYNC_FLUSH });
    expect(text).toEqual(Buffer.concat([id(1), id(1), Buffer.from('a'), id(1), Buffer.from('b')]));
  });

  it('that unpack to too much are refused', async () => {
    const deflate = createDeflate({ dictionary: headerDictionary });
    const parts: Buffer[] = [];
    deflate.on('data', (part) => parts.push(part));
    deflate.write(Buffer.alloc(10_000_000));
    await new Promise<void>((resolve) => deflate.flush(constants.Z_SYNC_FLUSH, () => resolve()));
    await expect(new HeaderReader().read(Buffer.concat(parts))).rejects.toThrow('cannot be read');
    await expect(new HeaderReader().read(Buffer.from('nonsense'))).rejects.toThrow('cannot be read');
  });
});

describe('frames', () => {
  it('are found however the bytes are cut', () => {
    const bytes = Buffer.concat([controlFrame(TYPES.ping, 0, id(7)), dataHead(3, FIN, 4), Buffer.from('data')]);
    const reader = new FrameReader();
    const found: (ControlFrame | DataPart)[] = [];
    for (const byte of bytes) found.push(...reader.read(Buffer.from([byte])));
    expect(found[0]).toEqual({ type: TYPES.ping, flags: 0, payload: id(7) });
    const parts = found.slice(1) as DataPart[];
    expect(Buffer.concat(parts.map((part) => part.bytes)).toString()).toBe('data');
    expect(parts.map(({ isLast }) => isLast)).toEqual([false, false, false, true]);
  });

  it('of control that are too large are refused', () => {
    const head = Buffer.from([0x80, 3, 0, 1, 0, 0xff, 0xff, 0xff]);
    expect(() => [...new FrameReader().read(head)]).toThrow('too large');
  });
});

describe('a connection', () => {
  it('carries streams both ways, answers pings and ends with its client', async () => {
    const [client, server] = pipe();
    const streams: SpdyStream[] = [];
    const spdy = new SpdyConnection(server, (stream) => void streams.push(stream));
    const running = spdy.run();
    const frames = new FrameReader();
    const heard: (ControlFrame | DataPart)[] = [];
    client.on('data', (bytes: Buffer) => heard.push(...frames.read(bytes)));
    const compress = compressor();
    client.write(syn(1, await compress({ streamtype: 'data' })));
    client.write(Buffer.concat([dataHead(1, FIN, 5), Buffer.from('hello'), controlFrame(TYPES.ping, 0, id(9))]));
    await expect.poll(() => streams.length).toBe(1);
    const said: Buffer[] = [];
    streams[0]?.on('data', (bytes) => said.push(bytes));
    await new Promise((resolve) => streams[0]?.once('end', resolve));
    expect(Buffer.concat(said).toString()).toBe('hello');
    streams[0]?.end('bye');
    await expect.poll(() => heard.length).toBe(4);
    expect(heard.map((frame) => ('type' in frame ? frame.type : frame.bytes.toString()))).toEqual([
      TYPES.synReply,
      TYPES.ping,
      'bye',
      '',
    ]);
    client.end();
    await running;
    expect(server.destroyed).toBe(true);
  });

  it('ends where its client speaks nonsense', async () => {
    const [client, server] = pipe();
    const running = new SpdyConnection(server, () => undefined).run();
    client.write(syn(2, Buffer.from('no headers')));
    await running;
    expect(server.destroyed).toBe(true);
  });
});
