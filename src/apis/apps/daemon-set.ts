import { type FieldError, fieldErrors, path, sameJson } from '#meta';
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
} from '#resource';
import { validatePodTemplateSpec } from '../core/pod/pod-template-validation.ts';
import { withoutUnservedFields } from '../core/pod/unserved-fields.ts';
import { hasLooseValues, validateLabelSelector } from '../label-selector-validation.ts';
import { validateIntOrPercent, validateOverHundredPercent } from '../number-validation.ts';
import { setTemplateDefaults } from './template-defaults.ts';
import type { Types } from './v1/types.gen.ts';
import { appsV1 } from './v1/types.ts';
import type { DaemonSet } from './workload.ts';
import { countColumn, selectorColumn, workloadContainers } from './workload-columns.ts';
import {
  amountOf,
  templateWarnings,
  validateCollisionCount,
  validateCount,
  validateEmptySelector,
  validateLifetime,
  validateMismatch,
  validateSelectorChange,
} from './workload-validation.ts';

function setDefaults(daemonSet: DaemonSet): void {
  daemonSet.spec ??= {};
  const { spec } = daemonSet;
  spec.updateStrategy ??= {};
  spec.updateStrategy.type ||= 'RollingUpdate';
  if (spec.updateStrategy.type === 'RollingUpdate') {
    spec.updateStrategy.rollingUpdate ??= {};
    spec.updateStrategy.rollingUpdate.maxUnavailable ??= 1;
    spec.updateStrategy.rollingUpdate.maxSurge ??= 0;
  }
  spec.revisionHistoryLimit ??= 10;
  setTemplateDefaults(spec);
}

function validate({ spec = {} }: DaemonSet, live?: DaemonSet): FieldError[] {
  const at = path('spec');
  const looseValues = hasLooseValues(live?.spec?.selector ?? undefined);
  return [
    ...validateLabelSelector(at.child('selector'), spec.selector ?? undefined, { looseValues }),
    ...validateMismatch(spec),
    ...validateEmptySelector(spec, 'daemonset'),
    ...validatePodTemplateSpec(spec.template ?? {}, at.child('template')),
    ...validateLifetime(spec, 'DaemonSet'),
    ...validateCount(spec, ['minReadySeconds'], at),
    ...validateStrategy(spec.updateStrategy ?? {}),
    ...validateCount(spec, ['revisionHistoryLimit'], at),
  ];
}

function validateStrategy({ type = '', rollingUpdate }: Types['DaemonSetUpdateStrategy']): FieldError[] {
  const at = path('spec', 'updateStrategy');
  if (type === 'OnDelete') return [];
  if (type === 'RollingUpdate') {
    return rollingUpdate === undefined
      ? [fieldErrors.required(at.child('rollingUpdate'))]
      : validateRollingUpdate(rollingUpdate);
  }
  // Messages show the Go struct.
  const shown = rollingUpdate
    ? { MaxUnavailable: rollingUpdate.maxUnavailable ?? 0, MaxSurge: rollingUpdate.maxSurge ?? 0 }
    : null;
  return [fieldErrors.notSupported(at, { Type: type, RollingUpdate: shown }, ['RollingUpdate', 'OnDelete'])];
}

function validateRollingUpdate({ maxUnavailable = 0, maxSurge = 0 }: Types['RollingUpdateDaemonSet']): FieldError[] {
  const at = path('spec', 'updateStrategy', 'rollingUpdate');
  const away = at.child('maxUnavailable');
  const more = at.child('maxSurge');
  const faults = [
    ...validateIntOrPercent(away, maxUnavailable),
    ...validateIntOrPercent(more, maxSurge),
    ...validateOverHundredPercent(away, maxUnavailable),
    ...validateOverHundredPercent(more, maxSurge),
  ];
  const isAway = amountOf(maxUnavailable) !== 0;
  const isMore = amountOf(maxSurge) !== 0;
  if (isAway && isMore) {
    faults.push(fieldErrors.invalid(more, maxSurge, 'may not be set when maxUnavailable is non-zero'));
  }
  if (!isAway && !isMore) faults.push(fieldErrors.required(away, 'cannot be 0 when maxSurge is 0'));
  return faults;
}

