import type { Outlet } from './outlet.ts';

/** Fires when the client is gone or the server stops. Made on first use: most requests never ask. */
export function goneSignal(outlet: Outlet, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController();
  outlet.onceGone(() => gone.abort());
  if (stopping.aborted) gone.abort();
  else stopping.addEventListener('abort', () => gone.abort(), { once: true, signal: gone.signal });
  return gone.signal;
}
