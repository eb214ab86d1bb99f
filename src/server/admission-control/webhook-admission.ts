import { isAbsolute } from 'node:path';
import { loadKubeconfigUsers } from '#client';
import { type FieldError, FieldPath, fieldErrors, formatFieldError, type Json } from '#meta';
import { userFor, type WebhookCredential } from '#webhook';
import { asConfigObject, type ConfigKind, ConfigurationError } from './config-object.ts';

const webhookAdmission: ConfigKind = {
  known: [{ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'WebhookAdmissionConfiguration' }],
  fields: ['kubeConfigFile', 'staticManifestsDir'],
};

/** The gate is off on a real server unless somebody turns it on, and there is no such gate here. */
const NEEDS_GATE = 'staticManifestsDir requires the ManifestBasedAdmissionControlConfig feature gate to be enabled';

/** How the server shows itself to a webhook at `host:port`. */
export type CredentialFor = (target: string) => WebhookCredential | undefined;

/**
 * What a plugin of webhooks was configured with: a kubeconfig whose users are named after webhooks.
 * k8s: apiserver/pkg/admission/plugin/webhook/config/kubeconfig.go
 */
export function webhookCredentials(configuration: Json): CredentialFor {
  const { kubeConfigFile = '', staticManifestsDir = '' } = asConfigObject(configuration, webhookAdmission);
  if (staticManifestsDir !== '') {
    throw refusal(fieldErrors.forbidden(new FieldPath('staticManifestsDir'), NEEDS_GATE));
  }
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
