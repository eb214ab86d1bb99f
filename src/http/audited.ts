import type { Duplex } from 'node:stream';
import { encodeJson } from '#machinery';
import type { JsonObject, Status } from '#meta';
import type { RequestAudit } from './audit-notes.ts';
import type { HttpCall, Reply } from './call.ts';
import { FollowedStream } from './limits.ts';
import type { RequestInfo } from './request-info.ts';

interface Audited {
  readonly audit: RequestAudit;
  readonly info: RequestInfo;
  readonly call: HttpCall;
}

/** So much of a list is kept for the log. */
const LONGEST_OBJECT = 64 * 1024 * 1024;
const TRUNCATED = 'audit.k8s.io/truncated';

/** Writes the answer down: before it is sent where it is whole, after its end where it is a stream. */
export async function audited(reply: Reply, { audit, info, call }: Audited): Promise<Reply> {
  const { notes } = audit;
  if (notes === undefined) return reply;
  const status = statusOf(reply);
  const { body } = reply;
  const isWhole = body instanceof Uint8Array;
  if (isWhole && notes.wantsResponse && body.length > 0 && holdsObject(reply, info))
    notes.answered(jsonOf(reply, body));
  if (audit.isUnknown) {
    await audit.stage('ResponseStarted', status);
    return reply;
  }
  if (reply.failure !== undefined) {
    await audit.stage('Panic', { ...status, message: `APIServer panic'd: ${reply.failure}` });
    return reply;
  }
  if (isLongRunning(info)) await audit.stage('ResponseStarted', status);
  const { takeOver } = reply;
  if (takeOver !== undefined) {
    const followed = async (connection: Duplex): Promise<void> => {
      await takeOver(connection).finally(() => audit.stage('ResponseComplete', status));
    };
    return { ...reply, takeOver: followed };
  }
  if (isWhole) {
    await audit.stage('ResponseComplete', status);
    return reply;
  }
  const keeps =
    notes.wantsResponse &&
    reply.isForwarded !== true &&
    info.isResource &&
    info.verb !== 'watch' &&
    call.method !== 'HEAD';
  const kept = new KeptStream(body, keeps && isJson(reply) ? LONGEST_OBJECT : 0);
  const over = (): void => {
    if (kept.text !== undefined) notes.answered(kept.text);
    else if (keeps) notes.annotate(TRUNCATED, 'true');
    void audit.stage('ResponseComplete', status);
  };
  return { ...reply, body: new FollowedStream(kept, over) };
}

/** Of a Status what has bounds; of everything else its code. */
function statusOf({ status: code, told }: Reply): Partial<Status> {
  if (told === undefined) return { code };
  const { status, message, reason, details } = told;
  return { status, message, reason, details, code } as Partial<Status>;
}

function jsonOf({ told, json }: Reply, body: Uint8Array): string {
  if (told !== undefined) return encodeJson(told as unknown as JsonObject);
  return Buffer.from(json ?? body)
    .toString('utf8')
    .trimEnd();
}

const isJson = ({ headers }: Reply): boolean => String(headers['content-type'] ?? '').startsWith('application/json');

/** Objects of resources, discovery and errors; not the version, nor documents and health. */
function holdsObject(reply: Reply, info: RequestInfo): boolean {
  if (reply.told !== undefined || reply.json !== undefined) return true;
  // What another server answered is for that server to write down.
  if (reply.isForwarded === true) return false;
  // An error that is no Status was made outside of all that is written down.
  return reply.status < 400 && isJson(reply) && (info.isResource || /^\/apis?(\/|$)/.test(info.path));
}

const longRunningParts: ReadonlySet<string> = new Set(['attach', 'exec', 'proxy', 'log', 'portforward']);

/** Such a request has a stage of its own for the beginning of its answer. */
function isLongRunning(info: RequestInfo): boolean {
  if (!info.isResource) return info.path.startsWith('/debug/pprof/');
  return info.verb === 'watch' || longRunningParts.has(info.subresource);
}

/** Keeps what comes by, up to a limit. */
class KeptStream implements AsyncIterableIterator<Uint8Array> {
  readonly #source: AsyncIterator<Uint8Array>;
  #left: number;
  #parts: Uint8Array[] | undefined;

  constructor(source: AsyncIterable<Uint8Array>, limit: number) {
    this.#source = source[Symbol.asyncIterator]();
    this.#left = limit;
    this.#parts = limit > 0 ? [] : undefined;
  }
  /** Undefined if it was not kept, or not whole. */
  get text(): string | undefined {
    return this.#parts && Buffer.concat(this.#parts).toString('utf8').trimEnd();
  }
  [Symbol.asyncIterator](): this {
    return this;
  }
  async next(): Promise<IteratorResult<Uint8Array>> {
    const next = await this.#source.next();
    if (next.done || this.#parts === undefined) return next;
    this.#left -= next.value.length;
    if (this.#left < 0) this.#parts = undefined;
    // A copy: the bytes may be used again for the next chunk.
    else this.#parts.push(Buffer.from(next.value));
    return next;
  }
  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#parts = undefined;
    await this.#source.return?.();
    return { done: true, value: undefined };
  }
}
