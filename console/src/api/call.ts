import type { Json, Status } from './types.ts';

/** Where the server hands the requests of the page on to its API, as the user who is logged in. */
const API_ROOT = '/console/api';

export interface ApiCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As the API has it: `/apis/apps/v1/deployments`. */
  readonly path: string;
  readonly query?: Query;
  /** A text is sent as it is. */
  readonly body?: Json | object | undefined;
  readonly contentType?: string;
  readonly accept?: string;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

/** An answer that is no success, as the server worded it. */
export class StatusError extends Error {
  readonly status: Status;
  readonly call: ApiCall;
  constructor(status: Status, call: ApiCall) {
    super(status.message ?? `HTTP ${status.code ?? 'error'}`);
    this.name = 'StatusError';
    this.status = status;
    this.call = call;
  }
  get code(): number {
    return this.status.code ?? 0;
  }
  get isExpired(): boolean {
    return this.code === 410;
  }
}

/** Called when the server no longer knows who is asking. */
let loggedOut = (): void => {};
export function onLoggedOut(listener: () => void): void {
  loggedOut = listener;
}

/** Sends a call; an answer that is no success is thrown. */
export async function send(call: ApiCall, signal?: AbortSignal): Promise<Response> {
  const response = await fetchOrStatus(call, signal);
  if (response.ok) return response;
  const status = await statusOf(response);
  if (response.status === 401) loggedOut();
  throw new StatusError(status, call);
}

export async function ask<T>(call: ApiCall, signal?: AbortSignal): Promise<T> {
  const response = await send(call, signal);
  return (await response.json()) as T;
}

/** `/apis/apps/v1/deployments?limit=5` */
export function pathAndQuery({ path, query = {} }: ApiCall): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

async function fetchOrStatus(call: ApiCall, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(`${API_ROOT}${pathAndQuery(call)}`, requestOf(call, signal));
  } catch (error) {
    if (signal?.aborted) throw error;
    const message = 'The server cannot be reached. It may have stopped, or the connection broke off.';
    throw new StatusError({ code: 0, reason: 'Unreachable', message }, call);
  }
}

function requestOf(call: ApiCall, signal: AbortSignal | undefined): RequestInit {
  const { method = 'GET', body, contentType = 'application/json', accept = 'application/json' } = call;
  const headers: Record<string, string> = { accept };
  // Pages of other sites cannot send a header of this name without being asked first.
  if (method !== 'GET') headers['x-pinnace-console'] = '1';
  if (body !== undefined) headers['content-type'] = contentType;
  return {
    method,
    headers,
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  };
}

async function statusOf(response: Response): Promise<Status> {
  const text = await response.text();
  try {
    const body = JSON.parse(text) as Status;
    if (body.kind === 'Status') return { code: response.status, ...body };
  } catch {
    // A proxy in between may answer with a text.
  }
  return { code: response.status, reason: response.statusText, message: text.slice(0, 2000) || response.statusText };
}
