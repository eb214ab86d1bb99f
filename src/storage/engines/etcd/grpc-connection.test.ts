import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Stream, type Settings } from 'node:http2';
import { createServer as createTcpServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { nextTurn } from '#meta';
import { testAuthority } from '../../../webhook/testing/certificates.ts';
import { quickClock } from '../../testing/world.ts';
import type { Method } from './etcd-api.ts';
import { GrpcConnection } from './grpc-connection.ts';
import { GRPC, GrpcError } from './grpc-error.ts';
import { frame, MessageReader } from './grpc-frames.ts';
import { bytes, message } from './message.ts';

const LARGER_THAN_A_WINDOW = 20 * 1024 * 1024;
const value = message({ value: bytes(1) });
type Value = ReturnType<(typeof value)['decode']>;
const echo: Method<Value, Value> = { path: '/test/Echo', request: value, response: value };

/** How the server answers by the path of a call. */
const answers: Readonly<Record<string, (stream: ServerHttp2Stream, got: AsyncIterable<Buffer>) => Promise<void>>> = {
  async '/test/Echo'(stream, got) {
    const pieces: Buffer[] = [];
    for await (const piece of got) pieces.push(piece);
    begin(stream);
    stream.end(Buffer.concat(pieces));
  },
  async '/test/Refused'(stream) {
    stream.respond(
      { 'content-type': 'application/grpc', 'grpc-status': '11', 'grpc-message': 'no: 100%25 %C3%BC' },
      { endStream: true },
    );
  },
  async '/test/BadlyRefused'(stream) {
    stream.respond({ 'grpc-status': '2', 'grpc-message': '100%' }, { endStream: true });
  },
  async '/test/Web'(stream) {
    stream.respond({ ':status': 404 });
    stream.end('not here');
  },
  async '/test/Empty'(stream) {
    begin(stream);
    stream.end();
  },
  async '/test/Compressed'(stream) {
    begin(stream);
    stream.end(Buffer.of(1, 0, 0, 0, 0));
  },
  async '/test/Silent'() {},
  /** As many messages as it is told, each of a megabyte. */
  async '/test/Many'(stream, got) {
    begin(stream);
    const reader = new MessageReader();
    for await (const piece of got) {
      for (const one of reader.read(piece)) {
        for (let at = 0; at < (one[0] as number); at++) stream.write(frame(Buffer.alloc(1024 * 1024, at)));
      }
    }
    stream.end();
  },
};

function begin(stream: ServerHttp2Stream): void {
  stream.respond({ 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0', 'grpc-message': '' }));
}

describe('a connection for gRPC', () => {
  const servers: (Http2Server | Server)[] = [];
  const connections: GrpcConnection[] = [];
  const clock = quickClock(20);
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.destroy('the test is over');
    for (const server of servers.splice(0)) server.close();
  });

  /** Over TLS where it is told whom to trust. */
  async function connect(server: Http2Server | Server, ca?: Buffer): Promise<GrpcConnection> {
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as { port: number };
    const [scheme, tls] = ca === undefined ? ['http', {}] : ['https', { ca }];
    const connection = new GrpcConnection({ url: `${scheme}://127.0.0.1:${port}`, tls, clock });
    connections.push(connection);
    return connection;
  }
  const talk = async (settings: Settings = {}): Promise<{ connection: GrpcConnection; server: Http2Server }> => {
    const server = createServer({ settings });
    server.on('stream', (stream, headers) => {
      stream.on('error', () => {});
      void answers[headers[':path'] as string]?.(stream, stream).catch(() => undefined);
    });
    return { server, connection: await connect(server) };
  };
  const failureOf = async (answer: Promise<unknown>): Promise<GrpcError> => {
    const failure = await answer.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(GrpcError);
    return failure as GrpcError;
  };

  it('sends a request and gets its answer', async () => {
    const { connection } = await talk();
    const answer = await connection.call(echo, { value: Buffer.from('hello') }, { token: 'x' });
    expect(Buffer.from(answer.value).toString()).toBe('hello');
  });

  it('sends and gets what is larger than any window', async () => {
    const { connection } = await talk({ initialWindowSize: 70_000 });
    const large = Buffer.alloc(LARGER_THAN_A_WINDOW, 'large');
    const [first, second] = await Promise.all([
      connection.call(echo, { value: large }, {}),
      connection.call(echo, { value: large.subarray(1) }, {}),
    ]);
    expect(Buffer.compare(first.value, large)).toBe(0);
    expect(Buffer.compare(second.value, large.subarray(1))).toBe(0);
  });

  it('makes more calls than the server takes at once', async () => {
    const { connection } = await talk({ maxConcurrentStreams: 5 });
    const calls = Array.from({ length: 300 }, async (_, at) => {
      const answer = await connection.call(echo, { value: Buffer.from(`${at}`) }, {});
      expect(Buffer.from(answer.value).toString()).toBe(`${at}`);
    });
    await Promise.all(calls);
  });

  it.each([
    ['Refused', 11, 'no: 100% ü'],
    ['BadlyRefused', 2, '100%'],
    ['Web', GRPC.unavailable, 'HTTP status 404: not an etcd?'],
    ['Empty', GRPC.unavailable, 'the answer is empty'],
    ['Compressed', GRPC.unavailable, 'a message is compressed, which nobody asked for'],
  ])('says what is wrong with an answer: %s', async (name, code, words) => {
    const { connection } = await talk();
    const failure = await failureOf(connection.call({ ...echo, path: `/test/${name}` }, {}, {}));
    expect([failure.code, failure.isUnsent]).toEqual([code, false]);
    expect(failure.message).toContain(words);
    expect((await connection.call(echo, { value: Buffer.from('x') }, {})).value).toHaveLength(1);
  });

  it('ends a call that takes too long, and goes on', async () => {
    const { connection } = await talk();
    await connection.call(echo, { value: Buffer.from('x') }, {});
    const silent = failureOf(connection.call({ ...echo, path: '/test/Silent' }, {}, {}));
    clock.ahead(10_001);
    expect(await silent).toMatchObject({ code: GRPC.deadlineExceeded, isUnsent: false });
    expect((await connection.call(echo, { value: Buffer.from('x') }, {})).value).toHaveLength(1);
  });

  it('ends when nobody answers its pings', async () => {
    const connection = await connect(createTcpServer((socket) => socket.on('error', () => {}).resume()));
    const call = failureOf(connection.call(echo, {}, {}));
    const stepping = setInterval(() => clock.ahead(5000), 20);
    await call;
    while (!connection.isOver) await nextTurn();
    clearInterval(stepping);
    const failure = await failureOf(connection.call(echo, {}, {}));
    expect(failure).toMatchObject({ code: GRPC.unavailable, isUnsent: true });
    expect(failure.message).toContain('it did not answer for 10 s');
  });

  it('tells what cannot have reached anybody', async () => {
    const connection = new GrpcConnection({ url: 'http://127.0.0.1:1', tls: {}, clock });
    const failure = await failureOf(connection.call(echo, {}, {}));
    expect(failure).toMatchObject({ code: GRPC.unavailable, isUnsent: true });
    expect(failure.message).toContain('ECONNREFUSED');
    expect(connection.isOver).toBe(true);
  });

  it('to something that does not speak HTTP/2 says so', async () => {
    const connection = await connect(createTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    const failure = await failureOf(connection.call(echo, {}, {}));
    expect(failure.message).toContain('it does not keep to HTTP/2');
  });

  it('to something that agrees on no HTTP/2 over TLS says so, and asks it nothing', async () => {
    const authority = await testAuthority();
    const server = createTlsServer(await authority.issue(['127.0.0.1']), (socket) => socket.on('error', () => {}));
    const connection = await connect(server, Buffer.from(authority.caBundle, 'base64'));
    const failure = await failureOf(connection.call(echo, {}, {}));
    expect(failure).toMatchObject({ code: GRPC.unavailable, isUnsent: true });
    expect(failure.message).toContain('it does not speak HTTP/2');
    expect(connection.isOver).toBe(true);
  });

  it('that retires lets calls finish, but not streams', async () => {
    const { connection } = await talk();
    await connection.call(echo, { value: Buffer.from('x') }, {});
    const call = connection.call(echo, { value: Buffer.from('still') }, {});
    const stream = connection.stream('/test/Many', {});
    connection.retire('elsewhere is better');
    expect(Buffer.from((await call).value).toString()).toBe('still');
    await expect(all(stream.messages)).rejects.toThrow('elsewhere is better');
    await expect(connection.call(echo, {}, {})).rejects.toMatchObject({ isUnsent: true });
  });

  it('that the server ends tells whoever follows a stream', async () => {
    const { connection, server } = await talk();
    const session = once(server, 'session') as Promise<[{ goaway(): void }]>;
    const stream = connection.stream('/test/Silent', {});
    const following = all(stream.messages);
    (await session)[0].goaway();
    await expect(following).rejects.toThrow('the server ends the connection');
    expect(connection.isOver).toBe(true);
  });

  it('brings the messages of a stream in order, and no more than somebody takes', async () => {
    const { connection } = await talk();
    const stream = connection.stream('/test/Many', {});
    stream.send(Uint8Array.of(20));
    stream.send(Uint8Array.of(20));
    stream.end();
    const first: number[] = [];
    for (const one of await all(stream.messages)) first.push(one[0] as number);
    const twenty = Array.from({ length: 20 }, (_, at) => at);
    expect(first).toEqual([...twenty, ...twenty]);
  });

  it('ends a stream that its reader closes, without an error', async () => {
    const { connection } = await talk();
    const stream = connection.stream('/test/Many', {});
    stream.send(Uint8Array.of(2));
    const seen: number[] = [];
    for await (const one of stream.messages) {
      seen.push(one[0] as number);
      if (seen.length === 2) stream.close();
    }
    expect(seen).toEqual([0, 1]);
    stream.send(Uint8Array.of(1));
    expect((await connection.call(echo, { value: Buffer.from('x') }, {})).value).toHaveLength(1);
  });
});

async function all(messages: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const taken: Uint8Array[] = [];
  for await (const one of messages) taken.push(one);
  return taken;
}
