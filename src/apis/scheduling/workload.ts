import { dns1123SubdomainFaults, type FieldError, type FieldPath, fieldErrors, type Json, path } from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, nameColumn } from '#resource';
import { validateFixed } from '../declared-validation.ts';
import { faultsOf } from '../field-validation.ts';
import { validateSegmentField } from '../reference-validation.ts';
import { dropFeatures, validatePolicy, validateShortName } from './group-validation.ts';
import type { Types } from './v1alpha2/types.gen.ts';
import { schedulingV1alpha2 } from './v1alpha2/types.ts';

type Template = Types['PodGroupTemplate'];
type Workload = Types['Workload'];

const maxTemplates = 8;
const templatesField = path('spec', 'podGroupTemplates');
const controllerField = path('spec', 'controllerRef');

const templatesOf = ({ spec }: Workload): readonly Template[] => spec?.podGroupTemplates ?? [];

function validateController({ spec }: Workload): FieldError[] {
  if (spec?.controllerRef === undefined) return [];
  const { apiGroup = '', kind, name } = spec.controllerRef;
  return [
    ...(apiGroup === '' ? [] : faultsOf(controllerField.child('apiGroup'), apiGroup, dns1123SubdomainFaults)),
    ...validateSegmentField(controllerField.child('kind'), kind),
    ...validateSegmentField(controllerField.child('name'), name),
  ];
}

/** As the real encoder writes it into the message. */
const shown = ({ name = '', schedulingPolicy = {} }: Template): Json => ({
  name,
  schedulingPolicy,
  schedulingConstraints: null,
});

function validateTemplate(templates: readonly Template[]): FieldError[] {
  if (templates.length === 0) return [fieldErrors.required(templatesField)];
  if (templates.length > maxTemplates) {
    return [fieldErrors.tooMany(templatesField, templates.length, maxTemplates)];
  }
  const repeated = templates.flatMap((template, at) => {
    const seen = templates.slice(0, at).some(({ name = '' }) => name === (template.name ?? ''));
    return seen ? [fieldErrors.duplicate(templatesField.index(at), shown(template))] : [];
  });
  return [...repeated, ...templates.flatMap((template, at) => oneTemplateFaults(templatesField.index(at), template))];
}

const oneTemplateFaults = (field: FieldPath, { name, schedulingPolicy = {} }: Template): FieldError[] => [
  ...validateShortName(field.child('name'), name),
  ...validatePolicy(field.child('schedulingPolicy'), schedulingPolicy),
];

const drop = (workload: Workload): void => templatesOf(workload).forEach(dropFeatures);

const strategy: BuiltinStrategy = {
  repeats: ['change'],
  prepareForCreate: drop,
  prepareForUpdate: drop,
  validateCreate: (workload: Workload) => [...validateController(workload), ...validateTemplate(templatesOf(workload))],
  validateUpdate: (workload: Workload, live: Workload) => [
    ...validateFixed(controllerField, workload.spec?.controllerRef, live.spec?.controllerRef),
    ...validateFixed(templatesField, templatesOf(workload), templatesOf(live)),
  ],
};

export const workloads = builtin({
  group: 'scheduling.k8s.io',
  version: 'v1alpha2',
  kind: 'Workload',
  resource: 'workloads',
  namespaced: true,
  type: schedulingV1alpha2.type('Workload'),
  strategy,
  columns: [nameColumn, ageColumn],
});
