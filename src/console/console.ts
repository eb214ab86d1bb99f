import { errorReply, type HttpCall, type Reply } from '#http';
import { ApiError, apiErrors, type Clock, type JsonObject, type Log } from '#meta';
import { consoleCall } from './console-call.ts';
import { type Api, innerCall, jsonIn, readAnswer } from './inner-request.ts';
import { LoginCodes } from './login-codes.ts';
import { LoginLimit } from './login-limit.ts';
import { foreignness } from './same-origin.ts';
import { asData } from './security-headers.ts';
import { type CookieSettings, clearCookie, sessionIdIn, setCookie } from './session-cookie.ts';
import { type Credential, type Session, Sessions } from './sessions.ts';
import type { StaticFiles } from './static-files.ts';
import { type Asked, REVIEW_PATH, review, userIn } from './who-is.ts';

const PREFIX = '/console';
const API = '/api/';
const LONGEST_LOGIN = 32 * 1024;
/** Visible ASCII: with anything else it would be no token, and its sender anonymous. */
const tokenPattern = /^[\x21-\x7e]+$/;

interface ConsoleParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly files: StaticFiles;
  cookie(): CookieSettings;
  /** Where the API is that is shown. */
  serverUrl(): string;
  /** What the console calls itself in requests to the API. */
  readonly userAgent: string;
  /** How those show who they are who come by a link; undefined where whoever hands their requests on sees to that. */
  readonly ownToken: string | undefined;
  /** Whether others may log in with tokens of theirs. */
  readonly takesTokens: boolean;
}

/**
 * The console: its pages, who is logged in, and the way from them to the API. Whatever is asked through it is asked in the
 * name of who is logged in, and the API decides.
 */
export class Console implements Disposable {
  readonly #parts: ConsoleParts;
  readonly #sessions: Sessions;
  readonly #codes: LoginCodes;
  readonly #limit: LoginLimit;

  constructor(parts: ConsoleParts) {
    this.#parts = parts;
    this.#sessions = new Sessions(parts.clock);
    this.#codes = new LoginCodes(parts.clock);
    this.#limit = new LoginLimit(parts.clock);
  }

  serves(path: string): boolean {
    return path.startsWith(PREFIX) && (path.length === PREFIX.length || path[PREFIX.length] === '/');
  }

  /** The path of a link that logs somebody in, once, with the console's own credentials. */
  loginPath(): string {
    return `${PREFIX}/login?code=${this.#codes.issue()}`;
  }

  async answer(call: HttpCall, api: Api): Promise<Reply> {
    try {
      return await this.#route(call, api);
    } catch (error) {
      if (error instanceof ApiError) return asData(errorReply(error, call));
      if (call.signal.aborted) return asData(errorReply(apiErrors.badRequest('the client went away'), call));
      this.#parts.log.error('a request of the console failed', { path: call.path, error });
      return asData(errorReply(apiErrors.internal('the server could not finish the request; its log says why'), call));
    }
  }

