import { acceptKey, type HttpCall, type Reply, textReply } from '#http';

type TakeOver = NonNullable<Reply['takeOver']>;

const STREAM_PROTOCOL = 'x-stream-protocol-version';

/** What a kind of connection speaks: protocols over SPDY and over WebSocket, best first; `''` for a client that names none. */
interface StreamProtocols {
  readonly spdy: readonly string[];
  readonly webSocket: readonly string[];
}

interface StreamServers {
  readonly spdy: TakeOver;
  /** Given the protocol that was chosen. */
  webSocket(protocol: string): TakeOver;
}

/** How a connection goes on, or why not. k8s: streaming/httpstream Handshake, wsstream */
export function negotiateStreams(call: HttpCall, protocols: StreamProtocols, serve: StreamServers): Reply {
  if (call.upgrade === 'websocket') return webSocket(call, protocols.webSocket, serve.webSocket);
  const offered = listed(call.headers[STREAM_PROTOCOL]);
  const chosen = protocols.spdy.find((protocol) => offered.includes(protocol));
  if (call.upgrade !== 'spdy/3.1') return refused(400, `unable to upgrade: missing upgrade headers in request`);
  if (chosen === undefined) {
    const names = `client supports [${offered.join(' ')}], server accepts [${protocols.spdy.join(' ')}]`;
    return refused(403, `unable to upgrade: unable to negotiate protocol: ${names}`);
  }
  const headers = { connection: 'Upgrade', upgrade: 'SPDY/3.1', [STREAM_PROTOCOL]: chosen };
  return { status: 101, headers, body: new Uint8Array(), takeOver: serve.spdy };
}

function webSocket({ headers }: HttpCall, known: readonly string[], takeOver: StreamServers['webSocket']): Reply {
  const key = headers['sec-websocket-key'] ?? '';
  if (key === '' || headers['sec-websocket-version'] !== '13') return refused(400, 'bad WebSocket handshake');
  const named = listed(headers['sec-websocket-protocol']);
  const offered = named.length === 0 ? [''] : named;
  const chosen = known.find((protocol) => offered.includes(protocol));
  if (chosen === undefined) {
    const names = `requested protocol(s) are not supported: [${offered.join(' ')}]; supports [${known.join(' ')}]`;
    return refused(400, names);
  }
  const accepted = {
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-accept': acceptKey(key),
    ...(chosen !== '' && { 'sec-websocket-protocol': chosen }),
  };
  return { status: 101, headers: accepted, body: new Uint8Array(), takeOver: takeOver(chosen) };
}

function listed(header: string | readonly string[] | undefined): readonly string[] {
  return [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol !== '');
}

const refused = (status: number, text: string): Reply => textReply(status, `${text}\n`);
