import { nameIsDnsLabel, path } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  type BuiltinSubresource,
  builtin,
  column,
  dropStatus,
  keepSpec,
  keepStatus,
  nameColumn,
  scaleSubresource,
} from '#resource';
import { fractionWarnings } from '../core/pod/pod-warnings.ts';
import { withoutUnservedFields } from '../core/pod/unserved-fields.ts';
import { setClaimSpecDefaults } from '../core/pod/volume-defaults.ts';
import { validateStatefulSet, validateStatefulSetChange } from './stateful-set-validation.ts';
import { setTemplateDefaults } from './template-defaults.ts';
import { appsV1 } from './v1/types.ts';
import { type ClaimTemplate, type StatefulSet, selectorText } from './workload.ts';
import { workloadContainers } from './workload-columns.ts';
import { templateWarnings, validateCollisionCount, validateCount, validateNoExcess } from './workload-validation.ts';

function setDefaults(set: StatefulSet): void {
  set.spec ??= {};
  const { spec } = set;
  spec.podManagementPolicy ||= 'OrderedReady';
  spec.updateStrategy ??= {};
  const update = spec.updateStrategy;
  if (!update.type) {
    update.type = 'RollingUpdate';
    update.rollingUpdate ??= {};
  }
  if (update.type === 'RollingUpdate' && update.rollingUpdate !== undefined) update.rollingUpdate.partition ??= 0;
  spec.persistentVolumeClaimRetentionPolicy ??= {};
  spec.persistentVolumeClaimRetentionPolicy.whenDeleted ||= 'Retain';
  spec.persistentVolumeClaimRetentionPolicy.whenScaled ||= 'Retain';
  spec.replicas ??= 1;
  spec.revisionHistoryLimit ??= 10;
  setTemplateDefaults(spec);
  for (const claim of spec.volumeClaimTemplates ?? []) setClaimDefaults(claim);
}

/** A claim template is a complete claim, with a status of its own. */
function setClaimDefaults(claim: ClaimTemplate): void {
  claim.apiVersion ||= 'v1';
  claim.kind ||= 'PersistentVolumeClaim';
  claim.status ??= {};
  claim.status.phase ||= 'Pending';
  claim.spec ??= {};
  setClaimSpecDefaults(claim.spec);
}

/** Updating several pods at once is not served: the field is taken and dropped, unless it was there before. */
function dropMaxUnavailable({ spec }: StatefulSet, live?: StatefulSet): void {
  if (live?.spec?.updateStrategy?.rollingUpdate?.maxUnavailable !== undefined) return;
  delete spec?.updateStrategy?.rollingUpdate?.maxUnavailable;
}

function historyWarnings({ spec }: StatefulSet): string[] {
  if ((spec?.revisionHistoryLimit ?? 0) >= 0) return [];
  return ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended'];
}

/** The place is told a little beside the mark, on create and on update in different ways. */
function claimWarnings({ spec }: StatefulSet, live: StatefulSet | undefined): string[] {
  return (spec?.volumeClaimTemplates ?? []).flatMap(({ spec: claim }, at) => {
    const template = path('spec', 'volumeClaimTemplates').index(at);
    const place = live === undefined ? template : template.child('Spec');
    return (['requests', 'limits'] as const).flatMap((list) =>
      fractionWarnings(claim?.resources?.[list], 'storage', place.child('resources', list)),
    );
  });
}

const strategy: BuiltinStrategy<StatefulSet> = {
  validateName: nameIsDnsLabel,
  tracksGeneration: true,
  repeats: ['change'],
  prepareForCreate(set) {
    dropStatus(set);
    dropMaxUnavailable(set);
  },
  prepareForUpdate(set, live) {
    keepStatus(set, live);
    dropMaxUnavailable(set, live);
  },
  validateCreate: (set) => validateStatefulSet(set),
  validateUpdate: validateStatefulSetChange,
  warnings: (set, live) => [...templateWarnings(set, live), ...claimWarnings(set, live), ...historyWarnings(set)],
};

const counts = [
  'replicas',
  'readyReplicas',
  'currentReplicas',
  'updatedReplicas',
  'availableReplicas',
  'observedGeneration',
  'collisionCount',
];

const status: BuiltinSubresource<StatefulSet> = {
  name: 'status',
  strategy: {
    prepareForUpdate: keepSpec,
    validateUpdate: (set, live) => {
      const { status: now = {} } = set;
      const parts = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'];
      return [
        ...validateCount(now, counts, path('status')),
        ...validateNoExcess(now, parts, { name: 'replicas', as: 'status.replicas' }),
        ...validateNoExcess(now, ['availableReplicas'], { name: 'readyReplicas', as: 'status.readyReplicas' }),
        ...validateCollisionCount(set, live),
      ];
    },
  },
};

export const statefulSets = builtin({
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  resource: 'statefulsets',
  formerly: ['apps/v1beta1', 'apps/v1beta2'],
  shortNames: ['sts'],
  categories: ['all'],
  namespaced: true,
  type: appsV1.type('StatefulSet'),
  defaults: setDefaults,
  strategy: withoutUnservedFields(strategy, ({ spec }: StatefulSet) => spec?.template?.spec),
  subresources: [scaleSubresource(selectorText), status],
  columns: [
    nameColumn,
    column(
      'Ready',
      'How many pods are ready, of those wanted.',
      ({ spec, status: now }: StatefulSet) => `${now?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    ),
    ageColumn,
    ...workloadContainers,
  ],
});
