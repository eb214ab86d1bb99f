import { DecodeError, decodeDeleteOptions } from '#machinery';
import {
  ApiError,
  apiErrors,
  type DeleteOptions,
  type FieldError,
  fieldErrors,
  orElse,
  parseQueryOptions,
  path,
  type Status,
  validateDeleteOptions,
} from '#meta';
import { type Deleted, removeCollection, remove as removeObject, selectionOf } from '#registry';
import { mediaOf } from '../body.ts';
import type { Reply } from '../call.ts';
import { listRefusal } from '../encode/list.ts';
import { presentStatus } from '../encode/status.ts';
import type { View } from '../encode/view.ts';
import { noteOptions } from './audited-body.ts';
import { accessOf, asksForList, objectReply, reply, type VerbCall, viewOf } from './context.ts';
import { listReply } from './list-body.ts';
import { listOptionsOf, refuse } from './request-options.ts';

export async function remove(request: VerbCall): Promise<Reply> {
  const view = viewOf(request);
  const options = await deleteOptionsOf(request);
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential) await authorizeUnsafe(request);
  // Nothing is done where the answer cannot be shown. A Status is never shown as a list, an object cannot be.
  const isTried = asksForList(view) || view.refusal !== undefined;
  const tried = isTried ? await removeIn(request, dry(options)) : undefined;
  if (view.refusal !== undefined) throw view.refusal;
  const isRefused = tried !== undefined && !answersStatus(request, tried);
  const deleted = isRefused ? tried : await removeIn(request, options);
  if (deleted.shown === undefined) return statusReply(view, unsafelyDone(request));
  if (answersStatus(request, deleted)) return statusReply(view, success(request, deleted));
  const status = !deleted.removed && options.orphanDependents === false ? 202 : 200;
  const { shown } = deleted;
  return orElse(
    () => objectReply(request, { view, status, shown }),
    (error) => ({ ...told(error, request, deleted), status }),
  );
}

function removeIn(request: VerbCall, options: DeleteOptions): Promise<Deleted> {
  return removeObject(accessOf(request, { dryRun: options.dryRun.length > 0 }), request.info.name, options);
}

const dry = (options: DeleteOptions): DeleteOptions => ({ ...options, dryRun: ['All'] });

function answersStatus({ resource }: VerbCall, { shown, removed }: Deleted): boolean {
  return shown === undefined || (removed && !resource.definition.strategy.returnsDeletedObject);
}

function statusReply(view: View, status: Status): Reply {
  return { ...reply(view, 200, presentStatus(status, view.representation)), told: status };
}

export async function deleteCollection(request: VerbCall): Promise<Reply> {
  const view = viewOf(request);
  const list = listOptionsOf(request);
  const options = await deleteOptionsOf(request);
  refuse('DeleteOptions', validateUnsafe(options));
  const selection = selectionOf(request.resource, list, request.info.name);
  const removeBy = (chosen: DeleteOptions): ReturnType<typeof removeCollection> =>
    removeCollection(accessOf(request, { dryRun: chosen.dryRun.length > 0 }), { list, delete: chosen, selection });
  // Nothing is done where the answer cannot be shown, but what else is wrong is told first.
  const refusal = listRefusal(view);
  if (refusal !== undefined) {
    await removeBy(dry(options));
    throw refusal;
  }
  const found = await removeBy(options);
  return listReply(request, view, found).catch((error) => told(error, request));
}

const UNSAFE = 'ignoreStoreReadErrorWithClusterBreakingPotential';

/**
 * Deleting an unreadable object needs a permission of its own. k8s: endpoints/handlers/delete.go authorizeUnsafeDelete
 */
async function authorizeUnsafe({ house, user, info }: VerbCall): Promise<void> {
  const { group, resource, subresource, namespace, name } = info;
  const forbid = (why: string): ApiError => apiErrors.forbidden({ group, resource }, name, why);
  if (subresource !== '')
    throw forbid(`${UNSAFE} delete option is not allowed on a subresource or non-resource request`);
  const verb = 'unsafe-delete-ignore-read-errors';
  try {
    await house.authorize(user, { kind: 'resource', verb, group, resource, subresource, namespace, name });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 403) throw error;
    throw forbid(`not permitted to do ${JSON.stringify(verb)}, reason: `);
  }
}

function validateUnsafe(options: DeleteOptions): readonly FieldError[] {
  if (options[UNSAFE] !== true) return [];
  const why = 'is not allowed with DELETECOLLECTION, try again after removing the option';
  return [fieldErrors.invalid(path(UNSAFE), true, why)];
}

function unsafelyDone({ resource, info }: VerbCall): Status {
  const details = { name: info.name, kind: resource.definition.kind };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details, code: 200 };
}

/** If the deleted object cannot be converted for the answer, the answer only says that it was deleted. */
function told(error: unknown, request: VerbCall, deleted?: Deleted): Reply {
  if (!(error instanceof ApiError) || error.code !== 500) throw error;
  return statusReply(viewOf(request), success(request, deleted));
}

function success({ resource }: VerbCall, deleted?: Deleted): Status {
  const { group, definition } = resource;
  const { name, uid } = deleted?.metadata ?? {};
  const details = {
    ...(name === undefined ? {} : { name }),
    ...(group === '' ? {} : { group }),
    kind: definition.resource,
    ...(uid === undefined ? {} : { uid }),
  };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}

/** A body replaces all options of the query. */
async function deleteOptionsOf(request: VerbCall): Promise<DeleteOptions> {
  const bytes = await request.call.body();
  const options = bytes.length > 0 ? readOptions(request, bytes) : parseQueryOptions('delete', request.query);
  if (bytes.length > 0 && request.audit !== undefined) noteOptions(request.audit, options);
  refuse('DeleteOptions', validateDeleteOptions(options));
  return options;
}

function readOptions({ call, house }: VerbCall, bytes: Buffer): DeleteOptions {
  try {
    return decodeDeleteOptions(bytes, mediaOf(call.headers['content-type'], { cbor: house.settings.servesCbor }));
  } catch (error) {
    if (error instanceof DecodeError) throw apiErrors.badRequest(error.message);
    throw error;
  }
}
