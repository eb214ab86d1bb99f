import { byteLength, dns1123LabelFaults, type FieldError, fieldErrors, path, validateDomainPath } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  builtin,
  column,
  nameColumn,
  validateDeclared,
  validateImmutables,
} from '#resource';
import { validateBy } from '../field-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { networkingV1 } from './v1/types.ts';

type ParametersReference = Types['IngressClassParametersReference'];
type IngressClass = Types['IngressClass'];

const controllerField = path('spec', 'controller');
const MAX_CONTROLLER = 250;
const type = networkingV1.type('IngressClass');

function validate(ingressClass: IngressClass): FieldError[] {
  const { controller = '', parameters } = ingressClass.spec ?? {};
  return [
    ...(byteLength(controller) > MAX_CONTROLLER ? [fieldErrors.tooLong(controllerField, MAX_CONTROLLER)] : []),
    ...validateDomainPath(controllerField, controller),
    ...validateDeclared(type, ingressClass),
    ...(parameters === undefined ? [] : validateScope(parameters)),
  ];
}

function validateScope({ scope, namespace }: ParametersReference): FieldError[] {
  const at = path('spec', 'parameters');
  const place = at.child('namespace');
  switch (scope) {
    case undefined:
    case null:
      return [fieldErrors.required(at.child('scope'))];
    case 'Cluster':
      return namespace === undefined ? [] : [fieldErrors.forbidden(place, "`parameters.scope` is set to 'Cluster'")];
    case 'Namespace':
      if (namespace === undefined) return [fieldErrors.required(place, "`parameters.scope` is set to 'Namespace'")];
      return validateBy(place, namespace, dns1123LabelFaults);
    default:
      return [fieldErrors.notSupported(at.child('scope'), scope, ['Cluster', 'Namespace'])];
  }
}

const strategy: BuiltinStrategy<IngressClass> = {
  tracksGeneration: true,
  validateCreate: validate,
  validateChange: (ingressClass, live) => validateImmutables(type, { value: ingressClass, before: live }),
  validateUpdate: validate,
};

function nameCell({ metadata: { name = '', annotations } }: IngressClass): string {
  return annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true' ? `${name} (default)` : name;
}

function parametersCell({ spec }: IngressClass): string {
  if (spec?.parameters === undefined) return '<none>';
  const { apiGroup, kind = '', name = '' } = spec.parameters;
  return `${kind}${apiGroup === undefined ? '' : `.${apiGroup}`}/${name}`;
}

export const ingressClasses = builtin({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IngressClass',
  resource: 'ingressclasses',
  formerly: ['networking.k8s.io/v1beta1'],
  namespaced: false,
  type,
  strategy,
  defaults({ spec }: IngressClass) {
    if (spec?.parameters !== undefined) spec.parameters.scope ??= 'Cluster';
  },
  columns: [
    { ...nameColumn, cell: nameCell },
    column('Controller', 'Who cares for such ingresses.', ({ spec }: IngressClass) => spec?.controller ?? ''),
    column('Parameters', 'Where its settings are.', parametersCell),
    ageColumn,
  ],
});
