import { type FieldError, fieldErrors, path, sameJson } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  type BuiltinSubresource,
  builtin,
  column,
  keepSpec,
  keepStatus,
  nameColumn,
  scaleSubresource,
  wideColumn,
} from '#resource';
import { withoutUnservedFields } from '../core/pod/unserved-fields.ts';
import { selectorOf } from '../label-selector-validation.ts';
import { validateIntOrPercent, validateNotNegative, validateOverHundredPercent } from '../number-validation.ts';
import { setTemplateDefaults } from './template-defaults.ts';
import { appsV1 } from './v1/types.ts';
import { type Deployment, selectorText } from './workload.ts';
import { workloadContainers } from './workload-columns.ts';
import {
  amountOf,
  podNameWarnings,
  templateWarnings,
  validateCollisionCount,
  validateCount,
  validateLifetime,
  validateNoExcess,
  validateSelector,
  validateSelectorChange,
  validateTemplate,
} from './workload-validation.ts';

type Spec = NonNullable<Deployment['spec']>;

function setDefaults(deployment: Deployment): void {
  deployment.spec ??= {};
  const { spec } = deployment;
  spec.replicas ??= 1;
  spec.strategy ??= {};
  spec.strategy.type ||= 'RollingUpdate';
  if (spec.strategy.type === 'RollingUpdate') {
    spec.strategy.rollingUpdate ??= {};
    spec.strategy.rollingUpdate.maxUnavailable ??= '25%';
    spec.strategy.rollingUpdate.maxSurge ??= '25%';
  }
  spec.revisionHistoryLimit ??= 10;
  spec.progressDeadlineSeconds ??= 600;
  setTemplateDefaults(spec);
}

function validate({ spec = {} }: Deployment): FieldError[] {
  const at = path('spec');
  return [
    ...validateNotNegative(at.child('replicas'), spec.replicas ?? 0),
    ...validateSelector(spec, 'deployment'),
    ...validateTemplate(spec, { unusableSelector: 'invalid label selector' }),
    ...(selectorOf(spec.selector ?? undefined) === undefined ? [] : validateLifetime(spec, 'ReplicaSet')),
    ...validateStrategy(spec),
    ...validateCount(spec, ['minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds'], at),
    ...validateDeadline(spec),
  ];
}

function validateDeadline({ progressDeadlineSeconds: deadline, minReadySeconds = 0 }: Spec): FieldError[] {
  if (deadline === undefined || deadline > minReadySeconds) return [];
  return [
    fieldErrors.invalid(path('spec', 'progressDeadlineSeconds'), deadline, 'must be greater than minReadySeconds'),
  ];
}

function validateStrategy({ strategy = {} }: Spec): FieldError[] {
  const at = path('spec', 'strategy');
  const field = at.child('rollingUpdate');
  const { type = '', rollingUpdate } = strategy;
  if (type === 'Recreate') {
    const why = "may not be specified when strategy `type` is 'Recreate'";
    return rollingUpdate === undefined ? [] : [fieldErrors.forbidden(field, why)];
  }
  if (type !== 'RollingUpdate') {
    // Messages show the Go struct.
    const shown = {
      Type: type,
      RollingUpdate: rollingUpdate
        ? { MaxUnavailable: rollingUpdate.maxUnavailable ?? 0, MaxSurge: rollingUpdate.maxSurge ?? 0 }
        : null,
    };
    return [fieldErrors.notSupported(at, shown, ['Recreate', 'RollingUpdate'])];
  }
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate ?? {};
  const away = field.child('maxUnavailable');
  return [
    ...validateIntOrPercent(away, maxUnavailable),
    ...validateIntOrPercent(field.child('maxSurge'), maxSurge),
    ...(amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0
      ? [fieldErrors.invalid(away, maxUnavailable, 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...validateOverHundredPercent(away, maxUnavailable),
  ];
}

const counts = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'terminatingReplicas',
  'collisionCount',
];

function validateStatus(deployment: Deployment, live: Deployment): FieldError[] {
  const { status = {} } = deployment;
  const parts = ['updatedReplicas', 'readyReplicas', 'availableReplicas'];
  return [
    ...validateCount(status, counts, path('status')),
    ...validateNoExcess(status, parts, { name: 'replicas', as: 'status.replicas' }),
    ...validateNoExcess(status, ['availableReplicas'], { name: 'readyReplicas', as: 'readyReplicas' }),
    ...validateCollisionCount(deployment, live),
  ];
}

const strategy: BuiltinStrategy<Deployment> = {
  repeats: ['change'],
  prepareForCreate(deployment) {
    delete deployment.status;
    deployment.metadata.generation = 1;
  },
  prepareForUpdate(deployment, live) {
    keepStatus(deployment, live);
    const { metadata: before } = live;
    // Its controller copies the annotations to replica sets, so they count as part of what is wanted.
    const isSame =
      sameJson(deployment.spec, live.spec) && sameJson(deployment.metadata.annotations, before.annotations);
    if (!isSame) deployment.metadata.generation = Number(before.generation ?? 0) + 1;
  },
  validateCreate: validate,
  validateUpdate: (deployment, live) => [
    ...validate(deployment),
    ...validateSelectorChange(deployment.spec ?? {}, live.spec ?? {}),
  ],
  warnings: (object, live) => [...podNameWarnings(object, live), ...templateWarnings(object, live)],
};

const status: BuiltinSubresource<Deployment> = {
  name: 'status',
  resets: [['spec'], ['metadata', 'labels']],
  strategy: {
    prepareForUpdate(deployment, live) {
      keepSpec(deployment, live);
      if (live.metadata.labels === undefined) delete deployment.metadata.labels;
      else deployment.metadata.labels = { ...live.metadata.labels };
    },
    validateUpdate: validateStatus,
  },
};

export const deployments = builtin({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  resource: 'deployments',
  formerly: ['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2'],
  shortNames: ['deploy'],
  categories: ['all'],
  namespaced: true,
  type: appsV1.type('Deployment'),
  defaults: setDefaults,
  strategy: withoutUnservedFields(strategy, ({ spec }: Deployment) => spec?.template?.spec),
  subresources: [scaleSubresource(selectorText), status],
  columns: [
    nameColumn,
    column(
      'Ready',
      'How many pods are ready, of those wanted.',
      ({ spec, status: now }: Deployment) => `${now?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    ),
    column(
      'Up-to-date',
      'How many pods are as wanted now.',
      ({ status: now }: Deployment) => now?.updatedReplicas ?? 0,
    ),
    column('Available', 'How many pods are available.', ({ status: now }: Deployment) => now?.availableReplicas ?? 0),
    ageColumn,
    ...workloadContainers,
    wideColumn('Selector', 'The labels of its pods.', (deployment: Deployment) =>
      selectorOf(deployment.spec?.selector ?? undefined) === undefined ? '<invalid>' : selectorText(deployment),
    ),
  ],
});
