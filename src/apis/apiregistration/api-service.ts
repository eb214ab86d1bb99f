import type { CatalogGroup } from '#machinery';
import {
  dns1035LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  goQuote,
  type KubeObject,
  path,
  pathSegmentName,
  portNumberFaults,
} from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, keepAllButStatus, keepStatus, nameColumn } from '#resource';
import { decodedLength } from '../core/data.ts';
import { validateBy } from '../field-validation.ts';
import { groupPriority } from '../group-priority.ts';
import type { Types } from './v1/types.gen.ts';
import { apiRegistrationV1 } from './v1/types.ts';

type ApiServiceSpec = Types['APIServiceSpec'];
type ApiService = Types['APIService'];

const GROUP = 'apiregistration.k8s.io';
const statuses = ['True', 'False', 'Unknown'];

function validate({ metadata, spec = {} }: ApiService): FieldError[] {
  const field = path('spec');
  return [
    ...validateServiceName(metadata.name ?? '', spec),
    ...validateGroup(field.child('group'), spec),
    ...validateBy(field.child('version'), spec.version ?? '', dns1035LabelFaults),
    ...validatePriority(field.child('groupPriorityMinimum'), spec.groupPriorityMinimum, 20000),
    ...validatePriority(field.child('versionPriority'), spec.versionPriority, 1000),
    ...(spec.service === undefined ? validateLocal(field, spec) : validateService(field, spec)),
  ];
}

function validateServiceName(name: string, spec: ApiServiceSpec): FieldError[] {
  const wanted = `${spec.version ?? ''}.${spec.group ?? ''}`;
  // A name that is wrong in itself is told already.
  if (name === wanted || name === '' || pathSegmentName(name, { prefix: false }).length > 0) return [];
  const why = `must be \`spec.version+"."+spec.group\`: ${goQuote(wanted)}`;
  return [fieldErrors.invalid(path('metadata', 'name'), name, why)];
}

function validateGroup(field: FieldPath, { group: name = '', version }: ApiServiceSpec): FieldError[] {
  if (name !== '') return validateBy(field, name, dns1123SubdomainFaults);
  const why = 'only v1 may have an empty group and it better be legacy kube';
  return version === 'v1' ? [] : [fieldErrors.required(field, why)];
}

function validatePriority(field: FieldPath, priority: number | undefined, max: number): FieldError[] {
  const value = priority ?? 0;
  if (value > 0 && value <= max) return [];
  return [fieldErrors.invalid(field, value, `must be positive and less than ${max}`)];
}

function validateLocal(field: FieldPath, { caBundle = '', insecureSkipTLSVerify = false }: ApiServiceSpec) {
  const faults: FieldError[] = [];
  if (caBundle !== '') {
    const why = 'local APIServices may not have a caBundle';
    faults.push(fieldErrors.invalid(field.child('caBundle'), `${decodedLength(caBundle)} bytes`, why));
  }
  if (insecureSkipTLSVerify) {
    const why = 'local APIServices may not have insecureSkipTLSVerify';
    faults.push(fieldErrors.invalid(field.child('insecureSkipTLSVerify'), true, why));
  }
  return faults;
}

function validateService(field: FieldPath, spec: ApiServiceSpec): FieldError[] {
  const { service = {}, caBundle = '', insecureSkipTLSVerify = false } = spec;
  const { namespace = '', name = '', port = 0 } = service;
  const own = field.child('service');
  const portFaults = portNumberFaults(port);
  const faults: FieldError[] = [];
  if (namespace === '') faults.push(fieldErrors.required(own.child('namespace')));
  if (name === '') faults.push(fieldErrors.required(own.child('name')));
  if (portFaults.length > 0) {
    faults.push(fieldErrors.invalid(own.child('port'), port, `port is not valid: ${portFaults.join(', ')}`));
  }
  if (insecureSkipTLSVerify && caBundle !== '') {
    const why = 'may not be true if caBundle is present';
    faults.push(fieldErrors.invalid(field.child('insecureSkipTLSVerify'), true, why));
  }
  return faults;
}

