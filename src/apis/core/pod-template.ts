import { type FieldError, path } from '#meta';
import { type BuiltinStrategy, builtin, column, nameColumn } from '#resource';
import { formatLabels } from './format-labels.ts';
import { setPodTemplateDefaults } from './pod/pod-defaults.ts';
import { validatePodTemplateSpec } from './pod/pod-template-validation.ts';
import { podTemplateWarnings } from './pod/pod-warnings.ts';
import { withoutUnservedFields } from './pod/unserved-fields.ts';
import type { Types } from './v1/types.gen.ts';
import { coreV1 } from './v1/types.ts';

type PodTemplate = Types['PodTemplate'];

const validate = ({ template = {} }: PodTemplate): FieldError[] => validatePodTemplateSpec(template, path('template'));

const strategy: BuiltinStrategy<PodTemplate> = {
  createsOnUpdate: true,
  tracksGeneration: true,
  returnsDeletedObject: true,
  repeats: ['change'],
  validateCreate: validate,
  validateUpdate: validate,
  warnings: ({ template = {} }) => podTemplateWarnings(template, path('template')),
};

const containersOf = ({ template }: PodTemplate) => template?.spec?.containers ?? [];

export const podTemplates = builtin({
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  resource: 'podtemplates',
  namespaced: true,
  type: coreV1.type('PodTemplate'),
  defaults(object: PodTemplate) {
    object.template ??= {};
    setPodTemplateDefaults(object.template);
  },
  strategy: withoutUnservedFields(strategy, ({ template }: PodTemplate) => template?.spec),
  columns: [
    nameColumn,
    column('Containers', 'The names of its containers.', (object: PodTemplate) =>
      containersOf(object)
        .map(({ name = '' }) => name)
        .join(','),
    ),
    column('Images', 'The images of its containers.', (object: PodTemplate) =>
      containersOf(object)
        .map(({ image = '' }) => image)
        .join(','),
    ),
    column('Pod Labels', 'The labels of its pods.', ({ template }: PodTemplate) =>
      formatLabels(template?.metadata?.labels),
    ),
  ],
});
