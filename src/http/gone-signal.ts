import { LinkedAbort } from '#meta';
import type { Outlet } from './outlet.ts';

/** Fires when the client is gone or the server stops. Made on first use: most requests never ask. */
export function goneSignal(outlet: Outlet, stopping: AbortSignal): AbortSignal {
  const gone = new LinkedAbort(stopping);
  outlet.onceGone(() => gone.abort());
  return gone.signal;
}
