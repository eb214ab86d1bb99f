import { Socket } from 'node:net';
import { changedCall, type HttpCall } from '#http';
import { LinkedAbort } from '#meta';
import type { Session } from './sessions.ts';

/** All of a request that the API is told. */
const passedHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'content-type',
  'content-length',
  'transfer-encoding',
  'if-none-match',
  'x-forwarded-for',
]);

const isPassed = (name: string): boolean => passedHeaders.has(name) || name.startsWith('impersonate-');

interface ConsoleCallParts {
  readonly session: Session;
  /** Where the API has it. */
  readonly path: string;
  /** Of the console. */
  readonly userAgent: string;
  /** Names who asks; absent where those who hand it on see to that. */
  readonly token?: string | undefined;
}

/** No client certificate: a session stands for the one who logged in, whatever the browser shows besides. */
const nowhere = new Socket();

/** A request to the console as one to the API, in the name of a session and no longer than it lasts. */
export function consoleCall(call: HttpCall, { session, path, userAgent, token }: ConsoleCallParts): HttpCall {
  const from = call.socket.remoteAddress;
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < call.rawHeaders.length; at += 2) {
    const name = (call.rawHeaders[at] as string).toLowerCase();
    if (isPassed(name)) pairs.push([name, call.rawHeaders[at + 1] as string]);
  }
  if (from !== undefined) pairs.push(['x-forwarded-for', from]);
  pairs.push(['user-agent', userAgent]);
  if (token !== undefined) pairs.push(['authorization', `Bearer ${token}`]);
  return changedCall(call, {
    path,
    headers: joined(pairs),
    rawHeaders: pairs.flat(),
    socket: nowhere,
    upgrade: undefined,
    switches: false,
    signal: new LinkedAbort(call.signal, session.ended).signal,
  });
}

function joined(pairs: readonly [string, string][]): HttpCall['headers'] {
  const headers: { [name: string]: string } = {};
  for (const [name, value] of pairs) headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  return headers;
}
