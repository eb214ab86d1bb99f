import { cloneJson, type MaybePromise, parseQueryOptions, validateUpdateOptions, whenReady } from '#meta';
import { update as updateObject } from '#registry';
import type { Reply } from '../call.ts';
import { objectReply, type VerbCall, viewOf, writeAccessOf, writeOptionsFor } from './context.ts';
import { refuse } from './request-options.ts';
import { matchUrl, readObject } from './sent-object.ts';

export function update(request: VerbCall): MaybePromise<Reply> {
  const view = viewOf(request);
  const options = parseQueryOptions('update', request.query);
  refuse('UpdateOptions', validateUpdateOptions(options));
  return whenReady(readObject(request, options), (object) => {
    matchUrl(request, object);
    const updating = updateObject(writeAccessOf(request, writeOptionsFor(view, options)), {
      name: request.info.name,
      uid: object.metadata.uid,
      sent: object,
      wanted: (live) => request.requestView.take(cloneJson(object), live),
    });
    return whenReady(updating, ({ shown, created }) =>
      objectReply(request, { view, status: created ? 201 : 200, shown }),
    );
  });
}