  async #route(call: HttpCall, api: Api): Promise<Reply> {
    const path = call.path.slice(PREFIX.length);
    const reads = call.method === 'GET' || call.method === 'HEAD';
    if (path.startsWith(API)) return this.#forward(call, path.slice(API.length - 1), api);
    if (path === '/session' && reads) return this.#tellSession(call, api);
    if (path === '/login' && call.method === 'POST') return this.#login(call, api);
    if (path === '/logout' && call.method === 'POST') return this.#logout(call);
    if (!reads) throw apiErrors.methodNotAllowed();
    return this.#parts.files.answer(call, path);
  }

  async #forward(call: HttpCall, path: string, api: Api): Promise<Reply> {
    const session = this.#sessionOf(call);
    return asData(await api(this.#inName(call, session, path)));
  }

  async #tellSession(call: HttpCall, api: Api): Promise<Reply> {
    const session = this.#sessionOf(call);
    const user = userIn(await this.#ask(call, session, { method: 'POST', path: REVIEW_PATH, body: review, api }));
    if (user === undefined) throw apiErrors.unauthorized();
    const { json: version } = await this.#ask(call, session, { method: 'GET', path: '/version', api });
    const server = { url: this.#parts.serverUrl(), version: String(version.gitVersion ?? '') };
    return json(200, { user: { ...user, groups: [...user.groups] }, server });
  }

  async #login(call: HttpCall, api: Api): Promise<Reply> {
    refuseForeign(call);
    const address = call.socket.remoteAddress ?? '';
    const wait = this.#limit.waitSeconds(address);
    if (wait > 0) throw apiErrors.tooManyRequests('too many failed logins, please try again later', wait);
    const credential = this.#credentialIn(await loginBody(call, this.#parts.clock));
    if (credential === undefined || !(await this.#isKnown(call, credential, api))) {
      this.#limit.failed(address);
      throw apiErrors.unauthorized();
    }
    const cookie = this.#parts.cookie();
    // An id from before the login is worth nothing after it, whoever planted it.
    this.#sessions.end(sessionIdIn(call.headers.cookie, cookie));
    return empty(setCookie(cookie, this.#sessions.begin(credential)));
  }

  #logout(call: HttpCall): Reply {
    refuseForeign(call);
    const cookie = this.#parts.cookie();
    this.#sessions.end(sessionIdIn(call.headers.cookie, cookie));
    return empty(clearCookie(cookie));
  }

  #credentialIn({ token, code }: JsonObject): Credential | undefined {
    if (typeof code === 'string') return this.#codes.redeem(code) ? 'own' : undefined;
    const isToken = typeof token === 'string' && tokenPattern.test(token);
    return isToken && this.#parts.takesTokens ? { token } : undefined;
  }

  /** A code was checked already; a token is the API's to check. */
  async #isKnown(call: HttpCall, credential: Credential, api: Api): Promise<boolean> {
    if (credential === 'own') return true;
    const session = { credential, ended: call.signal };
    return (
      userIn(await this.#ask(call, session, { method: 'POST', path: REVIEW_PATH, body: review, api })) !== undefined
    );
  }

  async #ask(
    from: HttpCall,
    session: Session,
    { api, ...request }: Pick<Parameters<typeof innerCall>[0], 'method' | 'path' | 'body'> & { readonly api: Api },
  ): Promise<Asked> {
    return readAnswer(await api(this.#inName(innerCall({ ...request, from }), session, request.path)));
  }

  #inName(call: HttpCall, session: Session, path: string): HttpCall {
    const { credential } = session;
    const { userAgent, ownToken } = this.#parts;
    return consoleCall(call, { session, path, userAgent, token: credential === 'own' ? ownToken : credential.token });
  }

  /** Of a request that the console's own code made for somebody who is logged in. */
  #sessionOf(call: HttpCall): Session {
    refuseForeign(call);
    const session = this.#sessions.use(sessionIdIn(call.headers.cookie, this.#parts.cookie()));
    if (session === undefined) throw apiErrors.unauthorized();
    return session;
  }

  [Symbol.dispose](): void {
    this.#sessions[Symbol.dispose]();
  }
}

function refuseForeign(call: HttpCall): void {
  const why = foreignness(call);
  if (why !== undefined) throw new ApiError({ code: 403, reason: 'Forbidden', message: `forbidden: ${why}` });
}

/** Whoever sends it so slowly that nobody waits for it has gone. */
const LOGIN_MS = 10_000;

async function loginBody(call: HttpCall, clock: Pick<Clock, 'sleep'>): Promise<JsonObject> {
  const announced = Number(call.headers['content-length'] ?? Number.NaN);
  if (!(announced <= LONGEST_LOGIN)) throw apiErrors.requestEntityTooLarge(`limit is ${LONGEST_LOGIN}`);
  const read = new AbortController();
  const late = clock.sleep(LOGIN_MS, read.signal).then(() => undefined);
  const bytes = await Promise.race([call.body(), late]).finally(() => read.abort());
  if (bytes === undefined) throw apiErrors.timeout('the login was sent too slowly', 0);
  return jsonIn(bytes);
}

const NOT_KEPT = { 'cache-control': 'no-store' };

function json(status: number, value: JsonObject): Reply {
  const headers = { 'content-type': 'application/json', ...NOT_KEPT };
  return asData({ status, headers, body: Buffer.from(JSON.stringify(value)) });
}

/** Behind `asData`, which takes cookies away from answers. */
function empty(cookie: string): Reply {
  const reply = asData({ status: 204, headers: NOT_KEPT, body: new Uint8Array() });
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookie } };
}
