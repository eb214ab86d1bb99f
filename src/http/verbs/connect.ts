import type { ConnectSubresource } from '#machinery';
import { apiErrors, type KubeObject, parseQueryOptions } from '#meta';
import { connect as connectTo, findBeside } from '#registry';
import type { Reply } from '../call.ts';
import { demandConnection } from '../permission.ts';
import { type VerbCall, writeAccessOf } from './context.ts';

/** Connects to what an object stands for, whatever the method. */
export async function connect(request: VerbCall, { connection }: ConnectSubresource): Promise<Reply> {
  const { catalog, info, query } = request;
  if (!connection.answersText && query.has('dryRun')) throw apiErrors.badRequest('dryRun is not supported');
  const access = writeAccessOf(request, parseQueryOptions('create', query));
  const { group, version } = access.resource;
  const find = async (resource: string, name: string): Promise<KubeObject | null> => {
    const other = catalog.find(group, version, resource);
    return other === undefined ? null : findBeside(access, other, name);
  };
  await connectTo(access, {
    connection,
    request: { name: info.name, query, find },
    permit: async () => connection.alsoNeeds && demandConnection(request, connection.alsoNeeds),
  });
  return { status: 204, headers: {}, body: Buffer.alloc(0) };
}
