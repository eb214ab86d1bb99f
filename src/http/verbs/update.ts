import { apiErrors, type KubeObject, parseQueryOptions, validateUpdateOptions } from '#meta';
import { cloneJson, update as updateObject } from '#registry';
import type { Reply } from '../call.ts';
import { presentObject } from '../encode/object.ts';
import { reply, type VerbCall, writeAccessOf, writeViewOf } from './context.ts';
import { matchScope, readObject } from './create.ts';
import { refuse } from './list.ts';

export async function update(request: VerbCall): Promise<Reply> {
  const view = writeViewOf(request);
  const options = parseQueryOptions('update', request.query);
  refuse('UpdateOptions', validateUpdateOptions(options));
  const object = await readObject(request, options);
  matchUrl(request, object);
  const { shown, created } = await updateObject(writeAccessOf(request, options), {
    name: request.info.name,
    uid: object.metadata.uid,
    wanted: (live) => request.face.take(cloneJson(object), live),
  });
  return reply(view, created ? 201 : 200, await presentObject(view, shown));
}

/** The body must be about the object that the URL names. */
export function matchUrl(request: VerbCall, object: KubeObject): void {
  const { info } = request;
  const { metadata } = object;
  matchScope(request, object);
  if (!metadata.name) {
    throw apiErrors.badRequest(
      `the name of the object (${info.name} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (metadata.name !== info.name) {
    throw apiErrors.badRequest(
      `the name of the object (${metadata.name}) does not match the name on the URL (${info.name})`,
    );
  }
}
