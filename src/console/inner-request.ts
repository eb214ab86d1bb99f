import type { HttpCall, Reply } from '#http';
import { parseJson } from '#machinery';
import { isJsonObject, type JsonObject, type MaybePromise } from '#meta';

/** Whoever answers calls as the API does. */
export type Api = (call: HttpCall) => MaybePromise<Reply>;

interface InnerRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: JsonObject;
  readonly from: HttpCall;
}

/** A request that the console makes itself while it answers another one. */
export function innerCall({ method, path, body, from }: InnerRequest): HttpCall {
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
  };
  return {
    ...{ method, path, query: '', headers, rawHeaders: Object.entries(headers).flat() },
    socket: from.socket,
    signal: from.signal,
    body: async () => bytes,
    received: bytes.length,
  };
}

interface InnerAnswer {
  readonly status: number;
  /** Empty where the answer is no object of JSON. */
  readonly json: JsonObject;
}

const MOST_BYTES = 1024 * 1024;

/** The whole of an answer that is known to be short. */
export async function readAnswer({ status, body }: Reply): Promise<InnerAnswer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body instanceof Uint8Array ? [body] : body) {
    size += piece.length;
    if (size > MOST_BYTES) break;
    pieces.push(piece);
  }
  return { status, json: jsonIn(Buffer.concat(pieces)) };
}

/** Empty for bytes that are no object of JSON. */
export function jsonIn(bytes: Uint8Array): JsonObject {
  try {
    const { value } = parseJson(bytes, { duplicates: false });
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
