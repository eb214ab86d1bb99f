import { lookup } from 'node:dns/promises';
import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { posix } from 'node:path';
import type { Connector, HttpCall, Reply, ResourceInfo } from '#http';
import type { ConnectionTarget } from '#machinery';
import { ApiError, apiErrors, type Clock, isGlobalAddress, type Query } from '#meta';
import { joinHostPort } from '#webhook';
import { forward } from './forward.ts';
import { rewrittenPage } from './rewrite-html.ts';
import { type LinkContext, rewriteUrl } from './rewrite-url.ts';
import { forwardedPorts, serveChannelPortForward } from './streams/channel-port-forward.ts';
import { negotiateStreams } from './streams/negotiate.ts';
import { servePortForward } from './streams/port-forward.ts';
import {
  answerSpdy,
  answerWebSocket,
  failedStatus,
  type SimulatedAnswer,
  succeededStatus,
} from './streams/simulated-container.ts';
import { BackendError, escapedPath, type ProxyTarget, REACHING } from './target.ts';
import { forwardUpgrade } from './upgrade.ts';
import { WebSocketDuplex } from './websocket/websocket-duplex.ts';

interface Connecting {
  readonly call: HttpCall;
  readonly info: ResourceInfo;
  /** What was asked for, after admission. */
  readonly query: Query;
}

type Target<K extends ConnectionTarget['kind']> = Extract<ConnectionTarget, { readonly kind: K }>;

const MOST_IDLE = 8;
const IDLE_MS = 90_000;
/** SPDY inside a WebSocket; all others are channels for ports that the request names. */
const TUNNEL = 'SPDY/3.1+portforward.k8s.io';
const BASE64_CHANNELS = 'v4.base64.channel.k8s.io';
const portForwardProtocols = {
  spdy: ['portforward.k8s.io'],
  webSocket: [TUNNEL, 'v4.channel.k8s.io', BASE64_CHANNELS, ''],
};
const containerProtocols = {
  spdy: ['v5.channel.k8s.io', 'v4.channel.k8s.io'],
  webSocket: ['v5.channel.k8s.io', 'v4.channel.k8s.io', BASE64_CHANNELS, 'channel.k8s.io', 'base64.channel.k8s.io', ''],
};

/** Connects requests for `proxy`, `portforward`, `exec` and their like with what is there. */
export function connector(clock: Clock, fixedAddress: Connector['fixedAddress']): Connector {
  const settings = { keepAlive: true, maxFreeSockets: MOST_IDLE, timeout: IDLE_MS };
  const agents = {
    http: new Agent(settings),
    // Whoever serves behind a proxy has no certificate that this server could know. k8s: ProxyTLSClientConfig
    https: new TlsAgent({ ...settings, rejectUnauthorized: false }),
  };
  return {
    fixedAddress,
    async connect(target, request) {
      if (target.kind === 'server') return proxyTo(target, request, { agent: agents[target.scheme], clock });
      if (target.kind === 'node') return askNode(target, request, { agent: agents.https, clock });
      if (!request.call.switches) throw apiErrors.badRequest('Upgrade request required');
      return target.kind === 'ports' ? forwardPorts(target, request, clock) : simulate(target, request);
    },
  };
}

async function proxyTo(
  target: Target<'server'>,
  { call, info }: Connecting,
  own: Pick<ProxyTarget, 'agent' | 'clock'>,
): Promise<Reply> {
  if (target.onlyGlobal) await refuseLocal(target.host);
  const below = belowProxy(info);
  if (below === '' && (call.method === 'GET' || call.method === 'HEAD') && call.upgrade === undefined)
    return toRoot(call, info);
  const path = below === '' ? '/' : joined(below);
  const prefix = info.path.endsWith(path) ? info.path.slice(0, info.path.length - path.length) : info.path;
  const source = joinHostPort(target.host, target.port);
  const asked = call.headers.host ?? String(call.headers[':authority'] ?? '');
  const whole = posix.join(prefix, path).replace(/(?<=.)\/$/, '');
  const headers = { 'x-forwarded-uri': escapedPath(path.endsWith('/') ? `${whole}/` : whole) };
  const { scheme, host, port } = target;
  const to = {
    scheme,
    host,
    port,
    authority: asked || source,
    path: escapedPath(path),
    query: call.query,
    headers,
    ...own,
  };
  if (call.switches && call.upgrade !== undefined) return orFailure(forwardUpgrade(call, to), 500);
  return withLinks(await orFailure(forward(call, to), 503), { source, asked, prefix });
}

/** What stands behind `…/proxy`, with the slashes as they were. */
function belowProxy({ rest, path }: ResourceInfo): string {
  const below = rest.length === 0 ? '' : `/${rest.join('/')}`;
  return path.endsWith('/') && !below.endsWith('/') ? `${below}/` : below;
}

