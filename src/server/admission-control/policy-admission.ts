import type { Json } from '#meta';
import type { FeatureGates } from '../feature-gates.ts';
import { asConfigObject, type ConfigKind, ConfigurationError } from './config-object.ts';
import { manifestFolder } from './manifest-folder.ts';

const API_VERSION = 'apiserver.config.k8s.io/v1';
const policyAdmission: ConfigKind = {
  known: [
    { apiVersion: API_VERSION, kind: 'ValidatingAdmissionPolicyConfiguration' },
    { apiVersion: API_VERSION, kind: 'MutatingAdmissionPolicyConfiguration' },
  ],
  fields: ['staticManifestsDir'],
};

/**
 * The folder of policies in files that a plugin of policies was configured with; '' if there is none.
 * k8s: apiserver/pkg/admission/plugin/policy/config/config.go
 */
export function policyManifests(plugin: string, configuration: Json, gates: FeatureGates): string {
  const { kind, staticManifestsDir = '' } = asConfigObject(configuration, policyAdmission);
  if (kind !== `${plugin}Configuration`) throw new ConfigurationError(`unexpected type: *policyconfig.${String(kind)}`);
  return manifestFolder(staticManifestsDir, gates);
}
