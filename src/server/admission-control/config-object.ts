import { parseYaml, strictDecodingError } from '#machinery';
import { goQuote, isJsonObject, type Json, type JsonObject } from '#meta';

/** A configuration that cannot be followed, in the words of the real server. */
export class ConfigurationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConfigurationError';
  }
}

/** A kind of configuration: where it is known under which name, and what it may hold. */
export interface ConfigKind {
  /** `group/version` by kind. */
  readonly known: readonly { readonly apiVersion: string; readonly kind: string }[];
  readonly fields: readonly string[];
}

/** The object in a file's bytes, if it is of the kind. Unknown fields and doubled keys are errors. */
export function readConfigObject(bytes: Uint8Array, kind: ConfigKind): JsonObject {
  const { value, duplicates } = parseYaml(bytes, { duplicates: true });
  return asConfigObject(value, kind, duplicates);
}

export function asConfigObject(value: Json, { known, fields }: ConfigKind, faults: readonly string[] = []): JsonObject {
  if (!isJsonObject(value)) throw new ConfigurationError(missing('Kind', value));
  const { kind, apiVersion } = value;
  if (typeof kind !== 'string' || kind === '') throw new ConfigurationError(missing('Kind', value));
  if (typeof apiVersion !== 'string' || apiVersion === '') throw new ConfigurationError(missing('apiVersion', value));
  if (!known.some((one) => one.kind === kind && one.apiVersion === apiVersion)) {
    throw new ConfigurationError(`no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)}`);
  }
  refuseUnknown(value, ['apiVersion', 'kind', ...fields], { faults });
  return value;
}

/** Fields that nobody knows are a slip. `at` is where the object lies. */
export function refuseUnknown(
  value: JsonObject,
  fields: readonly string[],
  { at = '', faults = [] }: { readonly at?: string; readonly faults?: readonly string[] } = {},
): void {
  const unknown = Object.keys(value)
    .filter((field) => !fields.includes(field))
    .sort();
  const all = [...faults, ...unknown.map((field) => `unknown field ${goQuote(`${at}${field}`)}`)];
  if (all.length > 0) throw new ConfigurationError(strictDecodingError(all));
}

function missing(what: string, value: Json): string {
  return `Object '${what}' is missing in '${JSON.stringify(value)}'`;
}
