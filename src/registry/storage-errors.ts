import { ApiError, apiErrors, formatGroupResource, type GroupResource, type StatusCause } from '#meta';
import { DamagedRecord, ReadOnlyStorage, StorageFailure, StorageFull } from '#storage';

/** What the store could not do, in words for a client; undefined for anything else. */
export function storageError(error: unknown): ApiError | undefined {
  if (error instanceof StorageFull) return apiErrors.insufficientStorage(error.message);
  if (error instanceof ReadOnlyStorage) {
    return new ApiError({ code: 405, reason: 'MethodNotAllowed', message: error.message });
  }
  if (error instanceof StorageFailure) return apiErrors.internal(error.message);
  if (error instanceof DamagedRecord) return apiErrors.internal(corruptObject(error));
  return undefined;
}

const MOST_CAUSES = 100;

/** A list that would contain these. k8s: storage/etcd3/corrupt_obj_deleter.go, which names the keys in the causes alone. */
export function unreadableList(resource: GroupResource, damaged: readonly DamagedRecord[]): ApiError {
  const causes: StatusCause[] = damaged.slice(0, MOST_CAUSES).map((damage) => ({
    reason: 'UnexpectedServerResponse',
    message: corruptObject(damage),
    field: damage.key,
  }));
  const more = { reason: 'FieldValueTooMany', message: 'too many errors, the list is truncated' };
  const keys = damaged.slice(0, 3).map(({ key }) => key);
  const some = `${keys.join(', ')}${damaged.length > keys.length ? ', …' : ''}`;
  return new ApiError({
    code: 500,
    reason: 'StoreReadError',
    message: `failed to read one or more ${formatGroupResource(resource)} from the storage: ${some}`,
    details: {
      name: 'list',
      ...(resource.group === '' ? {} : { group: resource.group }),
      kind: resource.resource,
      causes: damaged.length > MOST_CAUSES ? [...causes, more] : causes,
    },
  });
}

/** The last event of a watch that has to show what cannot be read; undefined when something else went wrong. */
export function unreadableEvent(error: unknown): ApiError | undefined {
  if (!(error instanceof DamagedRecord)) return undefined;
  const gone = error.removedAt === undefined ? '' : 'saw a DELETED event, but ';
  const message = `${gone}object data is corrupt - ${error.key}: ${notTransformable(error)}`;
  return new ApiError({ code: 500, reason: 'StoreReadError', message });
}

/** k8s: storage/errors.go; clients look for the words "corrupt object". */
function corruptObject(damage: DamagedRecord): string {
  return `StorageError: corrupt object, Code: 7, Key: ${damage.key}, ResourceVersion: 0, AdditionalErrorMsg: ${notTransformable(damage)}`;
}

function notTransformable({ revision, why }: DamagedRecord): string {
  return `data from the storage is not transformable revision=${revision}: ${why}`;
}
