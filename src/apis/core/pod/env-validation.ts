import {
  configMapKeyFaults,
  dns1123LabelFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  getOwn,
  nameIsDnsSubdomain,
  parseQuantity,
  qualifiedNameFaults,
  relaxedEnvironmentVariableFaults,
} from '#meta';
import { validateBy } from '../../field-validation.ts';
import type {
  ConfigMapKeySelector,
  EnvFromSource,
  EnvVar,
  FileKeySelector,
  LocalObjectReference as NamedReference,
  ObjectFieldSelector,
  ResourceFieldSelector,
} from '../v1/types.gen.ts';
import { validateNoBacksteps } from './paths.ts';

/** Variables of a container's environment, and the fields of the pod that they may show. */

export function validateEnv(variables: readonly EnvVar[], field: FieldPath): FieldError[] {
  return variables.flatMap((variable, at) => {
    const name = field.index(at).child('name');
    return [
      ...(variable.name
        ? validateBy(name, variable.name, relaxedEnvironmentVariableFaults)
        : [fieldErrors.required(name)]),
      ...validateValueFrom(variable, field.index(at).child('valueFrom')),
    ];
  });
}

function validateValueFrom({ value = '', valueFrom }: EnvVar, field: FieldPath): FieldError[] {
  if (valueFrom === undefined) return [];
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = valueFrom;
  const faults = [
    ...(fieldRef ? validateFieldRef(fieldRef, field.child('fieldRef'), environmentFields) : []),
    ...(resourceFieldRef ? validateResourceFieldRef(resourceFieldRef, field.child('resourceFieldRef')) : []),
    ...(configMapKeyRef ? validateKey(configMapKeyRef, field.child('configMapKeyRef')) : []),
    ...(secretKeyRef ? validateKey(secretKeyRef, field.child('secretKeyRef')) : []),
    ...(fileKeyRef ? validateFileKey(fileKeyRef, field.child('fileKeyRef')) : []),
  ];
  const sources = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef].filter(Boolean).length;
  const why = sourcesFault(sources, value);
  return why === undefined ? faults : [...faults, fieldErrors.invalid(field, '', why)];
}

function sourcesFault(sources: number, value: string): string | undefined {
  if (sources === 0) {
    return 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
  }
  if (value !== '') return 'may not be specified when `value` is not empty';
  return sources > 1 ? 'may not have more than one field specified at a time' : undefined;
}

