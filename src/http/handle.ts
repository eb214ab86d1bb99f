import { once } from 'node:events';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import { type MaybePromise, whenReady } from '#meta';
import { acceptsEncoding } from './accepts-encoding.ts';
import { answerErrors } from './answer-errors.ts';
import { audited } from './audited.ts';
import { type HttpCall, type Reply, textReply } from './call.ts';
import { headerSafe } from './header-text.ts';
import type { House } from './house.ts';
import { FollowedStream } from './limits.ts';
import { type RequestInfo, requestInfo } from './request-info.ts';
import { askedTimeout } from './request-timeout.ts';
import { type Arrival, serve } from './serve.ts';

/** Answers a request, whatever it is for. */
export function handle(house: House, call: HttpCall): MaybePromise<Reply> {
  if (call.path.includes('%') && brokenEscape.test(call.path)) return textReply(400, '400 Bad Request');
  const { console } = house;
  if (console?.serves(call.path)) return console.answer(call, (asked) => handleApi(house, asked));
  return handleApi(house, call);
}

/** The layers around every request, outermost first: errors become answers, then the answer gets its common headers and is counted. */
function handleApi(house: House, call: HttpCall): MaybePromise<Reply> {
  const page = house.paths.page?.(call);
  if (page !== undefined) return withCommonHeaders(auditIdOf(house, call.headers), page);
  const info = requestInfo(call);
  const { method, query, headers } = call;
  const id = auditIdOf(house, headers);
  const follower = house.begin({ info, method, query, contentType: headers['content-type'] }, call);
  let handled = false;
  const arrival: Arrival = {
    info,
    follower,
    auditId: id,
    audit: undefined,
    handled() {
      handled = true;
    },
  };
  const answer = (asked: HttpCall): MaybePromise<Reply> =>
    answerErrors(house, asked, () => bounded(house, { call: asked, info }, () => serve(house, asked, arrival)));
  const finish = (reply: Reply): Reply => {
    const { status, told } = reply;
    return counted(withCommonHeaders(id, reply), (bytes) =>
      follower.finished({ status, bytes, received: call.received, handled, told }),
    );
  };
  const answered = house.intercept?.({ call, info }, async (asked = call) => answer(asked)) ?? answer(call);
  const reply = whenReady(answered, (made) => {
    const { audit } = arrival;
    return audit === undefined ? made : audited(made, { audit, info, call });
  });
  return whenReady(reply, (made) => (isCompressed(info, call, made) ? compressed(made).then(finish) : finish(made)));
}

/** A path with such an escape cannot be decoded, and is refused. */
const brokenEscape = /%(?![0-9a-fA-F]{2})/;

/** Calls back when the answer is sent, or the client has gone. */
function counted(reply: Reply, finish: (bytes: number) => void): Reply {
  const { body } = reply;
  if (!(body instanceof Uint8Array)) return { ...reply, body: new FollowedStream(body, finish) };
  finish(body.length);
  return reply;
}

/** k8s: server/filters BasicLongRunningRequestCheck */
const longRunningParts: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

const isLongRunning = (info: RequestInfo): boolean =>
  info.isResource && (info.verb === 'watch' || longRunningParts.has(info.subresource));

/** A watch may live long and costs little while it waits; everything else is bounded in number and time. */
function bounded(
  { deadlines, inflight }: House,
  { call, info }: { readonly call: HttpCall; readonly info: RequestInfo },
  work: () => MaybePromise<Reply>,
): MaybePromise<Reply> {
  const asked = askedTimeout(call, info);
  if (isLongRunning(info)) return work();
  return deadlines.within(() => inflight.within(work), asked);
}

/** Priority and fairness is not implemented; the headers name one level, because clients and tests expect two uids. */
const FLOW_SCHEMA = '00000000-0000-4000-8000-000000000001';
const PRIORITY_LEVEL = '00000000-0000-4000-8000-000000000002';

/** By what the client and the audit log call the request. */
function auditIdOf({ world }: House, headers: HttpCall['headers']): string {
  const asked = headers['audit-id'];
  return typeof asked === 'string' && asked !== '' ? headerSafe(asked) : world.ids.uid();
}

/** The headers that every answer has, put together once. */
function withCommonHeaders(auditId: string, reply: Reply): Reply {
  const { status, headers: own, body, sent } = reply;
  if (status === 101) return reply;
  if (reply.isForwarded) return { ...reply, headers: besideEachOther(commonHeaders(auditId), own) };
  const finished = commonHeaders(auditId, own);
  if (body instanceof Uint8Array) finished['content-length'] = String(body.length);
  return sent === undefined ? { status, headers: finished, body } : { status, headers: finished, body, sent };
}

interface Headers {
  [name: string]: string | readonly string[];
}

function commonHeaders(auditId: string, own: Reply['headers'] = {}): Headers {
  return {
    'audit-id': auditId,
    'cache-control': 'no-cache, private',
    ...own,
    'x-kubernetes-pf-flowschema-uid': FLOW_SCHEMA,
    'x-kubernetes-pf-prioritylevel-uid': PRIORITY_LEVEL,
  };
}

/** What another server answers is added to what this one says of every answer. */
function besideEachOther(ours: Reply['headers'], theirs: Reply['headers']): Headers {
  const all: Headers = { ...ours };
  for (const [name, value] of Object.entries(theirs)) {
    all[name] = all[name] === undefined ? value : [all[name], value].flat();
  }
  return all;
}

const COMPRESS_FROM = 128 * 1024;
const fastGzip = { level: constants.Z_BEST_SPEED };
const gzipBytes = promisify<Uint8Array, object, Buffer>(gzip);

/** Large answers are compressed for clients that say they can read it; a watch never is. */
function isCompressed(info: RequestInfo, { headers }: HttpCall, { headers: own, body, isForwarded }: Reply): boolean {
  if (isForwarded) return false;
  if (body instanceof Uint8Array && body.length <= COMPRESS_FROM) return false;
  if (info.isResource && info.verb === 'watch') return false;
  return own['content-encoding'] === undefined && acceptsEncoding(headers['accept-encoding'], 'gzip');
}

async function compressed(reply: Reply): Promise<Reply> {
  const { body } = reply;
  const vary = reply.headers.vary === undefined ? 'Accept-Encoding' : `${reply.headers.vary}, Accept-Encoding`;
  return {
    ...reply,
    headers: { ...reply.headers, 'content-encoding': 'gzip', vary },
    body: body instanceof Uint8Array ? await gzipBytes(body, fastGzip) : compressedStream(body),
  };
}

/** Ends the compressed stream with the gzip stream, also when nothing of it is read. */
function compressedStream(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  const again = { [Symbol.asyncIterator]: () => source };
  return new FollowedStream(gzipStream(again), () => void source.return?.());
}

/** Compresses as fast as the client reads, and no faster. */
async function* gzipStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const zip = createGzip(fastGzip);
  const out: Uint8Array[] = [];
  zip.on('data', (part: Uint8Array) => out.push(part));
  try {
    for await (const chunk of body) {
      await new Promise<void>((done, fail) => zip.write(chunk, (error) => (error ? fail(error) : done())));
      yield* out.splice(0);
    }
    const ended = once(zip, 'end');
    zip.end();
    await ended;
    yield* out.splice(0);
  } finally {
    zip.destroy();
  }
}
