import type { Column } from '#machinery';
import {
  type FieldError,
  type FieldPath,
  fieldErrors,
  parseQuantity,
  path,
  qualifiedNameFaults,
  sameJson,
} from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  dropStatus,
  keepSpec,
  keepStatus,
  nameColumn,
  wideColumn,
} from '#resource';
import { validateBy, validateUnchanged } from '../field-validation.ts';
import { goDiff } from '../go-value.ts';
import { hasLooseValues } from '../label-selector-validation.ts';
import { accessModesText, BETA_CLASS_ANNOTATION } from './access-modes.ts';
import { validateClaimSpec } from './pod/claim-validation.ts';
import { fractionWarnings } from './pod/pod-warnings.ts';
import { compareAmounts, roundUpAmounts } from './pod/resource-list.ts';
import { isNative } from './pod/resource-names.ts';
import { setClaimSpecDefaults } from './pod/volume-defaults.ts';
import type { PersistentVolumeClaimSpec as ClaimSpec, Types } from './v1/types.gen.ts';
import { coreV1 } from './v1/types.ts';

type Claim = Types['PersistentVolumeClaim'];

function setDefaults(claim: Claim): void {
  claim.spec ??= {};
  setClaimSpecDefaults(claim.spec);
  if (!claim.status?.phase) claim.status = { ...claim.status, phase: 'Pending' };
  roundUpAmounts(claim.status?.capacity);
  roundUpAmounts(claim.status?.allocatedResources);
}

/** Two fields say where the data comes from; the older one knows only claims and snapshots. */
function settleDataSources(spec: ClaimSpec, before: ClaimSpec = {}): void {
  // Data from another namespace is not to be had unless the server is told to allow it.
  if (spec.dataSourceRef?.namespace && before.dataSourceRef === undefined) delete spec.dataSourceRef;
  const isNew = before.dataSource === undefined && before.dataSourceRef === undefined;
  if (isNew && spec.dataSourceRef === undefined && !isClaimOrSnapshot(spec)) delete spec.dataSource;
  if (spec.dataSource !== undefined) spec.dataSourceRef ??= { ...spec.dataSource };
  if (spec.dataSourceRef !== undefined && !spec.dataSourceRef.namespace) {
    const { namespace: _, ...local } = spec.dataSourceRef;
    spec.dataSource ??= local;
  }
}

function isClaimOrSnapshot({ dataSource }: ClaimSpec): boolean {
  const group = dataSource?.apiGroup ?? '';
  if (dataSource?.kind === 'PersistentVolumeClaim') return group === '';
  return dataSource?.kind === 'VolumeSnapshot' && group === 'snapshot.storage.k8s.io';
}

const specPath = path('spec');

function validateChange(claim: Claim, live: Claim): FieldError[] {
  const spec = claim.spec ?? {};
  const before = live.spec ?? {};
  const upgrade = classUpgrade(claim, live);
  const field = path('metadata', 'annotations', BETA_CLASS_ANNOTATION);
  const beta = claim.metadata.annotations?.[BETA_CLASS_ANNOTATION] ?? '';
  const oldBeta = live.metadata.annotations?.[BETA_CLASS_ANNOTATION] ?? '';
  return [
    ...validateClaimSpec(spec, specPath, {
      anyLabelValues: hasLooseValues(before.selector),
      anyApiGroup: Boolean(before.dataSource?.apiGroup ?? before.dataSourceRef?.apiGroup),
    }),
    ...(upgrade === 'annotation' || beta === oldBeta ? [] : [fieldErrors.invalid(field, beta, 'field is immutable')]),
    ...validateChangedFields(settled(claim, live, upgrade), settledBefore(live, claim)),
    ...validateNoShrinking(spec, before, live.status?.capacity?.storage),
    ...validateUnchanged(path('volumeMode'), spec.volumeMode, before.volumeMode),
    ...validateAttributesClass(spec, before, live.status?.currentVolumeAttributesClassName),
  ];
}

function validateChangedFields(spec: ClaimSpec, before: ClaimSpec): FieldError[] {
  if (sameJson(spec, before)) return [];
  const shown = goDiff(coreV1.type('PersistentVolumeClaimSpec'), before, spec);
  return [fieldErrors.forbidden(specPath, CHANGED + shown)];
}

const CHANGED =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n';

/** A class may come where there was none, or where only an annotation told it. */
function classUpgrade(claim: Claim, live: Claim): 'annotation' | 'nil' | undefined {
  const name = claim.spec?.storageClassName;
  if (live.spec?.storageClassName !== undefined || name === undefined) return undefined;
  const beta = live.metadata.annotations?.[BETA_CLASS_ANNOTATION];
  const now = claim.metadata.annotations?.[BETA_CLASS_ANNOTATION];
  if (beta !== undefined && name === beta && (now === undefined || now === beta)) return 'annotation';
  return beta === undefined || name === beta ? 'nil' : undefined;
}

/** The new spec with the fields that may change reset to their old values. */
function settled(claim: Claim, live: Claim, upgrade: 'annotation' | 'nil' | undefined): ClaimSpec {
  const spec: ClaimSpec = structuredClone(claim.spec ?? {});
  if (upgrade !== undefined) delete spec.storageClassName;
  if (claim.status?.phase !== 'Bound') return spec;
  const storage = live.spec?.resources?.requests?.storage;
  if (spec.resources?.requests !== undefined && storage !== undefined) spec.resources.requests.storage = storage;
  const { volumeAttributesClassName } = live.spec ?? {};
  if (volumeAttributesClassName === undefined) delete spec.volumeAttributesClassName;
  else spec.volumeAttributesClassName = volumeAttributesClassName;
  return spec;
}

