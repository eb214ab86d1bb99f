import type { Socket } from 'node:net';

/** What Node's reader makes of bytes that are no request. */
interface ReaderFault extends Error {
  readonly code?: string;
  /** What is wrong, in its words. */
  readonly reason?: string;
}

/** Node keeps the answer that is under way here. */
type ReadSocket = Socket & {
  readonly _httpMessage?: { readonly headersSent: boolean } | null;
};

const statuses: { readonly [code: string]: string } = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Request Entity Too Large',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_INVALID_VERSION: '505 HTTP Version Not Supported',
};

/** Says what is wrong, as long as a client listens that waits for no more of another answer; then hangs up. */
export function answerMalformed(fault: ReaderFault, socket: ReadSocket): void {
  const isAnswering = socket._httpMessage?.headersSent === true;
  if (isAnswering || !socket.writable || fault.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = statuses[fault.code ?? ''] ?? '400 Bad Request';
  const text = fault.reason ? `${status}: ${fault.reason}` : status;
  const head = `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n`;
  socket.write(`${head}${text}`);
  socket.destroy();
}
