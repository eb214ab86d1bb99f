import { type FieldError, type FieldPath, fieldErrors, type Int64, path, sameJson } from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, nameColumn } from '#resource';
import { validateUnchanged } from '../field-validation.ts';
import { STORAGE_GROUP } from './storage-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { storageV1 } from './v1/types.ts';

type TokenRequest = Types['TokenRequest'];
type CsiDriverSpec = Types['CSIDriverSpec'];
type CsiDriver = Types['CSIDriver'];

const groupPolicies = ['File', 'None', 'ReadWriteOnceWithFSType'];
const lifecycleModes = ['Persistent', 'Ephemeral'];
const MIN_EXPIRATION = 600;
const MAX_EXPIRATION = 2 ** 32;
const TOKENS_IN_THE_OPEN =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';

function defaults(driver: CsiDriver): void {
  const spec = driver.spec ?? {};
  driver.spec = spec;
  spec.attachRequired ??= true;
  spec.podInfoOnMount ??= false;
  spec.storageCapacity ??= false;
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
  if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent'];
  spec.requiresRepublish ??= false;
  spec.seLinuxMount ??= false;
}

function validateToken(field: FieldPath, requests: readonly TokenRequest[]): FieldError[] {
  const seen = new Set<string>();
  return requests.flatMap(({ audience = '', expirationSeconds: seconds }, at) => {
    const own = field.index(at);
    if (seen.has(audience)) return [fieldErrors.duplicate(own.child('audience'), audience)];
    seen.add(audience);
    return seconds === undefined ? [] : validateExpiration(own.child('expirationSeconds'), seconds);
  });
}

function validateExpiration(field: FieldPath, seconds: Int64): FieldError[] {
  if (seconds < MIN_EXPIRATION) {
    return [fieldErrors.invalid(field, seconds, 'may not specify a duration less than 10 minutes')];
  }
  if (seconds <= MAX_EXPIRATION) return [];
  return [fieldErrors.invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')];
}

function validate({ spec = {} }: CsiDriver): FieldError[] {
  const { fsGroupPolicy: policy, tokenRequests = [], volumeLifecycleModes = [] } = spec;
  const field = path('spec');
  const faults: FieldError[] = [];
  if (policy !== undefined && !groupPolicies.includes(policy)) {
    faults.push(fieldErrors.notSupported(field.child('fsGroupPolicy'), policy, groupPolicies));
  }
  faults.push(...validateToken(field.child('tokenRequests'), tokenRequests));
  for (const mode of volumeLifecycleModes) {
    if (lifecycleModes.includes(mode)) continue;
    faults.push(fieldErrors.notSupported(field.child('volumeLifecycleModes'), mode, lifecycleModes));
  }
  return [...faults, ...validatePeriod(spec, field), ...validateSecret(spec, field)];
}

function validatePeriod({ nodeAllocatableUpdatePeriodSeconds: period }: CsiDriverSpec, field: FieldPath): FieldError[] {
  if (period === undefined || period >= 10) return [];
  const why = 'must be greater than or equal to 10 seconds';
  return [fieldErrors.invalid(field.child('nodeAllocatableUpdatePeriodSeconds'), period, why)];
}

function validateSecret(
  { serviceAccountTokenInSecrets: inSecrets, tokenRequests = [] }: CsiDriverSpec,
  field: FieldPath,
) {
  if (inSecrets === undefined || tokenRequests.length > 0) return [];
  const why = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified';
  return [fieldErrors.invalid(field.child('serviceAccountTokenInSecrets'), inSecrets, why)];
}

const strategy: BuiltinStrategy<CsiDriver> = {
  returnsDeletedObject: true,
  updatesUnconditionally: false,
  repeats: ['change'],
  // Scheduling by the drivers of a node is not served: its field is taken and dropped.
  prepareForCreate: ({ spec }) => delete spec?.preventPodSchedulingIfMissing,
  prepareForUpdate(driver, live) {
    if (live.spec?.preventPodSchedulingIfMissing === undefined) delete driver.spec?.preventPodSchedulingIfMissing;
    // Unlike with other kinds, a new driver has no generation yet.
    if (!sameJson(driver.spec, live.spec)) driver.metadata.generation = Number(live.metadata.generation ?? 0) + 1;
  },
  validateCreate: validate,
  validateUpdate: (driver, live) => [
    ...validate(driver),
    ...validateUnchanged(path('spec', 'attachedRequired'), driver.spec?.attachRequired, live.spec?.attachRequired),
    ...validateUnchanged(
      path('spec', 'volumeLifecycleModes'),
      driver.spec?.volumeLifecycleModes,
      live.spec?.volumeLifecycleModes,
    ),
  ],
  warnings({ spec = {} }, live) {
    const { tokenRequests = [], serviceAccountTokenInSecrets: inSecrets } = spec;
    if (tokenRequests.length === 0 || inSecrets !== undefined) return [];
    return sameJson(tokenRequests, live?.spec?.tokenRequests) ? [] : [TOKENS_IN_THE_OPEN];
  },
};

const flagColumn = (name: string, description: string, flag: (spec: CsiDriverSpec) => boolean) => ({
  ...column(name, description, ({ spec = {} }: CsiDriver) => flag(spec)),
  type: 'boolean',
});

export const csiDrivers = builtin({
  group: STORAGE_GROUP,
  version: 'v1',
  kind: 'CSIDriver',
  resource: 'csidrivers',
  formerly: ['storage.k8s.io/v1beta1'],
  namespaced: false,
  type: storageV1.type('CSIDriver'),
  defaults,
  strategy,
  columns: [
    nameColumn,
    flagColumn('AttachRequired', 'Whether volumes must be attached.', (spec) => spec.attachRequired ?? true),
    flagColumn('PodInfoOnMount', 'Whether it is told about pods.', (spec) => spec.podInfoOnMount ?? false),
    flagColumn(
      'StorageCapacity',
      'Whether pods are scheduled by its capacity.',
      (spec) => spec.storageCapacity ?? false,
    ),
    column(
      'TokenRequests',
      'Audiences of the tokens it gets.',
      ({ spec }: CsiDriver) => spec?.tokenRequests?.map(({ audience }) => audience ?? '').join(',') ?? '<unset>',
    ),
    flagColumn('RequiresRepublish', 'Whether it is called while mounted.', (spec) => spec.requiresRepublish ?? false),
    column(
      'Modes',
      'Kinds of volumes it makes.',
      ({ spec }: CsiDriver) => (spec?.volumeLifecycleModes ?? []).join(',') || '<none>',
    ),
    ageColumn,
  ],
});
