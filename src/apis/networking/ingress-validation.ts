import {
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  nameIsDnsLabel,
  parseAddress,
  path,
  portNameFaults,
  wildcardSubdomainFaults,
} from '#meta';
import { validateAddressText, validateBy, validatePortNumber } from '../field-validation.ts';
import { validateSegmentField } from '../reference-validation.ts';
import {
  type Backend,
  CLASS_ANNOTATION,
  type HttpPath,
  type Ingress,
  type IngressRule,
  type IngressSpec,
  type IngressTls,
  pointsOf,
} from './ingress-types.ts';

const NOT_AN_ADDRESS = 'must be a DNS name, not an IP address';

export function validateNewIngress(ingress: Ingress): FieldError[] {
  const faults = validateIngressSpec(ingress.spec ?? {});
  const annotation = ingress.metadata.annotations?.[CLASS_ANNOTATION];
  const name = ingress.spec?.ingressClassName;
  if (annotation !== undefined && name !== undefined && annotation !== name) {
    const why = 'must match `ingressClassName` when both are specified';
    faults.push(fieldErrors.invalid(path('annotations', CLASS_ANNOTATION), annotation, why));
  }
  return faults;
}

/** What is wrong already in the stored ingress may go on being so, as far as it once was allowed. */
export function validateIngressChange(ingress: Ingress, live: Ingress): FieldError[] {
  const before = live.spec ?? {};
  return validateIngressSpec(ingress.spec ?? {}, {
    anySecretName: (before.tls ?? []).some(({ secretName = '' }) => secretNameFaults(secretName).length > 0),
    anyWildcardRule: (before.rules ?? []).some(
      (rule) => isWildcard(rule) && validateHttp(rule, path('rules')).length > 0,
    ),
  });
}

interface Leniency {
  readonly anySecretName?: boolean;
  readonly anyWildcardRule?: boolean;
}

function validateIngressSpec(spec: IngressSpec, leniency: Leniency = {}): FieldError[] {
  const at = path('spec');
  const { defaultBackend, rules = [], tls = [], ingressClassName } = spec;
  return [
    ...(rules.length === 0 && defaultBackend === undefined
      ? [fieldErrors.invalid(at, spec.rules ?? null, 'either `defaultBackend` or `rules` must be specified')]
      : []),
    ...(defaultBackend === undefined ? [] : validateBackend(defaultBackend, at.child('defaultBackend'))),
    ...rules.flatMap((rule, position) => validateRule(rule, at.child('rules').index(position), leniency)),
    ...tls.flatMap((one, position) => validateTls(one, at.child('tls').index(position), leniency)),
    ...(ingressClassName === undefined
      ? []
      : validateBy(at.child('ingressClassName'), ingressClassName, dns1123SubdomainFaults)),
  ];
}

const isWildcard = ({ host = '' }: IngressRule): boolean => host.includes('*');

function validateHost(field: FieldPath, host: string): FieldError[] {
  return validateBy(field, host, host.includes('*') ? wildcardSubdomainFaults : dns1123SubdomainFaults);
}

function validateRule(rule: IngressRule, at: FieldPath, { anyWildcardRule }: Leniency): FieldError[] {
  const { host = '' } = rule;
  const field = at.child('host');
  return [
    ...(parseAddress(host) === undefined ? [] : [fieldErrors.invalid(field, host, NOT_AN_ADDRESS)]),
    ...(host === '' ? [] : validateHost(field, host)),
    ...(anyWildcardRule && isWildcard(rule) ? [] : validateHttp(rule, at)),
  ];
}

function validateHttp({ http }: IngressRule, at: FieldPath): FieldError[] {
  if (http === undefined) return [];
  const field = at.child('http', 'paths');
  const paths = http.paths ?? [];
  if (paths.length === 0) return [fieldErrors.required(field)];
  return paths.flatMap((one, position) => validatePath(one, field.index(position)));
}

const badSequences = ['//', '/./', '/../', '%2f', '%2F'];
const badEndings = ['/..', '/.'];
const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix'];

