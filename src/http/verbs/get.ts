import { apiErrors, type MaybePromise, parseQueryOptions, whenReady } from '#meta';
import { get as getEntry } from '#registry';
import type { Reply } from '../call.ts';
import { shownElsewhere } from '../heavy.ts';
import { queryFlag } from '../query.ts';
import { accessOf, objectReply, type VerbCall, viewOf } from './context.ts';

export function get(request: VerbCall): MaybePromise<Reply> {
  const view = viewOf(request);
  if (queryFlag(request.call.query, 'export')) {
    throw apiErrors.badRequest('the export parameter, deprecated since v1.14, is no longer supported');
  }
  const { resourceVersion } = parseQueryOptions('get', request.query);
  const found = getEntry(accessOf(request), request.info.name, resourceVersion);
  return whenReady(
    found,
    (entry) => shownElsewhere(request, entry) ?? objectReply(request, { view, status: 200, shown: { entry } }),
  );
}