const environmentFields = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
] as const;
export const volumeFields = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
] as const;
/** All that can be selected at all; some of it is shown nowhere. */
const shownFields: ReadonlySet<string> = new Set([
  ...environmentFields,
  ...volumeFields,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);
const olderFields: { readonly [field: string]: string } = { 'spec.host': 'spec.nodeName' };

export function validateFieldRef(
  { apiVersion, fieldPath = '' }: ObjectFieldSelector,
  field: FieldPath,
  supported: readonly string[],
): FieldError[] {
  if (!apiVersion) return [fieldErrors.required(field.child('apiVersion'))];
  const at = field.child('fieldPath');
  if (fieldPath === '') return [fieldErrors.required(at)];
  const [, base = fieldPath, key] = /^(.+?)\['(.*)'\]$/s.exec(fieldPath) ?? [];
  const unknown = unknownFieldFault({ apiVersion, base, fieldPath, subscripted: key !== undefined });
  if (unknown !== undefined) return [fieldErrors.invalid(at, fieldPath, `error converting fieldPath: ${unknown}`)];
  if (key !== undefined) {
    return validateBy(field, base === 'metadata.annotations' ? key.toLowerCase() : key, qualifiedNameFaults);
  }
  const shown = getOwn(olderFields, fieldPath) ?? fieldPath;
  return supported.includes(shown) ? [] : [fieldErrors.notSupported(at, shown, supported)];
}

interface AskedField {
  readonly apiVersion: string;
  readonly base: string;
  readonly fieldPath: string;
  readonly subscripted: boolean;
}

function unknownFieldFault({ apiVersion, base, fieldPath, subscripted }: AskedField): string | undefined {
  if (apiVersion !== 'v1') return `unsupported pod version: ${apiVersion}`;
  if (subscripted) {
    return base === 'metadata.annotations' || base === 'metadata.labels'
      ? undefined
      : `field label does not support subscript: ${fieldPath}`;
  }
  return shownFields.has(fieldPath) || Object.hasOwn(olderFields, fieldPath)
    ? undefined
    : `field label not supported: ${fieldPath}`;
}

const resourceFields = ['limits', 'requests'].flatMap((list) =>
  ['cpu', 'ephemeral-storage', 'memory'].map((name) => `${list}.${name}`),
);
const byteDivisors = [
  '1',
  ...['', 'i'].flatMap((suffix) => [...'kMGTPE'].map((unit) => `1${suffix ? unit.toUpperCase() : unit}${suffix}`)),
];
const divisors: readonly { readonly of: RegExp; readonly what: string; readonly allowed: readonly string[] }[] = [
  { of: /^(limits|requests)\.cpu$/, what: 'cpu', allowed: ['1m', '1'] },
  { of: /^(limits|requests)\.memory$/, what: 'memory', allowed: byteDivisors },
  { of: /^(limits|requests)\.ephemeral-storage$/, what: 'local ephemeral storage', allowed: byteDivisors },
  { of: /^(limits|requests)\.hugepages-/, what: 'hugepages', allowed: byteDivisors },
];

/** In a file the container must be named; a variable shows its own container's resources. */
export function validateResourceFieldRef(
  { containerName, resource = '', divisor = '0' }: ResourceFieldSelector,
  field: FieldPath,
  { named = false }: { readonly named?: boolean } = {},
): FieldError[] {
  return [...validateResourceField(), ...validateDivisor(resource, divisor, field.child('divisor'))];

  function validateResourceField(): FieldError[] {
    if (named && !containerName) return [fieldErrors.required(field.child('containerName'))];
    if (resource === '') return [fieldErrors.required(field.child('resource'))];
    if (resourceFields.includes(resource) || /^(limits|requests)\.hugepages-/.test(resource)) return [];
    return [fieldErrors.notSupported(field.child('resource'), resource, resourceFields)];
  }
}

function validateDivisor(resource: string, divisor: string, field: FieldPath): FieldError[] {
  if (parseQuantity(divisor).sign === 0) return [];
  const rule = divisors.find(({ of }) => of.test(resource));
  if (rule === undefined || rule.allowed.includes(divisor)) return [];
  const listed = rule.what === 'cpu' ? rule.allowed.join(' and ') : rule.allowed.join(', ');
  return [
    fieldErrors.invalid(
      field,
      resource,
      `only divisor's values ${listed} are supported with the ${rule.what} resource`,
    ),
  ];
}

function validateKey({ name = '', key = '' }: ConfigMapKeySelector, field: FieldPath): FieldError[] {
  return [
    ...validateBy(field.child('name'), name, (value) => nameIsDnsSubdomain(value, { prefix: false })),
    ...(key === ''
      ? [fieldErrors.required(field.child('key'))]
      : validateBy(field.child('key'), key, configMapKeyFaults)),
  ];
}

function validateFileKey({ key = '', volumeName = '', path = '' }: FileKeySelector, field: FieldPath): FieldError[] {
  const given = (name: string, value: string, rule: (value: string) => FieldError[]): FieldError[] =>
    value === '' ? [fieldErrors.required(field.child(name))] : rule(value);
  return [
    ...given('key', key, (value) => validateBy(field.child('key'), value, relaxedEnvironmentVariableFaults)),
    ...given('volumeName', volumeName, (value) => validateBy(field.child('volumeName'), value, dns1123LabelFaults)),
    ...given('path', path, (value) => validateNoBacksteps(value, field.child('path'))),
  ];
}

export function validateEnvFrom(sources: readonly EnvFromSource[], field: FieldPath): FieldError[] {
  return sources.flatMap(({ prefix = '', configMapRef, secretRef }, at) => {
    const here = field.index(at);
    const why =
      configMapRef && secretRef
        ? 'may not have more than one field specified at a time'
        : 'must specify one of: `configMapRef` or `secretRef`';
    return [
      ...(prefix === '' ? [] : validateBy(here.child('prefix'), prefix, relaxedEnvironmentVariableFaults)),
      ...(configMapRef ? validateReference(configMapRef, here.child('configMapRef')) : []),
      ...(secretRef ? validateReference(secretRef, here.child('secretRef')) : []),
      // The fault is told of the whole list.
      ...((configMapRef === undefined) === (secretRef === undefined) ? [fieldErrors.invalid(field, '', why)] : []),
    ];
  });
}

function validateReference({ name = '' }: NamedReference, field: FieldPath): FieldError[] {
  const at = field.child('name');
  if (name === '') return [fieldErrors.required(at)];
  return validateBy(at, name, (value) => nameIsDnsSubdomain(value, { prefix: true }));
}
