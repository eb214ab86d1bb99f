import { goQuote, http2ErrorName, http2ErrorNumber } from '#meta';

const REFUSED_STREAM = http2ErrorNumber('REFUSED_STREAM');

const nameOf = (code: number): string => http2ErrorName(code) ?? `unknown error code 0x${code.toString(16)}`;

/** Why a stream brought no answer, in the words of Go's client. */
export class Http2Fault extends Error {
  /** The webhook has not processed the request, so it may be sent again. */
  readonly isRefused: boolean;
  /** The connection ended under it. */
  readonly isLost: boolean;
  /** The webhook ended the one stream. */
  readonly isReset: boolean;

  constructor(message: string, { isRefused = false, isLost = false, isReset = false } = {}) {
    super(message);
    this.name = 'Http2Fault';
    this.isRefused = isRefused;
    this.isLost = isLost;
    this.isReset = isReset;
  }
}

/** The GOAWAY frame of a connection: the last stream that is still processed, and why it ends. */
export interface GoAway {
  readonly code: number;
  readonly lastStreamId: number;
  readonly debug: string;
}

/** A stream without an id was never sent. */
export function streamFault(id: number | undefined, code: number): Http2Fault {
  const message = `stream error: stream ID ${id ?? 0}; ${nameOf(code)}; received from peer`;
  return new Http2Fault(message, { isRefused: id === undefined || code === REFUSED_STREAM, isReset: true });
}

/** The connection is gone, or going. */
export function lostFault(id: number | undefined, goAway: GoAway | undefined): Http2Fault {
  if (goAway === undefined) return new Http2Fault('unexpected EOF', { isRefused: id === undefined, isLost: true });
  const { code, lastStreamId, debug } = goAway;
  const isUnseen = id === undefined || id > lastStreamId;
  // A server that refuses the first stream of a new connection would refuse it again: no retry.
  if (isUnseen && id === 1 && code !== 0)
    return new Http2Fault(`http2: Transport received GOAWAY from server ErrCode:${nameOf(code)}`);
  const told = `LastStreamID=${lastStreamId}, ErrCode=${nameOf(code)}, debug=${goQuote(debug)}`;
  return new Http2Fault(`http2: server sent GOAWAY and closed the connection; ${told}`, { isRefused: isUnseen });
}
