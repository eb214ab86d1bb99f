import { type FieldError, path } from '#meta';
import {
  type BuiltinStrategy,
  builtin,
  column,
  dropStatus,
  keepAllButStatus,
  keepStatus,
  nameColumn,
  since,
  validateDeclared,
  validateImmutables,
} from '#resource';
import { type Condition, validateConditions } from '../condition-validation.ts';
import { validateUnchanged } from '../field-validation.ts';
import type { Types } from './v1alpha3/types.gen.ts';
import { resourceV1alpha3 } from './v1alpha3/types.ts';

type PoolStatus = Types['PoolStatus'];
type PoolStatusRequest = Types['ResourcePoolStatusRequest'];

const USUAL_LIMIT = 100;
const type = resourceV1alpha3.type('ResourcePoolStatusRequest');
const statusType = resourceV1alpha3.type('ResourcePoolStatusRequestStatus');

/** The answer cannot be changed once it is written. */
function validateStatus({ status }: PoolStatusRequest, live: PoolStatusRequest): FieldError[] {
  const field = path('status');
  const fixed = live.status === undefined ? [] : validateUnchanged(field, status, live.status);
  if (status === undefined || live.status !== undefined) return fixed;
  return [
    ...validateConditions(status.conditions ?? [], field.child('conditions')),
    ...validateDeclared(statusType, status, field),
  ];
}

const strategy: BuiltinStrategy<PoolStatusRequest> = {
  returnsDeletedObject: true,
  updatesUnconditionally: false,
  repeats: ['change'],
  prepareForCreate: dropStatus,
  prepareForUpdate: keepStatus,
  // The answer has validation of its own.
  validateCreate: ({ status: _, ...request }) => validateDeclared(type, request),
  validateUpdate: (request, live) => validateImmutables(type, { value: request, before: live }),
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
  type,
  defaults({ spec }: PoolStatusRequest) {
    if (spec !== undefined) spec.limit ??= USUAL_LIMIT;
  },
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
    column('Completed', 'How long ago it was answered.', (request: PoolStatusRequest) => {
      const condition = reached(request);
      return condition?.type === 'Complete' ? since(condition.lastTransitionTime) : '<none>';
    }),
  ],
});
