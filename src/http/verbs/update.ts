import { cloneJson, parseQueryOptions, validateUpdateOptions } from '#meta';
import { update as updateObject } from '#registry';
import type { Reply } from '../call.ts';
import { noteSent } from './audited-body.ts';
import { objectReply, type VerbCall, writeAccessOf, writeViewOf } from './context.ts';
import { refuse } from './request-options.ts';
import { matchUrl, readObject } from './sent-object.ts';

export async function update(request: VerbCall): Promise<Reply> {
  const view = writeViewOf(request);
  const options = parseQueryOptions('update', request.query);
  refuse('UpdateOptions', validateUpdateOptions(options));
  const object = await readObject(request, options);
  await noteSent(request, object);
  matchUrl(request, object);
  const { shown, created } = await updateObject(writeAccessOf(request, options), {
    name: request.info.name,
    uid: object.metadata.uid,
    wanted: (live) => request.requestView.take(cloneJson(object), live),
  });
  return objectReply(request, { view, status: created ? 201 : 200, shown });
}
