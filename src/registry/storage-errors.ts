import { type ApiError, apiErrors } from '#meta';
import { DamagedRecord, StorageFailure, StorageFull } from '#storage';

/** What the store could not do, in words for a client; undefined for anything else. */
export function storageError(error: unknown): ApiError | undefined {
  if (error instanceof StorageFull) return apiErrors.insufficientStorage(error.message);
  if (error instanceof StorageFailure) return apiErrors.internal(error.message);
  if (error instanceof DamagedRecord) return apiErrors.internal(damageMessage(error));
  return undefined;
}

/** Upstream's first words, which its clients look for. */
export function damageMessage({ message }: DamagedRecord): string {
  return `corrupt object: ${message}`;
}
