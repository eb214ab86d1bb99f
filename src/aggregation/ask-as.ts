import type { UserInfo } from '#machinery';
import { type JsonObject, serviceAccountGroups, serviceAccountUser } from '#meta';
import type { Backend } from './backend.ts';
import { type Downloaded, download } from './download.ts';

const ASK_MS = 30_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** A version of a group that another server serves, and what it has. */
export interface RemoteVersion {
  readonly group: string;
  readonly version: string;
  readonly backend: Backend;
  /** As the aggregated document has them. */
  readonly resources: readonly JsonObject[];
}

interface Question {
  readonly method: 'GET' | 'DELETE';
  readonly path: string;
  readonly query: string;
  readonly body?: JsonObject;
  readonly accept?: string;
  readonly signal: AbortSignal;
}

export const controllerUser = (account: string): UserInfo => ({
  name: serviceAccountUser('kube-system', account),
  uid: '',
  groups: [...serviceAccountGroups('kube-system'), 'system:authenticated'],
  extra: {},
});

/** Asks the server of a version. That something is gone, or not as it was thought to be, is an answer. */
export async function askAs(user: UserInfo, { backend }: RemoteVersion, question: Question): Promise<Downloaded> {
  const { method, path, query, body, accept = 'application/json', signal } = question;
  const target = { ...(await backend.locate()), path, query };
  const headers = { accept, ...(body && { 'content-type': 'application/json' }) };
  const limits = { timeoutMs: ASK_MS, limit: MOST_BYTES };
  const text = body && JSON.stringify(body);
  const answer = await download({ target, method, user, headers, ...(text && { body: text }), ...limits, signal });
  if (answer.status >= 300 && answer.status !== 404 && answer.status !== 409)
    throw new Error(`${method} ${path}: the server answered with ${answer.status}`);
  return answer;
}
