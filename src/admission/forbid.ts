import { type ApiError, apiErrors } from '#meta';
import type { AdmissionRequest } from './plugin.ts';

/** The 403 by which a plugin refuses. An object whose name is not made yet is called by what it will begin with. */
export function forbid({ resource, name, object }: AdmissionRequest, why: string): ApiError {
  const { name: own = '', generateName = '' } = object?.metadata ?? {};
  return apiErrors.forbidden(resource, name || own || generateName || 'Unknown', why);
}
