import { ask } from '../../api/call.ts';

export const RECORD_PATH = '/pinnace/requests';

/** One that is not answered yet, or whose answer goes on: a watch. */
export interface RunningRequest {
  readonly time: string;
  /** '' where it has none that Kubernetes knows. */
  readonly verb: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly user: string;
  readonly userAgent: string;
  readonly milliseconds: number;
  /** How far a watch is: up to which revision all was handed out, and how many events wait for it to take them. */
  readonly watch?: { readonly revision: number; readonly behind?: number };
}

type Times = Readonly<Record<string, number>>;

/** One that is over. */
export interface RequestTrace extends RunningRequest {
  readonly status: number;
  readonly bytes: number;
  readonly stages: Times;
  readonly admission: { readonly plugins: Times; readonly webhooks: Times };
  /** It was served in another thread. */
  readonly thread?: boolean;
  readonly refusal?: { readonly reason: string; readonly message: string };
}

export interface RequestRecord {
  readonly requests: readonly RequestTrace[];
  readonly running: readonly RunningRequest[];
}

export async function readRecord(signal: AbortSignal): Promise<RequestRecord> {
  const { requests = [], running = [] } = await ask<Partial<RequestRecord>>({ path: RECORD_PATH }, signal);
  return { requests, running };
}

/** What a request is known by; two that came in the same moment with the same words are one to look at. */
export const keyOf = ({ time, method, path }: RunningRequest): string => `${time} ${method} ${path}`;

export const pathOf = ({ path, query }: RunningRequest): string => (query === '' ? path : `${path}?${query}`);
