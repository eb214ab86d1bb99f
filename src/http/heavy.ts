import type { UserInfo } from '#machinery';
import { type GroupResource, type MaybePromise, orElse, parseQuery, type Status, whenReady } from '#meta';
import { type Entry, noTime, type StageTimes } from '#registry';
import { answerErrors } from './answer-errors.ts';
import { type AuditNotes, type RecordedNote, RecordedNotes, replay } from './audit-notes.ts';
import { type HttpCall, pageNotFound, type Reply } from './call.ts';
import type { House } from './house.ts';
import { type ResourceInfo, requestInfo } from './request-info.ts';
import { answerResource, findResource } from './serve.ts';
import type { VerbCall } from './verbs/context.ts';
import { isHeavyBody, isHeavyEntry, type WeightLimits } from './weight.ts';

/** An authorized request that takes long to serve, in a form that can be sent to another thread. */
export interface HeavyJob {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: HttpCall['headers'];
  readonly group: string;
  readonly user: UserInfo;
  readonly body: Uint8Array;
  /** What the audit log wants to know; absent where nobody asks. */
  readonly audit?: Pick<AuditNotes, 'wantsRequest' | 'wantsResponse'>;
}

export interface HeavyReply {
  readonly status: number;
  readonly headers: Reply['headers'];
  readonly body: Uint8Array;
  /** Texts for the `Warning` headers. */
  readonly warnings: readonly string[];
  /** How long its stages took there. */
  readonly stages?: StageTimes;
  /** For the audit log. */
  readonly note?: RecordedNote;
  readonly told?: Status;
  readonly json?: Uint8Array;
}

/** Serves requests that would occupy the main thread for too long. */
export interface HeavyServer {
  /** Up to these limits a request is served on the main thread. */
  readonly limits: WeightLimits;
  /**
   * Whether the threads can serve a resource: those of a program that embeds the server are functions of the main
   * thread.
   */
  knows(resource: GroupResource): boolean;
  /** A request whose client has gone by the time its turn comes is not served. */
  serve(job: HeavyJob, signal?: AbortSignal): Promise<HeavyReply>;
}

/** Verbs about one object or with a body, whose work grows with its size. Lists and watches yield by themselves. */
const concernedVerbs: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection', 'get']);

/** A get of an object weighs it when it has found it. */
const isConcerned = ({ verb, subresource }: ResourceInfo): boolean =>
  concernedVerbs.has(verb) && (verb !== 'get' || subresource !== '');

/** Serves a request in another thread if its body, or the object that it is about, is heavy. */
export function elsewhere(request: Omit<VerbCall, 'requestView'>): Promise<Reply | undefined> | undefined {
  const { house, info } = request;
  if (house.heavy === undefined || !isConcerned(info)) return undefined;
  const { limits } = house.heavy;
  if (!house.heavy.knows(request.resource.definition)) return undefined;
  const isLight = info.verb === 'get' || hasLightBody(request, limits);
  if (isLight && isAboutHeavyEntry(request, limits) === false) return undefined;
  return serveHeavy(request, limits);
}

/** Shows an object in another thread if it is heavy. */
export function shownElsewhere(request: VerbCall, entry: Entry): Promise<Reply> | undefined {
  const { heavy } = request.house;
  if (heavy === undefined || !isHeavyEntry(entry, heavy.limits)) return undefined;
  return heavy.knows(request.resource.definition) ? serveElsewhere(request, emptyBody) : undefined;
}

/** By the announced length, which HTTP enforces: nearly all requests are known to be light before they are read. */
function hasLightBody({ call: { headers } }: Omit<VerbCall, 'requestView'>, { unseenBytes }: WeightLimits): boolean {
  const length = headers['content-length'];
  return length !== undefined && headers['content-encoding'] === undefined && Number(length) <= unseenBytes;
}

