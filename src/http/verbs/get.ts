import { apiErrors, parseQueryOptions } from '#meta';
import { get as getEntry } from '#registry';
import type { Reply } from '../call.ts';
import { queryFlag } from '../query.ts';
import { accessOf, present, reply, type VerbCall, viewOf } from './context.ts';

export async function get(request: VerbCall): Promise<Reply> {
  const view = viewOf(request);
  if (queryFlag(request.call.query, 'export')) {
    throw apiErrors.badRequest('the export parameter, deprecated since v1.14, is no longer supported');
  }
  const { resourceVersion } = parseQueryOptions('get', request.query);
  const entry = await getEntry(accessOf(request), request.info.name, resourceVersion);
  return reply(view, 200, await present(request, view, { entry }));
}
