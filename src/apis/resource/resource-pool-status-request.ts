import {
  byteLength,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  path,
  patternFault,
} from '#meta';
import {
  type BuiltinStrategy,
  builtin,
  column,
  dropStatus,
  keepMetadata,
  keepSpec,
  keepStatus,
  nameColumn,
  since,
} from '#resource';
import { type Condition, validateConditions } from '../condition-validation.ts';
import { validateBound, validateFixed } from '../declared-validation.ts';
import { faultsOf, validateUnchanged } from '../field-validation.ts';
import type { Types } from './v1alpha3/types.gen.ts';
import { resourceV1alpha3 } from './v1alpha3/types.ts';

type Count = 'resourceSliceCount' | 'totalDevices' | 'allocatedDevices' | 'availableDevices' | 'unavailableDevices';
type PoolStatus = Types['PoolStatus'];
type PoolStatusRequest = Types['ResourcePoolStatusRequest'];

const usualLimit = 100;
const maxLimit = 1000;
const maxPools = 1000;
const maxConditions = 10;
const maxErrorText = 256;
const maxName = 253;
const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const driverWords =
  "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";

/** Names of drivers may have capitals. */
function validateDriver(field: FieldPath, driver: string): FieldError[] {
  if (driver === '') return [fieldErrors.required(field)];
  const faults = byteLength(driver) > maxName ? [`must be no more than ${maxName} bytes`] : [];
  const good = dns1123SubdomainFaults(driver.toLowerCase().slice(0, maxName)).length === 0;
  if (!good) faults.push(patternFault(driverWords, `${label}(\\.${label})*`, ['Example.com']));
  return faults.map((fault) => fieldErrors.invalid(field, driver, fault));
}

function validatePoolName(field: FieldPath, name: string): FieldError[] {
  const faults = name.split('/').flatMap((part, at) => {
    const own = part === '' ? ['must not be empty'] : dns1123SubdomainFaults(part);
    return own.map((fault) => fieldErrors.invalid(field, part === '' ? name : part, `segment ${at}: ${fault}`));
  });
  return byteLength(name) > maxName ? [fieldErrors.tooLong(field, maxName), ...faults] : faults;
}

function validate({ spec = {} }: PoolStatusRequest): FieldError[] {
  const { driver = '', poolName, limit = usualLimit } = spec;
  const field = path('spec');
  return [
    ...validateDriver(field.child('driver'), driver),
    ...(poolName === undefined ? [] : validatePoolName(field.child('poolName'), poolName)),
    ...validateBound(field.child('limit'), limit, { min: 1, max: maxLimit }),
  ];
}

const counts: readonly (readonly [Count, number])[] = [
  ['resourceSliceCount', 1],
  ['totalDevices', 0],
  ['allocatedDevices', 0],
  ['availableDevices', 0],
  ['unavailableDevices', 0],
];

function validatePool(field: FieldPath, pool: PoolStatus): FieldError[] {
  const { driver = '', poolName = '', generation = 0, nodeName, validationError = '' } = pool;
  return [
    ...validateDriver(field.child('driver'), driver),
    ...(poolName === ''
      ? [fieldErrors.required(field.child('poolName'))]
      : validatePoolName(field.child('poolName'), poolName)),
    ...(generation === 0
      ? [fieldErrors.required(field.child('generation'))]
      : validateBound(field.child('generation'), generation, { min: 0 })),
    ...counts.flatMap(([name, min]) => validateBound(field.child(name), pool[name] ?? min, { min })),
    ...(nodeName === undefined ? [] : faultsOf(field.child('nodeName'), nodeName, dns1123SubdomainFaults)),
    ...(byteLength(validationError) > maxErrorText
      ? [fieldErrors.tooLong(field.child('validationError'), maxErrorText)]
      : []),
  ];
}

