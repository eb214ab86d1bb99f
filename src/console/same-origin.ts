import type { HttpCall } from '#http';

/** What pages of another origin cannot send without asking first; this server never allows it. */
const OWN_HEADER = 'x-pinnace-console';

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Why a request cannot have come from the console's own code; undefined where it may have. Browsers tell where a request
 * was made and for what (`Sec-Fetch-*`), and no page can change it; those that do not tell must send our header.
 */
export function foreignness(call: Pick<HttpCall, 'method' | 'headers'>): string | undefined {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': purpose, origin } = call.headers;
  if (site !== undefined && site !== 'same-origin') return 'the request was made by another site';
  if (purpose !== undefined && purpose !== 'empty') return 'the request was not made by code of the console';
  if (origin !== undefined && !isOwn(origin, call)) return 'the request was made by another origin';
  const mustShow = site === undefined || !readingMethods.has(call.method);
  return mustShow && call.headers[OWN_HEADER] !== '1' ? 'the header X-Pinnace-Console is missing' : undefined;
}

function isOwn(origin: string | string[], { headers }: Pick<HttpCall, 'headers'>): boolean {
  const host = headers[':authority'] ?? headers.host;
  try {
    return new URL(String(origin)).host === host;
  } catch {
    return false;
  }
}
