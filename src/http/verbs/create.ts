import { type Hub, type MaybePromise, parseQueryOptions, validateCreateOptions, whenReady } from '#meta';
import { type Access, answerReview, create as createObject, type Shown } from '#registry';
import type { Reply } from '../call.ts';
import { objectReply, type VerbCall, viewOf, writeAccessOf, writeOptionsFor } from './context.ts';
import { refuse } from './request-options.ts';
import { matchScope, readObject } from './sent-object.ts';

export function create(request: VerbCall): MaybePromise<Reply> {
  const view = viewOf(request);
  const options = parseQueryOptions('create', request.query);
  refuse('CreateOptions', validateCreateOptions(options));
  return whenReady(readObject(request, options), (object) => {
    matchScope(request, object);
    return whenReady(request.requestView.take(object, null), (wanted) =>
      whenReady(createIn(request, writeAccessOf(request, writeOptionsFor(view, options)), wanted), (shown) =>
        objectReply(request, { view, status: 201, shown }),
      ),
    );
  });
}

/** Stores it; or, for a review, answers it. */
function createIn({ requestView, info }: VerbCall, access: Access, wanted: Hub): MaybePromise<Shown> {
  const { served } = requestView;
  if (served.definition.virtual === undefined) return createObject(access, wanted);
  return whenReady(answerReview(access, { review: wanted, served, about: info.name }), (hub) => ({ hub }));
}
