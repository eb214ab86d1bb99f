import type { ConnectionTarget, ConnectSubresource, QueryOption } from '#machinery';
import {
  apiErrors,
  apiVersionOf,
  goNumError,
  type Hub,
  type Json,
  parseInt64,
  parseQueryOptions,
  type Query,
  setOwn,
} from '#meta';
import { connect as connectTo, findBeside } from '#registry';
import type { Reply } from '../call.ts';
import { negotiate, type OfferedMedia, offeredTypes, refuseAtRoute } from '../negotiate.ts';
import { demandConnection } from '../permission.ts';
import type { ResourceInfo } from '../request-info.ts';
import { inMessages } from '../websocket/messages.ts';
import { type VerbCall, writeAccessOf } from './context.ts';

/** Connects to what an object represents (a pod's process, a proxied service), with any method. */
export async function connect(request: VerbCall, part: ConnectSubresource): Promise<Reply> {
  const { connection } = part;
  const { call, catalog, house, info, query } = request;
  if (connection.answersText) refuseForm(call.headers.accept ?? '', { cbor: house.settings.servesCbor });
  else if (query.has('dryRun')) throw apiErrors.badRequest('dryRun is not supported');
  const access = writeAccessOf(request, parseQueryOptions('create', query));
  const { group, version } = access.resource;
  const find = async (resource: string, name: string): Promise<Hub | null> => {
    const other = catalog.find(group, version, resource);
    return other === undefined ? null : findBeside(access, other, name);
  };
  const { connector } = house;
  const fixedAddress = (service: string) => connector?.fixedAddress(info.namespace, service);
  const connected = await connectTo(access, {
    connection,
    request: { name: info.name, query, find, fixedAddress },
    options: optionsOf(part, connection.anyPath ? withPath(query, info) : query),
    permit: async () => connection.alsoNeeds && demandConnection(request, connection.alsoNeeds),
  });
  if (connected === undefined) return { status: 204, headers: {}, body: Buffer.alloc(0) };
  const reply = await answerOf(connected, request);
  return connection.answersText && call.switches ? inMessages(call, reply) : reply;
}

async function answerOf(connected: string | ConnectionTarget, { call, house, info, query }: VerbCall): Promise<Reply> {
  if (typeof connected === 'string')
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(connected) };
  if (house.connector === undefined) throw apiErrors.serviceUnavailable('nothing is connected here');
  return house.connector.connect(connected, { call, info, query });
}

/** The path that is asked for stands behind that of the proxy, whatever the query says. k8s: getRequestOptions */
function withPath(query: Query, { rest, path }: ResourceInfo): Query {
  const below = rest.length === 0 ? '' : `/${rest.join('/')}`;
  const asked = path.endsWith('/') && !below.endsWith('/') ? `${below}/` : below;
  const others = [...query].filter(([name]) => name !== 'path');
  return new Map(asked === '' ? others : [...others, ['path', [asked]]]);
}

/** What the query says, as an object: `PodExecOptions` and its like. */
function optionsOf({ kind, connection }: ConnectSubresource, query: Query): Hub {
  const options: Hub = { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata: {} };
  for (const option of connection.options?.() ?? []) {
    const values = optionValues(query.get(option.name) ?? [], option);
    const [first] = values;
    if (first !== undefined) setOwn(options, option.name, option.isList ? values : first);
  }
  return options;
}

/** As the real server reads them: of several values the first counts, where there is no list. */
function optionValues(texts: readonly string[], { type, isList }: QueryOption): Json[] {
  if (type === 'integer' && isList) return texts.flatMap((text) => text.split(',')).map(portNumber);
  return (isList ? texts : texts.slice(0, 1)).map((text) => optionValue(text, type));
}

/** A flag without a value is true. */
function optionValue(text: string, type: QueryOption['type']): Json {
  if (type === 'integer') return wholeNumber(text);
  return type === 'boolean' ? text.toLowerCase() !== 'false' && text !== '0' : text;
}

function wholeNumber(text: string): number {
  const parsed = parseInt64(text);
  if (typeof parsed === 'string') throw apiErrors.badRequest(goNumError('ParseInt', text, parsed));
  return Number(parsed);
}

const HIGHEST_PORT = 65_535;

/** Of a list of numbers, which are ports. */
function portNumber(text: string): number {
  const parsed = /^[+-]/.test(text) ? 'syntax' : parseInt64(text);
  const fault = typeof parsed === 'string' ? parsed : parsed > HIGHEST_PORT ? 'range' : undefined;
  if (fault === undefined) return Number(parsed);
  throw apiErrors.badRequest(`cannot convert to []int32: ${goNumError('ParseUint', text, fault)}`);
}

/** The route accepts texts; the next check asks for an object, which a text is not. */
function refuseForm(accept: string, offered: OfferedMedia): void {
  refuseAtRoute(accept, ['text/plain', ...offeredTypes(offered)]);
  negotiate(accept, {
    ...offered,
    protobuf: true,
    transforms: true,
    tables: false,
    streams: false,
    hasRoute: false,
  });
}
