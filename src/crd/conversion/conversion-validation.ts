import { dns1035LabelFaults, type FieldError, type FieldPath, fieldErrors } from '#meta';
import { validateCaBundle, validateWebhookAddress, type WebhookClientConfig } from '#webhook';
import type { ConversionStanza } from './conversion-config.ts';
import { chooseReviewVersion } from './conversion-review.ts';

export interface ConversionRules {
  /** False lets a list without a known version pass: the definition had none before. */
  readonly requireKnownReviewVersion: boolean;
  /** False lets a bad bundle pass: the definition is not established yet, or its bundle was bad before. */
  readonly requireGoodCaBundle: boolean;
}

/** Faults of `spec.conversion`; they are told at the places of the older, flat form. */
export function validateConversion(stanza: ConversionStanza, at: FieldPath, rules: ConversionRules): FieldError[] {
  const { strategy = '', webhook } = stanza;
  const clientConfig = webhook?.clientConfig ?? undefined;
  const versions = webhook?.conversionReviewVersions ?? [];
  const faults = validateStrategy(strategy, at.child('strategy'));
  const [configAt, versionsAt] = [at.child('webhookClientConfig'), at.child('conversionReviewVersions')];
  if (strategy !== 'Webhook') {
    const why = 'should not be set when strategy is not set to Webhook';
    if (clientConfig !== undefined) faults.push(fieldErrors.forbidden(configAt, why));
    if (versions.length > 0) faults.push(fieldErrors.forbidden(versionsAt, why));
    return faults;
  }
  const configFaults =
    clientConfig === undefined
      ? [fieldErrors.required(configAt, 'required when strategy is set to Webhook')]
      : validateClientConfig(clientConfig, configAt, rules);
  return [...faults, ...configFaults, ...validateReviewVersions(versions, versionsAt, rules)];
}

function validateStrategy(strategy: string, at: FieldPath): FieldError[] {
  if (strategy === '') return [fieldErrors.required(at)];
  if (strategy === 'None' || strategy === 'Webhook') return [];
  return [fieldErrors.notSupported(at, strategy, ['None', 'Webhook'])];
}

function validateClientConfig(config: WebhookClientConfig, at: FieldPath, rules: ConversionRules): FieldError[] {
  const { caBundle } = config;
  const faults = validateWebhookAddress(config, at);
  if (!caBundle || !rules.requireGoodCaBundle) return faults;
  return [...faults, ...validateCaBundle(caBundle, at.child('caBundle'))];
}

function validateReviewVersions(versions: readonly string[], at: FieldPath, rules: ConversionRules): FieldError[] {
  if (versions.length === 0) return [fieldErrors.required(at)];
  const faults = versions.flatMap((version, index) => {
    if (versions.indexOf(version) < index) return [fieldErrors.invalid(at.index(index), version, 'duplicate version')];
    return dns1035LabelFaults(version).map((why) => fieldErrors.invalid(at.index(index), version, why));
  });
  if (!rules.requireKnownReviewVersion || chooseReviewVersion(versions) !== undefined) return faults;
  return [...faults, fieldErrors.invalid(at, versions, 'must include at least one of v1, v1beta1')];
}
