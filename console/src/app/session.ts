import { signal } from '@preact/signals';
import { onLoggedOut, StatusError } from '../api/call.ts';
import { knowServer } from '../api/pinnace-paths.ts';
import type { Status } from '../api/types.ts';
import { BASE } from './router.ts';

export interface Session {
  readonly user: { readonly username: string; readonly groups?: readonly string[] };
  readonly server: { readonly url: string; readonly version: string };
}

/** Undefined until it is known, null for somebody who is not logged in. */
export const session = signal<Session | null | undefined>(undefined);

export async function readSession(): Promise<void> {
  const response = await fetch(`${BASE}/session`, { credentials: 'same-origin', cache: 'no-store' }).catch(() => null);
  const read = response?.ok ? ((await response.json()) as Session) : null;
  knowServer(read?.server.version ?? '');
  session.value = read;
}

export async function login(proof: { readonly token: string } | { readonly code: string }): Promise<void> {
  const response = await post('/login', proof);
  if (!response.ok) {
    const status = (await response.json().catch(() => ({}))) as Status;
    const message = status.message ?? 'The login was refused.';
    throw new StatusError({ ...status, code: response.status, message }, { method: 'POST', path: `${BASE}/login` });
  }
  await readSession();
}

export async function logout(): Promise<void> {
  await post('/logout', {}).catch(() => {});
  session.value = null;
}

function post(path: string, body: object): Promise<Response> {
  return fetch(`${BASE}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pinnace-console': '1' },
    credentials: 'same-origin',
    body: JSON.stringify(body),
  });
}

onLoggedOut(() => {
  session.value = null;
});
