import { apiErrors, type CreateOptions, type KubeObject, type MaybePromise, type Versioned, whenReady } from '#meta';
import { BodyReader } from '../body.ts';
import { noteSent } from './audited-body.ts';
import type { VerbCall } from './context.ts';
import { validationOf } from './request-options.ts';

/** What the body holds. The audit log has it too. */
export function readObject(request: VerbCall, { fieldValidation }: CreateOptions): MaybePromise<Versioned> {
  const { catalog, call, requestView, warn, house } = request;
  const cbor = house.settings.servesCbor;
  const contentType = call.headers['content-type'];
  return whenReady(call.body(), (bytes) => {
    const reader = new BodyReader(catalog, requestView.served, { cbor });
    const object = reader.read({ bytes, contentType, fieldValidation: validationOf(fieldValidation), warn });
    return whenReady(noteSent(request, object), () => object);
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
