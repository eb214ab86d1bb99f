import type { HeavyServer, MakeElsewhere } from '#http';
import { ApiError, type Status } from '#meta';
import type { StoreView } from '../wire-registry.ts';
import { DEFINITIONS_PREFIX } from './copied-prefixes.ts';

/** One user for all documents, so that requests for the same document share the work. */
const user = { name: 'system:apiserver', uid: '', groups: ['system:masters'], extra: {} };

/** To describe a definition takes a tenth of the time of a request about it. */
const TIMES_LIMIT = 4;

/** Has documents made in another thread when they are about a large definition. */
export function openapiElsewhere(heavy: HeavyServer, { cached }: Pick<StoreView, 'cached'>): MakeElsewhere {
  const isLarge = (name: string): boolean =>
    (cached(DEFINITIONS_PREFIX)?.get(name)?.size ?? 0) > heavy.limits.bytes * TIMES_LIMIT;
  return (members, { path, accept }) => {
    const found = members.find(({ group, definition }) => isLarge(`${definition.resource}.${group}`));
    return found && made(heavy, { path, accept, group: found.group });
  };
}

async function made(
  heavy: HeavyServer,
  wish: { readonly path: string; readonly accept: string; readonly group: string },
): Promise<Uint8Array> {
  const { path, accept, group } = wish;
  const headers = { accept, 'accept-encoding': 'gzip' };
  const { status, body } = await heavy.serve({
    ...{ method: 'GET', path, query: '', headers, group, user },
    body: new Uint8Array(),
  });
  if (status === 200) return body;
  const { code = 500, message = `no document: ${status}` } = JSON.parse(Buffer.from(body).toString() || '{}') as Status;
  throw new ApiError({ code, message });
}
