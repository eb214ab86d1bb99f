import { DecodeError, parseJson } from '#machinery';
import {
  configMapKeyFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  isJsonObject,
  jsonTypeName,
  path,
  setOwn,
} from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, nameColumn, validateImmutables } from '#resource';
import { validateBy } from '../field-validation.ts';
import { decodedLength, MAX_DATA_SIZE, validateFrozen } from './data.ts';
import { keyPairFault } from './key-pair.ts';
import type { Types } from './v1/types.gen.ts';
import { coreV1 } from './v1/types.ts';

type Secret = Types['Secret'];

/** Plain texts become data: they are only a convenience for writing. */
function toHub(secret: Secret): Secret {
  const { stringData, ...hub } = secret;
  if (stringData === undefined) return secret;
  const data: { [key: string]: string } = { ...hub.data };
  for (const [key, text] of Object.entries(stringData)) setOwn(data, key, Buffer.from(text).toString('base64'));
  return Object.keys(data).length === 0 ? hub : { ...hub, data };
}

const ACCOUNT_ANNOTATION = 'kubernetes.io/service-account.name';
const dataField = (key: string): FieldPath => path('data').key(key);

/** What the well-known types demand. */
const typeRules: { readonly [type: string]: (secret: Secret) => FieldError[] } = {
  'kubernetes.io/service-account-token': ({ metadata }) =>
    metadata.annotations?.[ACCOUNT_ANNOTATION]
      ? []
      : [fieldErrors.required(path('metadata', 'annotations').key(ACCOUNT_ANNOTATION))],
  'kubernetes.io/dockercfg': (secret) => validateJson(secret, '.dockercfg'),
  'kubernetes.io/dockerconfigjson': (secret) => validateJson(secret, '.dockerconfigjson'),
  'kubernetes.io/basic-auth': (secret) => {
    const faults = missing(secret, ['username', 'password']);
    return faults.length === 2 ? faults : [];
  },
  'kubernetes.io/ssh-auth': ({ data }) =>
    data?.['ssh-privatekey'] ? [] : [fieldErrors.required(dataField('ssh-privatekey'))],
  'kubernetes.io/tls': (secret) => missing(secret, ['tls.crt', 'tls.key']),
};

function missing({ data = {} }: Secret, keys: readonly string[]): FieldError[] {
  return keys.filter((key) => !Object.hasOwn(data, key)).map((key) => fieldErrors.required(dataField(key)));
}

function validateJson(secret: Secret, key: string): FieldError[] {
  const absent = missing(secret, [key]);
  if (absent.length > 0) return absent;
  const fault = jsonObjectFault(Buffer.from(secret.data?.[key] ?? '', 'base64'));
  return fault === undefined ? [] : [fieldErrors.invalid(dataField(key), '<secret contents redacted>', fault)];
}

/** What Go's decoder says of bytes that should be a JSON object; undefined when they are one. */
function jsonObjectFault(bytes: Uint8Array): string | undefined {
  try {
    const { value } = parseJson(bytes, { duplicates: false });
    if (value === null || isJsonObject(value)) return undefined;
    return `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`;
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

function validate(secret: Secret): FieldError[] {
  const entries = Object.entries(secret.data ?? {});
  const faults = entries.flatMap(([key]) => validateBy(dataField(key), key, configMapKeyFaults));
  const size = entries.reduce((sum, [, value]) => sum + decodedLength(value), 0);
  if (size > MAX_DATA_SIZE) faults.push(fieldErrors.tooLong(path('data'), MAX_DATA_SIZE));
  const type = secret.type ?? '';
  return Object.hasOwn(typeRules, type) ? [...faults, ...(typeRules[type]?.(secret) ?? [])] : faults;
}

const strategy: BuiltinStrategy<Secret> = {
  prepareForUpdate(secret, live) {
    if (!secret.type && live.type !== undefined) secret.type = live.type;
  },
  validateCreate: validate,
  validateChange: (secret, live) => [
    ...validateImmutables(coreV1.type('Secret'), { value: secret, before: live }),
    ...validateFrozen(secret, live, ['data']),
  ],
  validateUpdate: validate,
  warnings({ type, data }) {
    if (type !== 'kubernetes.io/tls') return [];
    const text = (key: string): string => Buffer.from(data?.[key] ?? '', 'base64').toString('latin1');
    const fault = keyPairFault(text('tls.crt'), text('tls.key'));
    return fault === undefined ? [] : [fault];
  },
};

export const secrets = builtin({
  group: '',
  version: 'v1',
  kind: 'Secret',
  resource: 'secrets',
  namespaced: true,
  type: coreV1.type('Secret'),
  defaults(secret: Secret) {
    if (!secret.type) secret.type = 'Opaque';
  },
  toHub,
  strategy,
  selectableFields: { type: ({ type }: Secret) => type ?? '' },
  columns: [
    nameColumn,
    column('Type', 'What the secret is for.', ({ type }: Secret) => type ?? ''),
    column('Data', 'How many values it holds.', ({ data }: Secret) => Object.keys(data ?? {}).length),
    ageColumn,
  ],
});
