import { type ApiError, apiErrors, parseResourceVersion, ResourceVersionError } from '#meta';

/** A resourceVersion as a revision of the store; 0 stands for "any". */
export function toRevision(resourceVersion: string): number {
  try {
    return Number(parseResourceVersion(resourceVersion));
  } catch (error) {
    if (!(error instanceof ResourceVersionError)) throw error;
    throw apiErrors.plain(500, `resourceVersion: Invalid value: ${JSON.stringify(resourceVersion)}: ${error.message}`);
  }
}

export function tooLarge(asked: string, current: number): ApiError {
  return apiErrors.timeout(`Too large resource version: ${asked}, current: ${current}`, 1, [
    { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' },
  ]);
}
