import {
  dns1035LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  fieldErrors,
  formatGroupResource,
  path,
  sameJson,
} from '#meta';
import { type BuiltinStrategy, builtin, column, keepAllButStatus, keepStatus, nameColumn } from '#resource';
import { validateConditions } from '../condition-validation.ts';
import { goValue } from '../go-value.ts';
import type { Types } from './v1beta1/types.gen.ts';
import { storageMigrationV1beta1 } from './v1beta1/types.ts';

type Migration = Types['StorageVersionMigration'];

const states = ['Running', 'Failed', 'Succeeded'];
const field = path('spec', 'resource');
const status = path('status');

function validate({ spec }: Migration): FieldError[] {
  const { group = '', resource = '' } = spec?.resource ?? {};
  return [
    ...(resource === ''
      ? [fieldErrors.required(field.child('resource'), 'resource is required to be set')]
      : validateJoined('resource', resource, dns1035LabelFaults(resource))),
    ...(group === '' ? [] : validateJoined('group', group, dns1123SubdomainFaults(group))),
  ];
}

function validateJoined(part: string, value: string, faults: readonly string[]): FieldError[] {
  return faults.length === 0 ? [] : [fieldErrors.invalid(field.child(part), value, faults.join(','))];
}

function validateFixedSpec({ spec }: Migration, live: Migration): FieldError[] {
  if (sameJson(spec, live.spec)) return [];
  const shown = goValue(storageMigrationV1beta1.type('StorageVersionMigrationSpec'), spec);
  return [fieldErrors.invalid(path('spec'), shown, 'field is immutable')];
}

const isTrue = ({ status: now }: Migration, type: string): boolean =>
  (now?.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');

function validateStatus(migration: Migration, live: Migration): FieldError[] {
  const { conditions = [], resourceVersion = '' } = migration.status ?? {};
  const before = live.status?.resourceVersion ?? '';
  const type = storageMigrationV1beta1.type('StorageVersionMigrationStatus');
  const wrong = (why: string): FieldError =>
    fieldErrors.invalid(status.child('conditions'), goValue(type, migration.status).Conditions ?? null, why);
  const lost = (type: string): FieldError[] =>
    isTrue(live, type) && !isTrue(migration, type)
      ? [wrong(`${type === 'Failed' ? 'Failed' : 'Success'} condition cannot be set to false once it is true`)]
      : [];
  return [
    ...validateResourceVersion(resourceVersion),
    ...validateConditions(conditions, status.child('conditions')),
    ...(before === '' || before === resourceVersion
      ? []
      : [fieldErrors.invalid(status.child('resourceVersion'), resourceVersion, 'field is immutable')]),
    ...(isTrue(migration, 'Succeeded') && isTrue(migration, 'Failed')
      ? [wrong('Both success and failed conditions cannot be true at the same time')]
      : []),
    ...lost('Succeeded'),
    ...lost('Failed'),
  ];
}

function validateResourceVersion(text: string): FieldError[] {
  if (text === '' || /^[1-9]\d*$/.test(text)) return [];
  return [fieldErrors.invalid(status.child('resourceVersion'), text, `resource version is not well formed: ${text}`)];
}

const strategy: BuiltinStrategy<Migration> = {
  updatesUnconditionally: false,
  repeats: ['change', 'whole'],
  prepareForCreate(migration) {
    migration.status = {};
  },
  prepareForUpdate: keepStatus,
  validateCreate: validate,
  validateUpdate: (migration, live) => [...validate(migration), ...validateFixedSpec(migration, live)],
};

function stateOf({ status: now }: Migration): string {
  const reached = (now?.conditions ?? []).filter(({ status: on, type = '' }) => on === 'True' && states.includes(type));
  return reached.at(-1)?.type ?? 'Unknown';
}

export const storageVersionMigrations = builtin({
  group: 'storagemigration.k8s.io',
  version: 'v1beta1',
  kind: 'StorageVersionMigration',
  resource: 'storageversionmigrations',
  namespaced: false,
  type: storageMigrationV1beta1.type('StorageVersionMigration'),
  strategy,
  subresources: [
    {
      name: 'status',
      resets: [['metadata'], ['spec']],
      strategy: {
        prepareForUpdate: keepAllButStatus,
        validateUpdate: validateStatus,
      },
    },
  ],
  columns: [
    { ...nameColumn, format: '' },
    column('Resource', 'What is rewritten.', ({ spec }: Migration) => {
      const { group = '', resource = '' } = spec?.resource ?? {};
      return formatGroupResource({ group, resource });
    }),
    column('Status', 'How far it has come.', stateOf),
  ],
});
