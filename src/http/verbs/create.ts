import type { FieldValidation } from '#machinery';
import {
  apiErrors,
  type CreateOptions,
  type Hub,
  type KubeObject,
  parseQueryOptions,
  type Versioned,
  validateCreateOptions,
} from '#meta';
import { type Access, answer, create as createObject, type Shown } from '#registry';
import { BodyReader } from '../body.ts';
import type { Reply } from '../call.ts';
import { presentObject } from '../encode/object.ts';
import { reply, type VerbCall, writeAccessOf, writeViewOf } from './context.ts';
import { refuse } from './list.ts';

export async function create(request: VerbCall): Promise<Reply> {
  const view = writeViewOf(request);
  const options = parseQueryOptions('create', request.query);
  refuse('CreateOptions', validateCreateOptions(options));
  const object = await readObject(request, options);
  matchScope(request, object);
  const wanted = await request.face.take(object, null);
  const shown = await createIn(request, writeAccessOf(request, options), wanted);
  return reply(view, 201, await presentObject(view, shown));
}

/** Into the store; or, where it is a question, to whoever knows the answer. */
async function createIn({ face, info }: VerbCall, access: Access, wanted: Hub): Promise<Shown> {
  const { served } = face;
  if (served.definition.virtual === undefined) return createObject(access, wanted);
  return { hub: await answer(access, { question: wanted, served, about: info.name }) };
}

/** What the body holds. */
export async function readObject(request: VerbCall, { fieldValidation }: CreateOptions): Promise<Versioned> {
  const { catalog, call, face, warn } = request;
  return new BodyReader(catalog, face.served).read({
    bytes: await call.body(),
    contentType: call.headers['content-type'],
    fieldValidation: validationOf(fieldValidation),
    warn,
  });
}

export function validationOf(asked: string): FieldValidation {
  return asked === 'Strict' || asked === 'Ignore' ? asked : 'Warn';
}

export function matchScope({ resource, info }: VerbCall, { metadata }: KubeObject): void {
  if (!resource.definition.namespaced || !metadata.namespace || metadata.namespace === info.namespace) return;
  throw apiErrors.badRequest('the namespace of the provided object does not match the namespace sent on the request');
}
