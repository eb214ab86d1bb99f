import {
  dns1035LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  nameIsDnsSubdomain,
  path,
  patternFault,
  qualifiedNameFaults,
} from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  firstThree,
  keepAllButStatus,
  keepStatus,
  nameColumn,
} from '#resource';
import type { Condition } from '../condition-validation.ts';
import { validateBy } from '../field-validation.ts';
import type { Types } from './v1alpha1/types.gen.ts';
import { apiServerInternalV1alpha1 } from './v1alpha1/types.ts';

type ServerVersions = Types['ServerStorageVersion'];
type StorageVersion = Types['StorageVersion'];

const status = path('status');

/** `GROUP.RESOURCE` */
function nameFaults(name: string): readonly string[] {
  const dot = name.lastIndexOf('.');
  if (dot < 0) return ['name must be in the form of <group>.<resource>'];
  return [
    ...dns1123SubdomainFaults(name.slice(0, dot)).map((fault) => `the group segment ${fault}`),
    ...dns1035LabelFaults(name.slice(dot + 1)).map((fault) => `the resource segment ${fault}`),
  ];
}

const API_VERSION_WORDS =
  "a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";

function apiVersionFaults(text: string): readonly string[] {
  const parts = text.split('/');
  if (parts.length > 2) {
    const pattern = patternFault(API_VERSION_WORDS, '[a-z]([-a-z0-9]*[a-z0-9])?', ['my-name', 'abc-123']);
    return [`an apiVersion is ${pattern} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')`];
  }
  const [version = '', group] = parts.reverse();
  const part = (name: string, value: string, rule: (value: string) => readonly string[]): string[] =>
    (value === '' ? ['must be non-empty'] : rule(value)).map((fault) => `${name} part: ${fault}`);
  return [
    ...(group === undefined ? [] : part('group', group, dns1123SubdomainFaults)),
    ...part('version', version, dns1035LabelFaults),
  ];
}

function validateVersion(field: FieldPath, value: string): FieldError[] {
  const faults = apiVersionFaults(value);
  return faults.length === 0 ? [] : [fieldErrors.invalid(field, value, faults.join(','))];
}

function validateServer(field: FieldPath, server: ServerVersions): FieldError[] {
  const { apiServerID = '', encodingVersion = '', decodableVersions: readable = [], servedVersions = [] } = server;
  const list = field.child('decodableVersions');
  return [
    ...validateBy(field.child('apiServerID'), apiServerID, (id) => nameIsDnsSubdomain(id, { prefix: false })),
    ...validateVersion(field.child('encodingVersion'), encodingVersion),
    ...readable.flatMap((version, at) => validateVersion(list.index(at), version)),
    ...(readable.includes(encodingVersion)
      ? []
      : [fieldErrors.invalid(list, readable, `decodableVersions must include encodingVersion ${encodingVersion}`)]),
    ...servedVersions.flatMap((version, at) => {
      const own = field.child('servedVersions').index(at);
      const all = `[${readable.join(' ')}]`;
      const why = `individual served version : ${version} must be included in decodableVersions : ${all}`;
      return [
        ...validateVersion(own, version),
        ...(readable.includes(version) ? [] : [fieldErrors.invalid(own, version, why)]),
      ];
    }),
  ];
}

/** The version that all servers store; undefined if they differ, or if there are none. */
function commonVersion(servers: readonly ServerVersions[]): string | undefined {
  const [first = '', ...others] = new Set(servers.map(({ encodingVersion = '' }) => encodingVersion));
  return servers.length > 0 && others.length === 0 ? first : undefined;
}

function validateCommonVersion(servers: readonly ServerVersions[], told: string | undefined): FieldError[] {
  const field = status.child('commonEncodingVersion');
  const common = commonVersion(servers);
  if (common === told) return [];
  if (common === undefined) {
    const why =
      'should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet';
    return [fieldErrors.invalid(field, told ?? null, why)];
  }
  const what = told === undefined ? 'the common' : 'the actual common';
  return [fieldErrors.invalid(field, told ?? null, `${what} encoding version is ${common}`)];
}

/** The places lack the name of the list, as on the real server. */
function validateCondition(conditions: readonly Condition[]): FieldError[] {
  return conditions.flatMap(({ type = '', status: on = '', reason = '', message = '' }, at) => {
    const own = status.index(at);
    const before = conditions.slice(0, at).findLastIndex((other) => (other.type ?? '') === type);
    const why = `the type of the condition is not unique, it also appears in conditions[${before}]`;
    return [
      ...(before < 0 ? [] : [fieldErrors.invalid(own.child('type'), type, why)]),
      ...validateBy(own.child('type'), type, qualifiedNameFaults),
      ...validateBy(own.child('status'), on, qualifiedNameFaults),
      ...(reason === '' ? [fieldErrors.required(own.child('reason'))] : []),
      ...(message === '' ? [fieldErrors.required(own.child('message'))] : []),
    ];
  });
}

function validateStatus({ status: now = {} }: StorageVersion): FieldError[] {
  const { storageVersions: servers = [], commonEncodingVersion, conditions = [] } = now;
  const field = status.child('storageVersions');
  return [
    ...servers.flatMap((server, at) => {
      const { apiServerID: id = '' } = server;
      const repeated = servers.slice(0, at).some((other) => (other.apiServerID ?? '') === id);
      return [
        ...(repeated ? [fieldErrors.duplicate(field.index(at).child('apiServerID'), id)] : []),
        ...validateServer(field.index(at), server),
      ];
    }),
    ...validateCommonVersion(servers, commonEncodingVersion),
    ...validateCondition(conditions),
  ];
}

const strategy: BuiltinStrategy<StorageVersion> = {
  validateName: nameFaults,
  updatesUnconditionally: false,
  prepareForCreate(version) {
    version.status = {};
  },
  prepareForUpdate: keepStatus,
};

const serverText = ({ apiServerID = '', encodingVersion = '' }: ServerVersions): string =>
  `${apiServerID}=${encodingVersion}`;

export const storageVersions = builtin({
  group: 'internal.apiserver.k8s.io',
  version: 'v1alpha1',
  kind: 'StorageVersion',
  resource: 'storageversions',
  namespaced: false,
  type: apiServerInternalV1alpha1.type('StorageVersion'),
  strategy,
  subresources: [
    {
      name: 'status',
      strategy: {
        prepareForUpdate: keepAllButStatus,
        validateUpdate: validateStatus,
      },
    },
  ],
  columns: [
    nameColumn,
    column(
      'CommonEncodingVersion',
      'The version that all servers store.',
      ({ status: now }: StorageVersion) => now?.commonEncodingVersion ?? '<unset>',
    ),
    column('StorageVersions', 'What each server stores.', ({ status: now }: StorageVersion) =>
      firstThree((now?.storageVersions ?? []).map(serverText)),
    ),
    ageColumn,
  ],
});
