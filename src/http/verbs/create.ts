import { type Hub, parseQueryOptions, validateCreateOptions } from '#meta';
import { type Access, answerReview, create as createObject, type Shown } from '#registry';
import type { Reply } from '../call.ts';
import { noteSent } from './audited-body.ts';
import { objectReply, type VerbCall, writeAccessOf, writeViewOf } from './context.ts';
import { refuse } from './request-options.ts';
import { matchScope, readObject } from './sent-object.ts';

export async function create(request: VerbCall): Promise<Reply> {
  const view = writeViewOf(request);
  const options = parseQueryOptions('create', request.query);
  refuse('CreateOptions', validateCreateOptions(options));
  const object = await readObject(request, options);
  await noteSent(request, object);
  matchScope(request, object);
  const wanted = await request.requestView.take(object, null);
  const shown = await createIn(request, writeAccessOf(request, options), wanted);
  return objectReply(request, { view, status: 201, shown });
}

/** Stores it; or, for a review, answers it. */
async function createIn({ requestView, info }: VerbCall, access: Access, wanted: Hub): Promise<Shown> {
  const { served } = requestView;
  if (served.definition.virtual === undefined) return createObject(access, wanted);
  return { hub: await answerReview(access, { review: wanted, served, about: info.name }) };
}
