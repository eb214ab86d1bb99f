import { isJsonObject, type Json, type JsonObject } from '#meta';
import {
  type ConfigKind,
  ConfigurationError,
  readConfigObject,
  refuseUnknown,
} from '../admission-control/config-object.ts';
import type { EncryptionProvider } from './encrypted-values.ts';
import { ciphers, type EncryptionProviderName } from './encryption-provider.ts';

const encryptionConfiguration: ConfigKind = {
  known: [{ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'EncryptionConfiguration' }],
  fields: ['resources'],
};

/** Resources that are encrypted alike. The first of a list that names a resource holds for it. */
export interface EncryptedResources {
  /** `secrets`, `deployments.apps`, `*.apps`, `*.` for the core group, `*.*` for all. */
  readonly names: readonly string[];
  readonly providers: readonly EncryptionProvider[];
}

/** What the file of `--encryption-provider-config` says. */
export function parseEncryptionConfiguration(bytes: Uint8Array): readonly EncryptedResources[] {
  const { resources } = readConfigObject(bytes, encryptionConfiguration);
  if (!Array.isArray(resources) || resources.length === 0) throw new ConfigurationError('resources: Required value');
  return resources.map((one, at) => resourcesOf(one, `resources[${at}]`));
}

function resourcesOf(value: Json, at: string): EncryptedResources {
  const { resources, providers } = objectAt(value, ['resources', 'providers'], at);
  if (!Array.isArray(resources) || resources.length === 0)
    throw new ConfigurationError(`${at}.resources: Required value`);
  if (!Array.isArray(providers) || providers.length === 0)
    throw new ConfigurationError(`${at}.providers: Required value`);
  return {
    names: resources.map((name, nth) => textAt(name, `${at}.resources[${nth}]`)),
    providers: providers.map((provider, nth) => providerOf(provider, `${at}.providers[${nth}]`)),
  };
}

function providerOf(value: Json, at: string): EncryptionProvider {
  const provider = objectAt(value, ['identity', 'kms', ...Object.keys(ciphers)], at);
  const [name, ...more] = Object.keys(provider);
  if (name === undefined || more.length > 0) throw new ConfigurationError(`${at}: exactly one provider is needed`);
  if (name === 'kms') {
    throw new ConfigurationError(`${at}.kms: keys of a KMS are not supported; use aescbc, aesgcm or secretbox`);
  }
  if (name === 'identity') return { name };
  const { keys } = objectAt(provider[name] ?? null, ['keys'], `${at}.${name}`);
  if (!Array.isArray(keys) || keys.length === 0) throw new ConfigurationError(`${at}.${name}.keys: Required value`);
  const cipher = name as EncryptionProviderName;
  return { name: cipher, keys: keys.map((key, nth) => keyOf(cipher, key, `${at}.${name}.keys[${nth}]`)) };
}

function keyOf(provider: EncryptionProviderName, value: Json, at: string): { name: string; secret: Uint8Array } {
  const key = objectAt(value, ['name', 'secret'], at);
  const name = textAt(key.name, `${at}.name`);
  if (name.includes(':')) throw new ConfigurationError(`${at}.name: it must not have a colon in it`);
  const secret = Buffer.from(textAt(key.secret, `${at}.secret`), 'base64');
  const { keyBytes } = ciphers[provider];
  if (!keyBytes.includes(secret.length)) {
    throw new ConfigurationError(
      `${at}.secret: a secret of ${provider} has ${keyBytes.join(' or ')} bytes, base64 encoded; this one has ${secret.length}`,
    );
  }
  return { name, secret };
}

function objectAt(value: Json, fields: readonly string[], at: string): JsonObject {
  if (!isJsonObject(value)) throw new ConfigurationError(`${at} must be an object`);
  refuseUnknown(value, fields, { at: `${at}.` });
  return value;
}

function textAt(value: Json | undefined, at: string): string {
  if (typeof value !== 'string' || value === '') throw new ConfigurationError(`${at}: Required value`);
  return value;
}