/** How often the template changed. It was a field once; only the hub still has it, and clients see an annotation. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** The hub's own form. */
type HubDaemonSet = DaemonSet & { spec?: { templateGeneration?: number } };

const generationOf = ({ spec }: HubDaemonSet): number => spec?.templateGeneration ?? 0;

function setTemplateGeneration(daemonSet: HubDaemonSet, generation: number): void {
  daemonSet.spec = { ...daemonSet.spec, templateGeneration: generation };
}

function toHub({ metadata, spec, ...rest }: DaemonSet): HubDaemonSet {
  const { [TEMPLATE_GENERATION]: text = '', ...annotations } = metadata.annotations ?? {};
  const { annotations: _, ...others } = metadata;
  const generation = /^[0-9]{1,15}$/.test(text) ? Number(text) : 0;
  return {
    ...rest,
    metadata: { ...others, ...(Object.keys(annotations).length > 0 ? { annotations } : {}) },
    spec: { ...spec, templateGeneration: generation },
  };
}

function fromHub({ metadata, spec, ...rest }: HubDaemonSet): DaemonSet {
  const { templateGeneration: generation = 0, ...others } = spec ?? {};
  const annotations = { ...metadata.annotations, [TEMPLATE_GENERATION]: String(generation) };
  return { ...rest, metadata: { ...metadata, annotations }, spec: others };
}

const strategy: BuiltinStrategy<DaemonSet> = {
  tracksGeneration: true,
  repeats: ['change'],
  prepareForCreate(daemonSet) {
    dropStatus(daemonSet);
    setTemplateGeneration(daemonSet, Math.max(generationOf(daemonSet), 1));
  },
  prepareForUpdate(daemonSet, live) {
    keepStatus(daemonSet, live);
    const isSame = sameJson(daemonSet.spec?.template, live.spec?.template);
    setTemplateGeneration(daemonSet, generationOf(live) + (isSame ? 0 : 1));
  },
  validateCreate: (daemonSet) => validate(daemonSet),
  validateUpdate: (daemonSet, live) => [
    ...validateSelectorChange(daemonSet.spec ?? {}, live.spec ?? {}),
    ...validate(daemonSet, live),
  ],
  warnings: templateWarnings,
};

const counts = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
];

const status: BuiltinSubresource<DaemonSet> = {
  name: 'status',
  strategy: {
    prepareForUpdate(daemonSet, live) {
      keepSpec(daemonSet, live);
    },
    validateUpdate: (daemonSet, live) => [
      ...validateCount(daemonSet.status ?? {}, counts, path('status')),
      ...validateCollisionCount(daemonSet, live),
    ],
  },
};

function nodeSelectorCell({ spec }: DaemonSet): string {
  const labels = Object.entries(spec?.template?.spec?.nodeSelector ?? {}).map(([key, value]) => `${key}=${value}`);
  return labels.sort().join(',') || '<none>';
}

export const daemonSets = builtin({
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  resource: 'daemonsets',
  formerly: ['extensions/v1beta1', 'apps/v1beta2'],
  shortNames: ['ds'],
  categories: ['all'],
  namespaced: true,
  type: appsV1.type('DaemonSet'),
  defaults: setDefaults,
  toHub: (object) => toHub(object),
  fromHub: (hub) => fromHub(hub),
  strategy: withoutUnservedFields(strategy, ({ spec }: DaemonSet) => spec?.template?.spec),
  subresources: [status],
  columns: [
    nameColumn,
    countColumn(
      'Desired',
      'How many nodes should run it.',
      ({ status: now }: DaemonSet) => now?.desiredNumberScheduled ?? 0,
    ),
    countColumn('Current', 'How many nodes run it.', ({ status: now }: DaemonSet) => now?.currentNumberScheduled ?? 0),
    countColumn('Ready', 'How many pods are ready.', ({ status: now }: DaemonSet) => now?.numberReady ?? 0),
    countColumn(
      'Up-to-date',
      'How many pods are as wanted now.',
      ({ status: now }: DaemonSet) => now?.updatedNumberScheduled ?? 0,
    ),
    countColumn('Available', 'How many pods are available.', ({ status: now }: DaemonSet) => now?.numberAvailable ?? 0),
    column('Node Selector', 'The labels of the nodes.', nodeSelectorCell),
    ageColumn,
    ...workloadContainers,
    selectorColumn,
  ],
});
