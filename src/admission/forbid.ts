import { type ApiError, apiErrors } from '#meta';
import type { AdmissionAttributes } from './plugin.ts';

/** The 403 by which a plugin refuses. An object whose name is not made yet is called by what it will begin with. */
export function forbid({ resource, name, metadata }: AdmissionAttributes, why: string): ApiError {
  const { name: own = '', generateName = '' } = metadata ?? {};
  return apiErrors.forbidden(resource, name || own || generateName || 'Unknown', why);
}