const validateStatus = ({ status }: ApiService): FieldError[] =>
  (status?.conditions ?? []).flatMap(({ status: value = '' }, at) =>
    statuses.includes(value)
      ? []
      : [fieldErrors.notSupported(path('status', 'conditions').index(at).child('status'), value, statuses)],
  );

const strategy: BuiltinStrategy<ApiService> = {
  validateName: pathSegmentName,
  updatesUnconditionally: false,
  prepareForCreate(object, { now }) {
    const available = {
      type: 'Available',
      status: 'True',
      lastTransitionTime: now,
      reason: 'Local',
      message: 'Local APIServices are always available',
    };
    object.status = object.spec?.service === undefined ? { conditions: [available] } : {};
  },
  prepareForUpdate: keepStatus,
  validateCreate: validate,
  validateUpdate: validate,
};

function serviceText({ spec }: ApiService): string {
  const { namespace = '', name = '' } = spec?.service ?? {};
  return spec?.service === undefined ? 'Local' : `${namespace}/${name}`;
}

function availableText({ status }: ApiService): string {
  const { status: value = 'Unknown', reason } = status?.conditions?.find(({ type }) => type === 'Available') ?? {};
  return value === 'True' || typeof reason !== 'string' ? value : `${value} (${reason})`;
}

export const apiServices = builtin({
  group: GROUP,
  version: 'v1',
  kind: 'APIService',
  resource: 'apiservices',
  categories: ['api-extensions'],
  namespaced: false,
  anyFinalizers: true,
  storagePrefix: `/registry/${GROUP}/apiservices/`,
  type: apiRegistrationV1.type('APIService'),
  defaults({ spec }: ApiService) {
    if (spec?.service !== undefined) spec.service.port ??= 443;
  },
  strategy,
  subresources: [
    {
      name: 'status',
      noTable: true,
      resets: [['metadata'], ['spec']],
      strategy: {
        prepareForUpdate: keepAllButStatus,
        validateUpdate: validateStatus,
      },
    },
  ],
  columns: [
    nameColumn,
    column('Service', 'Who serves it; Local for this server.', serviceText),
    column('Available', 'Whether it is served.', availableText),
    ageColumn,
  ],
});

/** Those that are not the usual ones; higher ones come first in discovery. */
const versionPriorities: { readonly [name: string]: number } = {
  '/v1': 1,
  'autoscaling/v2': 30,
  'certificates.k8s.io/v1alpha1': 1,
  'admissionregistration.k8s.io/v1beta1': 12,
  'scheduling.k8s.io/v1alpha2': 2,
  'coordination.k8s.io/v1beta1': 13,
  'coordination.k8s.io/v1alpha2': 12,
  'resource.k8s.io/v1': 21,
  'resource.k8s.io/v1beta2': 15,
  'resource.k8s.io/v1alpha3': 1,
  'flowcontrol.apiserver.k8s.io/v1': 21,
};
const usualVersionPriority = { v1: 15, other: 9 };

/** What stands for the groups that this server serves by itself; its own group is not among them. */
export function localApiServices(groups: readonly CatalogGroup[]): readonly KubeObject[] {
  return groups
    .filter((one) => one.group !== GROUP)
    .flatMap((one) => one.versions.map((version) => localApiService(one.group, version)));
}

function localApiService(name: string, version: string): KubeObject {
  const usual = version === 'v1' ? usualVersionPriority.v1 : usualVersionPriority.other;
  return {
    apiVersion: `${GROUP}/v1`,
    kind: 'APIService',
    metadata: {
      name: `${version}.${name}`,
      labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' },
    },
    spec: {
      ...(name === '' ? {} : { group: name }),
      version,
      groupPriorityMinimum: groupPriority(name),
      versionPriority: versionPriorities[`${name}/${version}`] ?? usual,
    },
  };
}
