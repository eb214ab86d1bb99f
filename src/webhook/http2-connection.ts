import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '#meta';
import { type GoAway, Http2Fault, lostFault, streamFault } from './http2-faults.ts';
import { type Attempt, httpAnswer, type Question, type WebhookConnection } from './webhook-connection.ts';
import { type HttpAnswer, tooLarge } from './webhook-faults.ts';

/** How many streams are opened before the webhook says how many it takes. */
const FIRST_STREAMS = 100;
const IDLE_MS = 90_000;
const PING_MS = 15_000;
/** How much of one answer, and of all together, may be on its way. */
const STREAM_WINDOW = 256 * 1024;
const SESSION_WINDOW = 1024 * 1024;
/** Pings and settings that a webhook may send between two answers. */
const MOST_CHATTER = 1000;
const sessionLimits = { maxHeaderListPairs: 100, maxOutstandingPings: 2, maxSettings: 32, maxSessionMemory: 10 };
const { NGHTTP2_CANCEL, NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_NO_ERROR } = constants;

interface Http2Parts {
  readonly clock: Clock;
  /** Called when the connection can take no more requests. */
  over(): void;
}

/** One connection to a webhook that speaks HTTP/2, shared by all calls that go there. */
export class Http2Connection implements WebhookConnection {
  readonly #session: ClientHttp2Session;
  readonly #clock: Clock;
  readonly #over: () => void;
  #open = 0;
  #used = false;
  #streams = FIRST_STREAMS;
  #chatter = 0;
  #answered = false;
  #isRetired = false;
  /** A call on it got no answer in time: no further call uses it until it answers a ping. */
  #isSuspect = false;
  #goAway: GoAway | undefined;

  constructor(socket: TLSSocket, { clock, over }: Http2Parts) {
    this.#clock = clock;
    this.#over = over;
    const settings = { enablePush: false, initialWindowSize: STREAM_WINDOW };
    // The address only names the session: the socket is open already.
    this.#session = connect('https://webhook', { createConnection: () => socket, settings, ...sessionLimits });
    this.#session.once('connect', (session) => session.setLocalWindowSize(SESSION_WINDOW));
    this.#follow();
  }

  /** How many more calls it takes now. */
  get room(): number {
    if (this.#isSuspect || this.#session.closed || this.#session.destroyed) return 0;
    return this.#streams - this.#open;
  }

  /** A call is about to be made. */
  reserve(): void {
    this.#open++;
    this.#used = true;
    this.#session.ref();
  }

  /** Closes it as soon as no call uses it, but not before the call that it was opened for. */
  retire(): void {
    this.#isRetired = true;
    if (this.#open === 0 && this.#used) this.#session.close();
  }

  async exchange(question: Question, attempt: Attempt): Promise<HttpAnswer> {
    const isFirst = !this.#answered;
    try {
      const answer = await this.#ask(question, attempt);
      this.#answered = true;
      this.#chatter = 0;
      return answer;
    } catch (error) {
      attempt.refused = error instanceof Http2Fault && error.isRefused;
      attempt.reused = error instanceof Http2Fault && error.isLost && !isFirst;
      if (question.signal.aborted && !attempt.answering) this.#ping();
      throw error;
    } finally {
      this.#release();
    }
  }

  #follow(): void {
    const session = this.#session;
    session.setTimeout(IDLE_MS, () => this.#open === 0 && session.close());
    session.on('remoteSettings', ({ maxConcurrentStreams }) => {
      this.#streams = Math.max(1, maxConcurrentStreams ?? FIRST_STREAMS);
      this.#countChatter();
    });
    session.on('ping', () => this.#countChatter());
    session.on('goaway', (code, lastStreamId, debug) => {
      this.#goAway = { code, lastStreamId, debug: Buffer.from(debug ?? []).toString('latin1') };
    });
    // Each call learns of it from its own stream.
    session.on('error', () => undefined);
    session.on('close', this.#over);
    session.unref();
  }

  #countChatter(): void {
    if (++this.#chatter > MOST_CHATTER) this.#session.destroy(undefined, NGHTTP2_ENHANCE_YOUR_CALM);
  }

  #release(): void {
    if (--this.#open > 0) return;
    if (this.#isRetired && !this.#session.closed) this.#session.close();
    else if (!this.#session.destroyed) this.#session.unref();
  }

  /** Finds out whether the other side is still there. */
  #ping(): void {
    const session = this.#session;
    if (this.#isSuspect || session.destroyed) return;
    this.#isSuspect = true;
    const shown = new AbortController();
    const end = (): void => void session.destroy();
    void this.#clock.sleep(PING_MS, shown.signal).then(() => shown.signal.aborted || end());
    const answered = (error: Error | null): void => {
      shown.abort();
      if (error === null) this.#isSuspect = false;
      else end();
    };
    // Too many pings are unanswered already.
    if (!session.ping(answered)) end();
  }

  #ask({ authority, path, headers, body, limit, signal }: Question, attempt: Attempt): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const bytes = Buffer.from(body, 'utf8');
      const pseudo = { ':method': 'POST', ':scheme': 'https', ':authority': authority, ':path': path };
      const stream = this.#begin({ ...pseudo, ...headers, 'content-length': String(bytes.length) }, signal);
      const answer: { headers?: IncomingHttpHeaders; readonly chunks: Uint8Array[]; size: number; isWhole: boolean } = {
        chunks: [],
        size: 0,
        isWhole: false,
      };
      stream.on('response', (received) => {
        attempt.answering = true;
        answer.headers = received;
      });
      stream.on('data', (chunk: Uint8Array) => {
        answer.size += chunk.length;
        answer.chunks.push(chunk);
        if (answer.size <= limit) return;
        reject(tooLarge(limit));
        answer.chunks.length = 0;
        stream.close(NGHTTP2_CANCEL);
      });
      stream.on('end', () => {
        answer.isWhole = true;
      });
      // The reason is told when the stream is closed: only then is everything known.
      stream.on('error', () => undefined);
      stream.on('close', () => {
        const { headers: received, chunks, isWhole } = answer;
        if (received === undefined || !isWhole || stream.rstCode !== NGHTTP2_NO_ERROR)
          return reject(this.#faultOf(stream));
        resolve(httpAnswer(Number(received[':status']), received, chunks));
      });
      stream.end(bytes);
    });
  }

  #begin(headers: { readonly [name: string]: string }, signal: AbortSignal): ClientHttp2Stream {
    try {
      return this.#session.request(headers, { signal });
    } catch (error) {
      // The connection was closed since it was chosen.
      throw new Http2Fault(error instanceof Error ? error.message : String(error), { isRefused: true });
    }
  }

  #faultOf(stream: ClientHttp2Stream): Http2Fault {
    const goAway = this.#goAway;
    if (goAway !== undefined || this.#session.destroyed) return lostFault(stream.id, goAway);
    return streamFault(stream.id, stream.rstCode ?? NGHTTP2_NO_ERROR);
  }
}
