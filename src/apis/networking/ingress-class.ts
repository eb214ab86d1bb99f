import {
  byteLength,
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  fieldErrors,
  path,
  validateDomainPath,
} from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, nameColumn } from '#resource';
import { faultsOf, validateUnchanged } from '../field-validation.ts';
import { validateSegmentField } from '../reference-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { networkingV1 } from './v1/types.ts';

type ParametersReference = Types['IngressClassParametersReference'];
type IngressClass = Types['IngressClass'];

const controllerField = path('spec', 'controller');
const maxController = 250;

function validate({ spec = {} }: IngressClass): FieldError[] {
  const { controller = '', parameters } = spec;
  return [
    ...(byteLength(controller) > maxController ? [fieldErrors.tooLong(controllerField, maxController)] : []),
    ...validateDomainPath(controllerField, controller),
    ...(parameters === undefined ? [] : validateParameters(parameters)),
  ];
}

function validateParameters({ apiGroup, kind, name, scope, namespace }: ParametersReference): FieldError[] {
  const at = path('spec', 'parameters');
  return [
    ...(apiGroup === undefined ? [] : faultsOf(at.child('apiGroup'), apiGroup, dns1123SubdomainFaults)),
    ...validateSegmentField(at.child('kind'), kind),
    ...validateSegmentField(at.child('name'), name),
    ...validateScope(scope, namespace),
  ];
}

function validateScope(scope: string | null | undefined, namespace: string | undefined): FieldError[] {
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
      return faultsOf(place, namespace, dns1123LabelFaults);
    default:
      return [fieldErrors.notSupported(at.child('scope'), scope, ['Cluster', 'Namespace'])];
  }
}

const strategy: BuiltinStrategy = {
  tracksGeneration: true,
  validateCreate: validate,
  validateChange: (ingressClass: IngressClass, live: IngressClass) =>
    validateUnchanged(controllerField, ingressClass.spec?.controller ?? '', live.spec?.controller ?? ''),
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
  type: networkingV1.type('IngressClass'),
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
