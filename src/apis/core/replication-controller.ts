import { dns1123LabelFaults, type FieldError, fieldErrors, getOwn, nameIsLongName, path, sameJson } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  dropStatus,
  keepSpec,
  keepStatus,
  nameColumn,
  scaleSubresource,
  wideColumn,
} from '#resource';
import { validateNotNegative } from '../number-validation.ts';
import { formatLabels } from './format-labels.ts';
import { setPodTemplateDefaults } from './pod/pod-defaults.ts';
import { validatePodTemplateSpec } from './pod/pod-template-validation.ts';
import { podTemplateWarnings } from './pod/pod-warnings.ts';
import { withoutUnservedFields } from './pod/unserved-fields.ts';
import type { PodTemplateSpec, Types } from './v1/types.gen.ts';
import { coreV1 } from './v1/types.ts';

type ControllerSpec = Types['ReplicationControllerSpec'];

type ReplicationController = Types['ReplicationController'];

/** Where nothing is said, the labels of the pods are the controller's own and what it selects by. */
function setDefaults(controller: ReplicationController): void {
  controller.spec ??= {};
  const { spec, metadata } = controller;
  spec.replicas ??= 1;
  if (spec.template === undefined) return;
  setPodTemplateDefaults(spec.template);
  const labels = spec.template.metadata?.labels;
  if (labels === undefined) return;
  if (Object.keys(spec.selector ?? {}).length === 0) spec.selector = { ...labels };
  if (Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = { ...labels };
}

const spec = path('spec');

function validate({ spec: wanted = {} }: ReplicationController): FieldError[] {
  const { minReadySeconds = 0, replicas, selector = {}, template } = wanted;
  return [
    ...validateNotNegative(spec.child('minReadySeconds'), minReadySeconds),
    ...(Object.keys(selector).length === 0 ? [fieldErrors.required(spec.child('selector'))] : []),
    ...(replicas === undefined
      ? [fieldErrors.required(spec.child('replicas'))]
      : validateNotNegative(spec.child('replicas'), replicas)),
    ...validateTemplate(template, selector),
  ];
}

function validateTemplate(
  template: PodTemplateSpec | undefined,
  selector: { readonly [key: string]: string },
): FieldError[] {
  const field = spec.child('template');
  if (template === undefined) return [fieldErrors.required(field)];
  const labels = template.metadata?.labels ?? {};
  const { restartPolicy = '', activeDeadlineSeconds } = template.spec ?? {};
  const matches = Object.entries(selector).every(([key, value]) => getOwn(labels, key) === value);
  return [
    ...(matches
      ? []
      : [
          fieldErrors.invalid(
            field.child('metadata', 'labels'),
            template.metadata?.labels ?? null,
            '`selector` does not match template `labels`',
          ),
        ]),
    ...validatePodTemplateSpec(template, field),
    ...(restartPolicy === 'Always'
      ? []
      : [fieldErrors.notSupported(field.child('spec', 'restartPolicy'), restartPolicy, ['Always'])]),
    ...(activeDeadlineSeconds === undefined
      ? []
      : [
          fieldErrors.forbidden(
            field.child('spec', 'activeDeadlineSeconds'),
            'activeDeadlineSeconds in ReplicationController is not Supported',
          ),
        ]),
  ];
}

const counts = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
  'observedGeneration',
] as const;
const parts = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'] as const;

function validateStatus({ status = {} }: ReplicationController): FieldError[] {
  const field = path('status');
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = status;
  return [
    ...counts.flatMap((name) => validateNotNegative(field.child(name), status[name] ?? 0)),
    ...parts.flatMap((name) =>
      (status[name] ?? 0) > replicas
        ? [fieldErrors.invalid(field.child(name), status[name] ?? 0, 'cannot be greater than status.replicas')]
        : [],
    ),
    ...(availableReplicas > readyReplicas
      ? [
          fieldErrors.invalid(
            field.child('availableReplicas'),
            availableReplicas,
            'cannot be greater than readyReplicas',
          ),
        ]
      : []),
  ];
}

const LONG_NAMES =
  'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended:';

/** Of a change, the template that was there before is told about. */
function templateWarnings(wanted: ControllerSpec | undefined, before: ControllerSpec | undefined): string[] {
  const template = before === undefined ? wanted?.template : before.template;
  if (template === undefined || (before !== undefined && sameJson(wanted, before))) return [];
  return podTemplateWarnings(template, spec.child('template'));
}

const strategy: BuiltinStrategy<ReplicationController> = {
  createsOnUpdate: false,
  tracksGeneration: true,
  orphansByDefault: true,
  repeats: ['change'],
  validateName: nameIsLongName,
  prepareForCreate: dropStatus,
  prepareForUpdate: keepStatus,
  validateCreate: validate,
  validateUpdate: validate,
  warnings({ metadata, spec: wanted }, live) {
    const name = live === undefined ? dns1123LabelFaults(metadata.name ?? '') : [];
    return [
      ...(name.length === 0 ? [] : [`${LONG_NAMES} [${name.join(' ')}]`]),
      ...templateWarnings(wanted, live?.spec),
    ];
  },
};

const containersOf = ({ spec: wanted }: ReplicationController) => wanted?.template?.spec?.containers ?? [];
const numbers = (name: string, description: string, count: (controller: ReplicationController) => number) => ({
  ...column(name, description, (object) => count(object)),
  type: 'integer',
});

export const replicationControllers = builtin({
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  resource: 'replicationcontrollers',
  shortNames: ['rc'],
  categories: ['all'],
  namespaced: true,
  storagePrefix: '/registry/controllers/',
  type: coreV1.type('ReplicationController'),
  defaults: setDefaults,
  strategy: withoutUnservedFields(strategy, ({ spec: wanted }: ReplicationController) => wanted?.template?.spec),
  subresources: [
    scaleSubresource(({ spec: wanted }: ReplicationController) =>
      Object.keys(wanted?.selector ?? {}).length === 0 ? '' : formatLabels(wanted?.selector),
    ),
    { name: 'status', strategy: { prepareForUpdate: keepSpec, validateUpdate: validateStatus } },
  ],
  selectableFields: {
    'status.replicas': ({ status }: ReplicationController) => String(status?.replicas ?? 0),
  },
  columns: [
    nameColumn,
    numbers('Desired', 'How many pods are wanted.', ({ spec: wanted }) => wanted?.replicas ?? 0),
    numbers('Current', 'How many pods there are.', ({ status }) => status?.replicas ?? 0),
    numbers('Ready', 'How many pods are ready.', ({ status }) => status?.readyReplicas ?? 0),
    ageColumn,
    wideColumn('Containers', 'The names of its containers.', (object) =>
      containersOf(object)
        .map(({ name = '' }) => name)
        .join(','),
    ),
    wideColumn('Images', 'The images of its containers.', (object) =>
      containersOf(object)
        .map(({ image = '' }) => image)
        .join(','),
    ),
    wideColumn('Selector', 'The labels of its pods.', ({ spec: wanted }: ReplicationController) =>
      formatLabels(wanted?.selector),
    ),
  ],
});