/** The old spec; a volume may be named once. */
function settledBefore({ spec = {} }: Claim, claim: Claim): ClaimSpec {
  const before: ClaimSpec = { ...spec };
  if (!before.volumeName && claim.spec?.volumeName) before.volumeName = claim.spec.volumeName;
  return before;
}

/** An expansion that failed may be taken back, but not below what is there. */
function validateNoShrinking(spec: ClaimSpec, before: ClaimSpec, capacity = '0'): FieldError[] {
  const size = spec.resources?.requests?.storage ?? '0';
  if (compareAmounts(size, before.resources?.requests?.storage ?? '0') >= 0) return [];
  if (compareAmounts(size, capacity) > 0) return [];
  return [
    fieldErrors.forbidden(
      specPath.child('resources', 'requests', 'storage'),
      'field can not be less than status.capacity',
    ),
  ];
}

function validateAttributesClass(spec: ClaimSpec, before: ClaimSpec, current: string | undefined): FieldError[] {
  const name = spec.volumeAttributesClassName;
  if (name === before.volumeAttributesClassName || current === undefined || name) return [];
  const to = name === undefined ? 'nil' : 'empty string';
  const why = `update to ${to} is forbidden when status.currentVolumeAttributesClassName is not nil`;
  return [fieldErrors.forbidden(specPath.child('volumeAttributesClassName'), why)];
}

const resizeStates = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
].sort();

function validateStatus({ spec, status = {} }: Claim): FieldError[] {
  const field = path('status');
  const states = field.child('allocatedResourceStatuses');
  const allocated = field.child('allocatedResources');
  return [
    ...((spec?.accessModes ?? []).length === 0 ? [fieldErrors.required(path('Spec', 'accessModes'))] : []),
    ...Object.entries(status.capacity ?? {}).flatMap(([name, amount]) =>
      validateWholeAmount(amount, field.child('capacity').key(name)),
    ),
    ...Object.entries(status.allocatedResourceStatuses ?? {}).flatMap(([name, state]) => [
      ...validateClaimResource(name, states),
      ...(resizeStates.includes(state) ? [] : [fieldErrors.notSupported(states, name, resizeStates)]),
    ]),
    ...Object.entries(status.allocatedResources ?? {}).flatMap(([name, amount]) => {
      const faults = validateClaimResource(name, allocated);
      return faults.length > 0 ? faults : validateWholeAmount(amount, allocated.key(name));
    }),
  ];
}

function validateWholeAmount(amount: string, field: FieldPath): FieldError[] {
  const value = parseQuantity(amount).value();
  return value < 0n ? [fieldErrors.invalid(field, value, 'must be a valid resource quantity')] : [];
}

function validateClaimResource(name: string, field: FieldPath): FieldError[] {
  const faults = validateBy(field, name, qualifiedNameFaults);
  if (faults.length > 0 || !isNative(name) || name === 'storage') return faults;
  return [fieldErrors.notSupported(field, name, ['storage'])];
}

const strategy: BuiltinStrategy<Claim> = {
  returnsDeletedObject: true,
  prepareForCreate(claim) {
    dropStatus(claim);
    claim.status = { phase: 'Pending' };
    settleDataSources(claim.spec ?? {});
  },
  prepareForUpdate(claim, live) {
    keepStatus(claim, live);
    settleDataSources(claim.spec ?? {}, live.spec);
  },
  validateCreate: ({ spec = {} }) => validateClaimSpec(spec, specPath),
  validateUpdate: validateChange,
  warnings: ({ spec }) => claimWarnings(spec ?? {}),
};

/** An amount that nobody can give exactly. */
function claimWarnings({ resources }: ClaimSpec): string[] {
  return (['requests', 'limits'] as const).flatMap((list) =>
    fractionWarnings(resources?.[list], 'storage', specPath.child('resources', list)),
  );
}

const columns: readonly Column<Claim>[] = [
  nameColumn,
  column('Status', 'Whether it has a volume.', ({ metadata, status }) =>
    metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
  ),
  column('Volume', 'The volume it has or wants.', ({ spec }) => spec?.volumeName ?? ''),
  column('Capacity', 'How large its volume is.', ({ spec, status }) =>
    spec?.volumeName ? (status?.capacity?.storage ?? '0') : '',
  ),
  column('Access Modes', 'How its volume can be used.', ({ spec, status }) =>
    spec?.volumeName ? accessModesText(status?.accessModes) : '',
  ),
  column(
    'StorageClass',
    'The class of storage.',
    ({ metadata, spec }) => metadata.annotations?.[BETA_CLASS_ANNOTATION] ?? spec?.storageClassName ?? '',
  ),
  column(
    'VolumeAttributesClass',
    'The class of its attributes.',
    ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>',
  ),
  ageColumn,
  wideColumn('VolumeMode', 'A file system or a raw device.', ({ spec }) => spec?.volumeMode ?? '<unset>'),
];

export const persistentVolumeClaims = builtin({
  group: '',
  version: 'v1',
  kind: 'PersistentVolumeClaim',
  resource: 'persistentvolumeclaims',
  shortNames: ['pvc'],
  namespaced: true,
  type: coreV1.type('PersistentVolumeClaim'),
  defaults: setDefaults,
  strategy,
  subresources: [{ name: 'status', strategy: { prepareForUpdate: keepSpec, validateUpdate: validateStatus } }],
  columns,
});