/** Dots and doubled slashes lead nowhere else. */
function joined(path: string): string {
  const clean = posix.join('/', path).replace(/(?<=.)\/$/, '');
  return path.endsWith('/') && clean !== '/' ? `${clean}/` : clean;
}

/** Links of a page are meant from its root. */
function toRoot({ query }: HttpCall, { path }: ResourceInfo): Reply {
  const location = `${escapedPath(path)}/${query === '' ? '' : `?${query}`}`;
  return { status: 301, headers: { location }, body: new Uint8Array() };
}

/** A node may not stand for what only this machine reaches. k8s: registry/core/node isProxyableHostname */
async function refuseLocal(host: string): Promise<void> {
  const found = await lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) throw apiErrors.badRequest(`lookup ${host}: no such host`);
  if (!found.every(({ address }) => isGlobalAddress(address))) throw apiErrors.badRequest('address not allowed');
}

async function orFailure(
  work: Promise<Reply>,
  code: 500 | 503,
  tell = (message: string): string => message,
): Promise<Reply> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    const message = tell(error.message);
    throw code === 503 ? apiErrors.serviceUnavailable(message) : new ApiError({ code, message });
  }
}

function withLinks(reply: Reply, context: LinkContext): Reply {
  const { location, 'content-type': type = '', 'content-encoding': coding = '' } = reply.headers;
  const rewrite = (link: string): string => rewriteUrl(link, context);
  if (typeof location === 'string') return { ...reply, headers: { ...reply.headers, location: rewrite(location) } };
  if (String(type).split(';')[0]?.trim() !== 'text/html' || reply.body instanceof Uint8Array) return reply;
  const body = rewrittenPage(reply.body, String(coding), rewrite);
  if (body === undefined) return reply;
  const { 'content-length': _, ...headers } = reply.headers;
  return { ...reply, headers, body };
}

async function askNode(
  target: Target<'node'>,
  { call }: Connecting,
  own: Pick<ProxyTarget, 'agent' | 'clock'>,
): Promise<Reply> {
  const { host, port, path, query, isStream } = target;
  if (isStream && !call.switches) throw apiErrors.badRequest('Upgrade request required');
  const authority = joinHostPort(host, port);
  const to: ProxyTarget = { scheme: 'https', host, port, authority, path, query, ...own };
  if (isStream) return orFailure(forwardUpgrade(call, to), 500);
  const url = `https://${authority}${path}${query === '' ? '' : `?${query}`}`;
  return orFailure(forward(call, to), 500, (message) => `Get "${url}": ${message.replace(REACHING, '')}`);
}

function forwardPorts(pod: Target<'ports'>, { call, query }: Connecting, clock: Clock): Reply {
  return negotiateStreams(call, portForwardProtocols, {
    spdy: (connection) => ending(call, connection, servePortForward(connection, pod, clock)),
    webSocket(protocol) {
      if (protocol === TUNNEL) {
        return (connection) => ending(call, connection, servePortForward(new WebSocketDuplex(connection), pod, clock));
      }
      const coding = protocol === BASE64_CHANNELS ? 'base64' : 'binary';
      const settings = { ports: forwardedPorts(query), coding, clock } as const;
      return (connection) => ending(call, connection, serveChannelPortForward(connection, pod, settings));
    },
  });
}

function simulate({ action, text }: Target<'simulated'>, { call, query }: Connecting): Reply {
  const isOn = (name: string): boolean =>
    (query.get(name)?.[0] ?? 'false').toLowerCase() === 'true' || query.get(name)?.[0] === '1';
  const answer: SimulatedAnswer = {
    text: isOn('tty') ? text.replaceAll('\n', '\r\n') : text,
    on: isOn('tty') ? 'stdout' : 'stderr',
    status: action === 'exec' ? failedStatus : succeededStatus,
    streams: [
      'error',
      ...['stdin', 'stdout', 'stderr'].filter((name) => isOn(name) && !(name === 'stderr' && isOn('tty'))),
    ],
  };
  return negotiateStreams(call, containerProtocols, {
    spdy: (connection) => ending(call, connection, answerSpdy(connection, answer)),
    webSocket: (protocol) => (connection) => ending(call, connection, answerWebSocket(connection, answer, protocol)),
  });
}

/** A connection ends with the server. */
async function ending(call: HttpCall, connection: { destroy(): void }, work: Promise<void>): Promise<void> {
  const end = (): void => connection.destroy();
  call.signal.addEventListener('abort', end, { once: true });
  try {
    await work;
  } finally {
    call.signal.removeEventListener('abort', end);
    end();
  }
}
