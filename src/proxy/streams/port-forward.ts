import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Clock, LinkedAbort } from '#meta';
import { networkFault } from '#webhook';
import { SpdyConnection } from '../spdy/spdy-connection.ts';
import type { SpdyStream } from '../spdy/spdy-stream.ts';

/** The pod whose ports are asked for. */
export interface ForwardedPod {
  readonly name: string;
  readonly uid: string;
  /** Where a port is reached. Fails with an error whose message is told to the client. */
  address(port: number): Promise<{ readonly host: string; readonly port: number }>;
}

const PAIR_MS = 30_000;
const DIAL_MS = 10_000;

interface Pair {
  data?: SpdyStream;
  error?: SpdyStream;
}

/**
 * Serves a client that forwards ports: for each connection it opens a stream for the bytes and one for what goes wrong.
 * k8s: cri-streaming/portforward/httpstream.go
 */
export async function servePortForward(connection: Duplex, pod: ForwardedPod, clock: Clock): Promise<void> {
  const pairs = new Map<string, Pair>();
  const over = new AbortController();
  const spdy = new SpdyConnection(connection, (stream) => {
    const fault = headerFault(stream);
    if (fault !== undefined) return fault;
    const id = stream.headers.get('requestid') ?? '';
    const pair: Pair = pairs.get(id) ?? {};
    const kind = stream.headers.get('streamtype') as 'data' | 'error';
    if (pair[kind] !== undefined) return `${kind} stream already assigned`;
    pair[kind] = stream;
    if (pair.data !== undefined && pair.error !== undefined) {
      pairs.delete(id);
      void forwardPort(pair as Required<Pair>, pod, { clock, signal: over.signal });
    } else {
      pairs.set(id, pair);
      void clock.sleep(PAIR_MS, over.signal).then(() => pairs.get(id) === pair && giveUp(pairs, id, stream));
    }
    return undefined;
  });
  await spdy.run();
  over.abort();
}

function giveUp(pairs: Map<string, Pair>, id: string, stream: SpdyStream): void {
  pairs.delete(id);
  stream.destroy();
}

function headerFault({ headers }: SpdyStream): string | undefined {
  const fault = portFault(headers.get('port') ?? '');
  if (fault !== undefined) return fault;
  const kind = headers.get('streamtype') ?? '';
  return kind === 'data' || kind === 'error' ? undefined : `invalid stream type "${kind}"`;
}

/** Why a text names no port. */
export function portFault(port: string): string | undefined {
  const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
  return isPort ? undefined : `unable to parse "${port}" as a port`;
}

interface Waiting {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

async function forwardPort({ data, error }: Required<Pair>, pod: ForwardedPod, waiting: Waiting): Promise<void> {
  const port = Number(data.headers.get('port'));
  try {
    const socket = await dial(await pod.address(port), waiting);
    await carry(data, socket);
    error.end();
  } catch (failure) {
    const { message } = failure as Error;
    error.end(`error forwarding port ${port} to pod ${pod.name}, uid ${pod.uid}: ${message}`);
    data.destroy();
  }
}

export function dial(
  place: { readonly host: string; readonly port: number },
  { clock, signal }: Waiting,
): Promise<Socket> {
  const { host, port } = place;
  const done = new AbortController();
  const over = new LinkedAbort(done.signal, signal);
  return new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host, port, allowHalfOpen: true }, () => resolve(socket));
    socket.once('error', (error) => reject(new Error(networkFault(error))));
    void clock.sleep(DIAL_MS, over.signal).then(() => {
      if (!done.signal.aborted) socket.destroy(new Error(`dial tcp ${host}:${port}: i/o timeout`));
    });
  }).finally(() => done.abort());
}

/** Both ways, each until its sender has said all; what breaks on one side ends the other. */
async function carry(stream: SpdyStream, socket: Socket): Promise<void> {
  stream.pipe(socket);
  socket.pipe(stream);
  await new Promise<void>((resolve) => {
    const end = (): void => {
      stream.destroy();
      socket.destroy();
      resolve();
    };
    socket.on('error', end);
    socket.once('close', end);
    stream.once('close', end);
  });
}
