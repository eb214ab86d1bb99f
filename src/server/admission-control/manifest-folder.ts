import { isAbsolute } from 'node:path';
import { FieldPath, fieldErrors, formatFieldError, type Json } from '#meta';
import type { FeatureGates } from '../feature-gates.ts';
import { ConfigurationError } from './config-object.ts';

const NEEDS_GATE = 'staticManifestsDir requires the ManifestBasedAdmissionControlConfig feature gate to be enabled';

/** The folder that a configuration names for what lies in files; '' if it names none. */
export function manifestFolder(said: Json, gates: FeatureGates): string {
  const at = new FieldPath('staticManifestsDir');
  if (typeof said !== 'string') throw new ConfigurationError('staticManifestsDir must be a string');
  if (said === '') return '';
  const fault = gates.isOn('ManifestBasedAdmissionControlConfig')
    ? isAbsolute(said)
      ? undefined
      : fieldErrors.invalid(at, said, 'must be an absolute file path')
    : fieldErrors.forbidden(at, NEEDS_GATE);
  if (fault !== undefined) throw new ConfigurationError(formatFieldError(fault));
  return said;
}
