import { type FieldError, path } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  type BuiltinSubresource,
  builtin,
  dropStatus,
  keepSpec,
  keepStatus,
  nameColumn,
  scaleSubresource,
} from '#resource';
import { withoutUnservedFields } from '../core/pod/unserved-fields.ts';
import { selectorOf } from '../label-selector-validation.ts';
import { setTemplateDefaults } from './template-defaults.ts';
import { appsV1 } from './v1/types.ts';
import { type ReplicaSet, selectorText } from './workload.ts';
import { countColumn, selectorColumn, workloadContainers } from './workload-columns.ts';
import {
  podNameWarnings,
  templateWarnings,
  validateCount,
  validateLifetime,
  validateNoExcess,
  validateSelector,
  validateSelectorChange,
  validateTemplate,
} from './workload-validation.ts';

function setDefaults(replicaSet: ReplicaSet): void {
  replicaSet.spec ??= {};
  replicaSet.spec.replicas ??= 1;
  setTemplateDefaults(replicaSet.spec);
}

function validate({ spec = {} }: ReplicaSet): FieldError[] {
  return [
    ...validateCount(spec, ['replicas', 'minReadySeconds'], path('spec')),
    // The real server says `deployment` here too.
    ...validateSelector(spec, 'deployment'),
    ...validateTemplate(spec, { unusableSelector: 'invalid label selector' }),
    ...(selectorOf(spec.selector ?? undefined) === undefined ? [] : validateLifetime(spec, 'ReplicaSet')),
  ];
}

const counts = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
  'observedGeneration',
  'terminatingReplicas',
];

function validateStatus({ status = {} }: ReplicaSet): FieldError[] {
  const parts = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'];
  return [
    ...validateCount(status, counts, path('status')),
    ...validateNoExcess(status, parts, { name: 'replicas', as: 'status.replicas' }),
    ...validateNoExcess(status, ['availableReplicas'], { name: 'readyReplicas', as: 'readyReplicas' }),
  ];
}

const strategy: BuiltinStrategy<ReplicaSet> = {
  tracksGeneration: true,
  repeats: ['change'],
  prepareForCreate: dropStatus,
  prepareForUpdate: keepStatus,
  validateCreate: validate,
  validateUpdate: (replicaSet, live) => [
    ...validate(replicaSet),
    ...validateSelectorChange(replicaSet.spec ?? {}, live.spec ?? {}),
  ],
  warnings: (object, live) => [...podNameWarnings(object, live), ...templateWarnings(object, live)],
};

const status: BuiltinSubresource<ReplicaSet> = {
  name: 'status',
  strategy: { prepareForUpdate: keepSpec, validateUpdate: validateStatus },
};

export const replicaSets = builtin({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  resource: 'replicasets',
  formerly: ['extensions/v1beta1', 'apps/v1beta2'],
  shortNames: ['rs'],
  categories: ['all'],
  namespaced: true,
  type: appsV1.type('ReplicaSet'),
  defaults: setDefaults,
  strategy: withoutUnservedFields(strategy, ({ spec }: ReplicaSet) => spec?.template?.spec),
  subresources: [scaleSubresource(selectorText), status],
  columns: [
    nameColumn,
    countColumn('Desired', 'How many pods are wanted.', ({ spec }: ReplicaSet) => spec?.replicas ?? 0),
    countColumn('Current', 'How many pods there are.', ({ status: now }: ReplicaSet) => now?.replicas ?? 0),
    countColumn('Ready', 'How many pods are ready.', ({ status: now }: ReplicaSet) => now?.readyReplicas ?? 0),
    ageColumn,
    ...workloadContainers,
    selectorColumn,
  ],
});