/** Once there is an answer, it stays. */
function validateStatus({ status }: PoolStatusRequest, live: PoolStatusRequest): FieldError[] {
  const field = path('status');
  const fixed = live.status === undefined ? [] : validateUnchanged(field, status, live.status);
  if (status === undefined || live.status !== undefined) return fixed;
  const { poolCount, pools = [], conditions = [] } = status;
  const poolsField = field.child('pools');
  return [
    ...validateConditions(conditions, field.child('conditions')),
    ...(poolCount === undefined
      ? [fieldErrors.required(field.child('poolCount'))]
      : validateBound(field.child('poolCount'), poolCount, { min: 0 })),
    ...(pools.length > maxPools
      ? [fieldErrors.tooMany(poolsField, pools.length, maxPools)]
      : pools.flatMap((pool, at) => validatePool(poolsField.index(at), pool))),
    ...(conditions.length > maxConditions
      ? [fieldErrors.tooMany(field.child('conditions'), conditions.length, maxConditions)]
      : []),
  ];
}

const strategy: BuiltinStrategy = {
  returnsDeletedObject: true,
  updatesUnconditionally: false,
  repeats: ['change'],
  prepareForCreate: dropStatus,
  prepareForUpdate: keepStatus,
  validateCreate: validate,
  validateUpdate: ({ spec }: PoolStatusRequest, live: PoolStatusRequest) =>
    validateFixed(path('spec'), spec, live.spec),
};

const reached = ({ status }: PoolStatusRequest): Condition | undefined =>
  (status?.conditions ?? []).find(
    ({ type, status: on }) => (type === 'Complete' || type === 'Failed') && on === 'True',
  );

function statusText(request: PoolStatusRequest): string {
  const { poolCount = 0, pools = [] } = request.status ?? {};
  const state = reached(request)?.type ?? 'Pending';
  return state === 'Complete' && poolCount > pools.length ? `Complete (${pools.length}/${poolCount} pools)` : state;
}

/** A sum over all pools, once there are any. */
const sumOf =
  (amount: (pool: PoolStatus) => number) =>
  (request: PoolStatusRequest): string => {
    if (request.status === undefined || reached(request)?.type === 'Failed') return '-';
    return String((request.status.pools ?? []).reduce((sum, pool) => sum + amount(pool), 0));
  };

export const resourcePoolStatusRequests = builtin({
  group: 'resource.k8s.io',
  version: 'v1alpha3',
  kind: 'ResourcePoolStatusRequest',
  resource: 'resourcepoolstatusrequests',
  namespaced: false,
  type: resourceV1alpha3.type('ResourcePoolStatusRequest'),
  defaults({ spec }: PoolStatusRequest) {
    if (spec !== undefined) spec.limit ??= usualLimit;
  },
  strategy,
  subresources: [
    {
      name: 'status',
      strategy: {
        prepareForUpdate(request: PoolStatusRequest, live: PoolStatusRequest) {
          keepSpec(request, live);
          keepMetadata(request, live);
        },
        validateUpdate: validateStatus,
      },
    },
  ],
  columns: [
    nameColumn,
    column('Driver', 'The driver that is asked about.', ({ spec }: PoolStatusRequest) => spec?.driver ?? ''),
    column(
      'Total',
      'How many devices there are.',
      sumOf((pool) => pool.totalDevices ?? 0),
    ),
    column(
      'Available',
      'How many can be given.',
      sumOf((pool) => pool.availableDevices ?? 0),
    ),
    column(
      'Allocated',
      'How many were given.',
      sumOf((pool) => pool.allocatedDevices ?? 0),
    ),
    column(
      'Unavailable',
      'How many cannot be given.',
      sumOf((pool) => pool.unavailableDevices ?? 0),
    ),
    column(
      'Errors',
      'Pools of which nothing can be told.',
      sumOf((pool) => (pool.validationError === undefined ? 0 : 1)),
    ),
    {
      ...column('Pools', 'How many pools there are.', ({ status }: PoolStatusRequest) => status?.poolCount ?? 0),
      type: 'integer',
    },
    column('Status', 'Whether there is an answer.', statusText),
    column('Completed', 'How long ago it was answered.', (request: PoolStatusRequest, now) => {
      const condition = reached(request);
      return condition?.type === 'Complete' ? since(condition.lastTransitionTime, now) : '<none>';
    }),
  ],
});
