import { type ApiError, apiErrors, type KubeObject, parseApiVersion } from '#meta';

interface FailedConversion {
  /** `conversion policy crontabs` */
  readonly by: string;
  /** The name of the definition. */
  readonly definition: string;
  readonly object: KubeObject;
  /** The apiVersion that was wanted. */
  readonly to: string;
  readonly message: string;
}

/** An object that cannot be converted: by what, why, and which one. */
export function conversionFailure({ by, definition, object, to, message }: FailedConversion): ApiError {
  const { apiVersion, kind, metadata } = object;
  const version = (text: string): string => parseApiVersion(text)?.version ?? text;
  const place = [metadata?.namespace, metadata?.name].filter((part) => part !== undefined).join('/');
  const where = `CustomResourceDefinition ${definition}, ${version(apiVersion)} to ${version(to)}, object ${place}`;
  return apiErrors.plain(500, `${by} for ${apiVersion}, Kind=${kind} failed: ${message} (${where})`);
}
