import type { Column, RequestContext } from '#machinery';
import { type FieldError, fieldErrors, path, sameJson } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  keepSpec,
  keepStatus,
  nameColumn,
  wideColumn,
} from '#resource';
import { validateUnchanged } from '../field-validation.ts';
import { goDiff, goValue } from '../go-value.ts';
import { accessModesText, BETA_CLASS_ANNOTATION } from './access-modes.ts';
import { sourcesOf } from './persistent-volume-source.ts';
import { oldVolumeWarnings, type Volume, validateVolume } from './persistent-volume-validation.ts';
import { nodeTermWarnings } from './pod/node-label-warnings.ts';
import { roundUpAmounts } from './pod/resource-list.ts';
import { setSourceDefaults } from './pod/volume-defaults.ts';
import { coreV1 } from './v1/types.ts';

function setDefaults(volume: Volume): void {
  volume.spec ??= {};
  const { spec } = volume;
  if (!volume.status?.phase) volume.status = { ...volume.status, phase: 'Pending' };
  spec.persistentVolumeReclaimPolicy ||= 'Retain';
  spec.volumeMode ??= 'Filesystem';
  setWrittenVolumeDefaults(spec);
}

/** What a volume has wherever it is written out. */
export function setWrittenVolumeDefaults(spec: NonNullable<Volume['spec']>): void {
  roundUpAmounts(spec.capacity);
  if (spec.hostPath !== undefined) spec.hostPath.type ??= '';
  setSourceDefaults(spec);
}

/** Labels that were renamed, by their old names. */
const renamedLabels: ReadonlyMap<string, string> = new Map([
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
  ['beta.kubernetes.io/os', 'kubernetes.io/os'],
  ['beta.kubernetes.io/arch', 'kubernetes.io/arch'],
  ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
]);

type Affinity = NonNullable<Volume['spec']>['nodeAffinity'];

/** The same but for new names of old labels; one that has no new name may lose its name, as on the real server. */
function sameAffinity(affinity: Affinity, before: Affinity): boolean {
  const terms = affinity?.required?.nodeSelectorTerms ?? [];
  const renamed = structuredClone(before);
  for (const [at, term] of (renamed?.required?.nodeSelectorTerms ?? []).entries()) {
    for (const list of ['matchExpressions', 'matchFields'] as const) {
      for (const [position, old] of (term[list] ?? []).entries()) {
        const key = terms[at]?.[list]?.[position]?.key ?? '';
        if ((renamedLabels.get(old.key ?? '') ?? '') === key) old.key = key;
      }
    }
  }
  return sameJson(affinity, renamed);
}

function validateSourceChange(
  sources: ReturnType<typeof sourcesOf>,
  before: ReturnType<typeof sourcesOf>,
): FieldError[] {
  if (sameJson(sources, before)) return [];
  const diff = goDiff(coreV1.type('PersistentVolumeSource'), before, sources);
  const why = `spec.persistentvolumesource is immutable after creation\n${diff}`;
  return [fieldErrors.forbidden(path('spec', 'persistentvolumesource'), why)];
}

function validateChange(volume: Volume, live: Volume): FieldError[] {
  const spec = volume.spec ?? {};
  const before = live.spec ?? {};
  const sources = structuredClone(sourcesOf(spec));
  // A secret for expanding may be added later.
  if (before.csi !== undefined && before.csi.controllerExpandSecretRef === undefined) {
    delete sources.csi?.controllerExpandSecretRef;
  }
  const removed = before.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined;
  return [
    ...validateSourceChange(sources, sourcesOf(before)),
    ...validateUnchanged(path('volumeMode'), spec.volumeMode, before.volumeMode),
    ...(before.nodeAffinity === undefined || sameAffinity(spec.nodeAffinity, before.nodeAffinity)
      ? []
      : [
          fieldErrors.invalid(
            path('nodeAffinity'),
            spec.nodeAffinity === undefined ? null : goValue(coreV1.type('VolumeNodeAffinity'), spec.nodeAffinity),
            'field is immutable, except for updating from beta label to GA',
          ),
        ]),
    ...(removed
      ? [
          fieldErrors.forbidden(
            path('spec', 'volumeAttributesClassName'),
            'update from non-nil value to nil is forbidden',
          ),
        ]
      : []),
  ];
}

/** When the phase changes, and nobody says when, it was now. */
function prepareStatus(volume: Volume, live: Volume, now: string): void {
  keepSpec(volume, live);
  volume.status ??= {};
  const { status } = volume;
  const before = live.status ?? {};
  const same = status.phase === before.phase;
  if (same && status.lastPhaseTransitionTime === undefined) {
    if (before.lastPhaseTransitionTime !== undefined) status.lastPhaseTransitionTime = before.lastPhaseTransitionTime;
  } else if (!same && [undefined, before.lastPhaseTransitionTime].includes(status.lastPhaseTransitionTime)) {
    status.lastPhaseTransitionTime = now;
  }
}

const RECYCLED =
  'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';

function warnings({ metadata, spec = {} }: Volume): string[] {
  const annotation = metadata.annotations?.[BETA_CLASS_ANNOTATION];
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const field = path('spec', 'nodeAffinity', 'required', 'nodeSelectorTerms');
  return [
    ...(annotation === undefined
      ? []
      : [
          `${path('metadata', 'annotations').key(BETA_CLASS_ANNOTATION)}: deprecated since v1.8; use "storageClassName" attribute instead`,
        ]),
    ...(spec.persistentVolumeReclaimPolicy === 'Recycle' ? [RECYCLED] : []),
    ...terms.flatMap((term, at) => nodeTermWarnings(term, field.index(at))),
    ...oldVolumeWarnings(spec),
  ];
}

const strategy: BuiltinStrategy<Volume> = {
  returnsDeletedObject: true,
  prepareForCreate(volume, { now }: RequestContext) {
    volume.status = { phase: 'Pending', lastPhaseTransitionTime: now };
  },
  prepareForUpdate: keepStatus,
  validateCreate: validateVolume,
  repeats: ['whole', 'whole'],
  validateUpdate: validateVolume,
  validateChange,
  warnings,
};

const columns: readonly Column<Volume>[] = [
  nameColumn,
  column('Capacity', 'How large it is.', ({ spec }) => spec?.capacity?.storage ?? '0'),
  column('Access Modes', 'How it can be used.', ({ spec }) => accessModesText(spec?.accessModes)),
  column(
    'Reclaim Policy',
    'What becomes of it once its claim is gone.',
    ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? '',
  ),
  column('Status', 'Whether it is claimed.', ({ metadata, status }) =>
    metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
  ),
  column('Claim', 'Whose it is.', ({ spec }) =>
    spec?.claimRef === undefined ? '' : `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}`,
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
  column('Reason', 'Why it failed, in one word.', ({ status }) => status?.reason ?? ''),
  ageColumn,
  wideColumn('VolumeMode', 'A file system or a raw device.', ({ spec }) => spec?.volumeMode ?? '<unset>'),
];

export const persistentVolumes = builtin({
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  resource: 'persistentvolumes',
  shortNames: ['pv'],
  namespaced: false,
  type: coreV1.type('PersistentVolume'),
  defaults: setDefaults,
  strategy,
  subresources: [
    {
      name: 'status',
      strategy: {
        prepareForUpdate: (volume: Volume, live: Volume, { now }: RequestContext) => prepareStatus(volume, live, now),
        validateUpdate: () => [],
      },
    },
  ],
  columns,
});
