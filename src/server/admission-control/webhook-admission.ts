import { isAbsolute } from 'node:path';
import { loadKubeconfigUsers } from '#client';
import { type FieldError, FieldPath, fieldErrors, formatFieldError, type Json } from '#meta';
import { userFor, type WebhookCredential } from '#webhook';
import type { FeatureGates } from '../feature-gates.ts';
import { asConfigObject, type ConfigKind, ConfigurationError } from './config-object.ts';
import { manifestFolder } from './manifest-folder.ts';

const webhookAdmissionKind: ConfigKind = {
  known: [{ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'WebhookAdmissionConfiguration' }],
  fields: ['kubeConfigFile', 'staticManifestsDir'],
};

/** How the server shows itself to a webhook at `host:port`. */
export type CredentialFor = (target: string) => WebhookCredential | undefined;

/** What a plugin of webhooks was configured with. */
export interface WebhookAdmission {
  /** Out of a kubeconfig whose users are named after webhooks. */
  readonly credentials: CredentialFor;
  /** The folder of webhooks in files; '' if there is none. */
  readonly manifests: string;
}

/**
 * k8s: apiserver/pkg/admission/plugin/webhook/config/kubeconfig.go
 */
export function webhookAdmission(configuration: Json, gates: FeatureGates): WebhookAdmission {
  const { kubeConfigFile = '', staticManifestsDir = '' } = asConfigObject(configuration, webhookAdmissionKind);
  const credentials = credentialsOf(kubeConfigFile);
  return { credentials, manifests: manifestFolder(staticManifestsDir, gates) };
}

function credentialsOf(kubeConfigFile: Json): CredentialFor {
  if (typeof kubeConfigFile !== 'string') throw new ConfigurationError('kubeConfigFile must be a string');
  if (kubeConfigFile === '') return () => undefined;
  if (!isAbsolute(kubeConfigFile)) {
    const at = new FieldPath('kubeConfigFile');
    throw refusal(fieldErrors.invalid(at, kubeConfigFile, 'must be an absolute file path'));
  }
  const users = loadKubeconfigUsers(kubeConfigFile);
  return (target) => userFor(users, target);
}

const refusal = (fault: FieldError): ConfigurationError => new ConfigurationError(formatFieldError(fault));
