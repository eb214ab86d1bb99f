import { apiErrors, type CreateOptions, type KubeObject, type Versioned } from '#meta';
import { BodyReader } from '../body.ts';
import type { VerbCall } from './context.ts';
import { validationOf } from './request-options.ts';

/** What the body holds. */
export async function readObject(request: VerbCall, { fieldValidation }: CreateOptions): Promise<Versioned> {
  const { catalog, call, requestView, warn, house } = request;
  const cbor = house.settings.servesCbor;
  return new BodyReader(catalog, requestView.served, { cbor }).read({
    bytes: await call.body(),
    contentType: call.headers['content-type'],
    fieldValidation: validationOf(fieldValidation),
    warn,
  });
}

export function matchScope({ resource, info }: VerbCall, { metadata }: KubeObject): void {
  if (!resource.definition.namespaced || !metadata.namespace || metadata.namespace === info.namespace) return;
  throw apiErrors.badRequest('the namespace of the provided object does not match the namespace sent on the request');
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