function validatePath({ path: text = '', pathType, backend = {} }: HttpPath, at: FieldPath): FieldError[] {
  if (pathType === undefined || pathType === null)
    return [fieldErrors.required(at.child('pathType'), 'pathType must be specified')];
  const field = at.child('path');
  const invalid = (why: string): FieldError => fieldErrors.invalid(field, text, why);
  const faults: FieldError[] = [];
  const strict = pathType === 'Exact' || pathType === 'Prefix';
  if (!pathTypes.includes(pathType)) {
    faults.push(fieldErrors.notSupported(at.child('pathType'), pathType, pathTypes));
  } else if (!text.startsWith('/') && (strict || text !== '')) faults.push(invalid('must be an absolute path'));
  if (strict) {
    faults.push(
      ...badSequences.filter((part) => text.includes(part)).map((part) => invalid(`must not contain '${part}'`)),
      ...badEndings.filter((part) => text.endsWith(part)).map((part) => invalid(`cannot end with '${part}'`)),
    );
  }
  return [...faults, ...validateBackend(backend, at.child('backend'))];
}

function validateBackend({ service, resource }: Backend, at: FieldPath): FieldError[] {
  if (service !== undefined && resource !== undefined) {
    return [fieldErrors.invalid(at, '', 'cannot set both resource and service backends')];
  }
  if (resource !== undefined) return validateResource(resource, at.child('resource'));
  if (service !== undefined) return validateService(service, at);
  return [fieldErrors.invalid(at, '', 'resource or service backend is required')];
}

function validateService({ name = '', port = {} }: NonNullable<Backend['service']>, at: FieldPath): FieldError[] {
  const field = at.child('service', 'name');
  const faults =
    name === ''
      ? [fieldErrors.required(field)]
      : validateBy(field, name, (text) => nameIsDnsLabel(text, { prefix: false }));
  const { name: portName = '', number = 0 } = port;
  if (portName !== '' && number !== 0) {
    return [...faults, fieldErrors.invalid(at, '', 'cannot set both port name & port number')];
  }
  if (portName !== '') return [...faults, ...validateBy(at.child('service', 'port', 'name'), portName, portNameFaults)];
  if (number !== 0) return [...faults, ...validatePortNumber(at.child('service', 'port', 'number'), number)];
  return [...faults, fieldErrors.required(at, 'port name or number is required')];
}

function validateResource({ apiGroup, kind, name }: NonNullable<Backend['resource']>, at: FieldPath): FieldError[] {
  return [
    ...(typeof apiGroup === 'string' ? validateBy(at.child('apiGroup'), apiGroup, dns1123SubdomainFaults) : []),
    ...validateSegmentField(at.child('kind'), kind),
    ...validateSegmentField(at.child('name'), name),
  ];
}

const secretNameFaults = (name: string): string[] => (name === '' ? [] : dns1123SubdomainFaults(name));

function validateTls({ hosts = [], secretName = '' }: IngressTls, at: FieldPath, leniency: Leniency): FieldError[] {
  return [
    ...hosts.flatMap((host, position) => validateHost(at.child('hosts').index(position), host)),
    ...(leniency.anySecretName ? [] : validateBy(at.child('secretName'), secretName, secretNameFaults)),
  ];
}

export function validateIngressStatus(ingress: Ingress, live: Ingress): FieldError[] {
  const before = pointsOf(live).flatMap(({ ip }) => ip || []);
  return pointsOf(ingress).flatMap(({ ip = '', hostname = '' }, position) => {
    const at = path('status', 'loadBalancer', 'ingress').index(position);
    return [
      ...(ip === '' ? [] : validateAddressText(at.child('ip'), ip, before)),
      ...(hostname === '' ? [] : validateBy(at.child('hostname'), hostname, dns1123SubdomainFaults)),
      ...(parseAddress(hostname) === undefined
        ? []
        : [fieldErrors.invalid(at.child('hostname'), hostname, NOT_AN_ADDRESS)]),
    ];
  });
}