async function serveHeavy(request: Omit<VerbCall, 'requestView'>, limits: WeightLimits): Promise<Reply | undefined> {
  const { call, info } = request;
  // An error in the body is reported when the body is read in its turn.
  const body =
    info.verb === 'get'
      ? emptyBody
      : await orElse<Buffer | undefined>(
          () => call.body(),
          () => undefined,
        );
  if (body === undefined) return undefined;
  const isHeavy = isHeavyBody(body, call.headers['content-type'], limits) || (await isAboutHeavyEntry(request, limits));
  return isHeavy ? serveElsewhere(request, body) : undefined;
}

async function serveElsewhere(request: Omit<VerbCall, 'requestView'>, body: Buffer): Promise<Reply> {
  const { house, warn, audit } = request;
  const heavy = house.heavy as HeavyServer;
  const { warnings, stages, note, ...reply } = await heavy.serve(jobOf(request, body), request.call.signal);
  if (audit !== undefined && note !== undefined) replay(note, audit);
  for (const text of warnings) warn(text);
  if (stages !== undefined) request.follower?.servedElsewhere(stages);
  return reply;
}

const emptyBody = Buffer.alloc(0);

/** A promise only where the object has to be waited for: nearly always it is in memory. */
function isAboutHeavyEntry(
  { house, resource, info }: Omit<VerbCall, 'requestView'>,
  limits: WeightLimits,
): MaybePromise<boolean> {
  const { storagePrefix, namespaced, virtual } = resource.definition;
  if (info.name === '' || virtual !== undefined) return false;
  const key = namespaced ? `${info.namespace}/${info.name}` : info.name;
  const collection = house.registry.collection(storagePrefix);
  const known = collection.peek(key);
  if (known === undefined)
    return whenReady(collection.get(key, { need: 'any' }), (entry) => isHeavyOrAbsent(entry, limits));
  return isHeavyOrAbsent(known, limits);
}

const isHeavyOrAbsent = (entry: Entry | null, limits: WeightLimits): boolean =>
  entry !== null && isHeavyEntry(entry, limits);

const neededHeaders = ['accept', 'content-type', 'user-agent'] as const;

function jobOf({ call, info, user, audit }: Omit<VerbCall, 'requestView'>, body: Buffer): HeavyJob {
  const headers: HttpCall['headers'] = {};
  for (const name of neededHeaders) if (call.headers[name] !== undefined) headers[name] = call.headers[name];
  const { method, path, query } = call;
  // A copy: a view would be transferred with its whole buffer, which others use.
  const job = { method, path, query, headers, group: info.group, user, body: new Uint8Array(body) };
  if (audit === undefined) return job;
  const { wantsRequest, wantsResponse } = audit;
  return { ...job, audit: { wantsRequest, wantsResponse } };
}

/** In the thread: serves what was sent, as the main thread would. */
export async function answerHeavy(house: House, job: HeavyJob): Promise<HeavyReply> {
  const warnings = new Set<string>();
  const warn = (text: string): void => void warnings.add(text);
  const call = callOf(job);
  const stages = noTime();
  const follower = { stages, servedElsewhere: () => {} };
  const audit = job.audit && new RecordedNotes(job.audit);
  const { status, headers, body, told, json } = await answerErrors(house, call, async () => {
    const info = requestInfo(call);
    if (!info.isResource) return (await house.paths.answer(call, info)) ?? pageNotFound();
    const catalog = house.catalog();
    const resource = findResource(catalog, info);
    if (resource === undefined) throw new Error(`not served in this thread: ${job.path}`);
    return answerResource(
      { house, catalog, call, info, user: job.user, resource, query: parseQuery(job.query), warn, follower, audit },
      () => {},
    );
  });
  const reply = { status, headers, body: await whole(body), warnings: [...warnings], stages };
  if (audit === undefined) return reply;
  return { ...reply, note: audit.record, ...(told !== undefined && { told }), ...(json !== undefined && { json }) };
}

function callOf({ method, path, query, headers, body }: HeavyJob): HttpCall {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const { signal } = new AbortController();
  const call = {
    method,
    path,
    query,
    headers,
    rawHeaders: [],
    signal,
    received: bytes.length,
    body: async () => bytes,
  };
  // The thread that has the connection has authenticated the caller.
  return call as Omit<HttpCall, 'socket'> as HttpCall;
}

async function whole(body: Reply['body']): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}
