import { dns1123SubdomainFaults, type FieldError, fieldErrors, parseAddress, path, qualifiedNameFaults } from '#meta';
import {
  validateAddressText,
  validateBy,
  validateChoice,
  validatePortNumber,
  validateRange,
} from '../../field-validation.ts';
import {
  ingressOf,
  isReachableFromOutside,
  type LoadBalancerIngress,
  needsHealthCheckPort,
  type Service,
  type ServiceSpec,
} from './service.ts';

const spec = path('spec');
const ONLY_FOR_LOAD_BALANCERS = "may only be used when `type` is 'LoadBalancer'";
const RANGES_ANNOTATION = 'service.beta.kubernetes.io/load-balancer-source-ranges';

/** From where a load balancer takes traffic: a field, or the annotation that was there before the field. */
export function validateSourceRanges(service: Service, before?: Service): FieldError[] {
  const ranges = service.spec?.loadBalancerSourceRanges ?? [];
  const annotation = service.metadata.annotations?.[RANGES_ANNOTATION];
  if (ranges.length === 0 && annotation === undefined) return [];
  const inField = ranges.length > 0;
  const field = inField
    ? spec.child('LoadBalancerSourceRanges')
    : path('metadata', 'annotations').key(RANGES_ANNOTATION);
  const misplaced =
    service.spec?.type === 'LoadBalancer' ? [] : [fieldErrors.forbidden(field, ONLY_FOR_LOAD_BALANCERS)];
  if (inField) {
    const known = before?.spec?.loadBalancerSourceRanges?.map((range) => range.trim());
    return [...misplaced, ...ranges.flatMap((range, at) => validateRange(field.index(at), range.trim(), known))];
  }
  const text = annotation?.trim() ?? '';
  if (text === '' || before?.metadata.annotations?.[RANGES_ANNOTATION] === annotation) return misplaced;
  return [...misplaced, ...text.split(',').flatMap((range) => validateRange(field, range.trim()))];
}

/** How traffic gets to the service. */
export function validateTraffic(wanted: ServiceSpec): FieldError[] {
  const { type, allocateLoadBalancerNodePorts: allocate } = wanted;
  const balanced = type === 'LoadBalancer';
  return [
    ...(allocate === undefined || balanced
      ? []
      : [fieldErrors.forbidden(spec.child('allocateLoadBalancerNodePorts'), ONLY_FOR_LOAD_BALANCERS)]),
    ...(allocate === undefined && balanced ? [fieldErrors.required(path('allocateLoadBalancerNodePorts'))] : []),
    ...validateLoadBalancerClass(wanted),
    ...validateExternalPolicy(wanted),
    ...validateHealthCheckPort(wanted),
    ...validateInternalPolicy(wanted),
    ...validateDistribution(wanted),
  ];
}

export function validateLoadBalancerClass({ type, loadBalancerClass }: ServiceSpec): FieldError[] {
  const field = spec.child('loadBalancerClass');
  if (loadBalancerClass === undefined) return [];
  if (type !== 'LoadBalancer') return [fieldErrors.forbidden(field, ONLY_FOR_LOAD_BALANCERS)];
  return validateBy(field, loadBalancerClass, qualifiedNameFaults);
}

function validateExternalPolicy(wanted: ServiceSpec): FieldError[] {
  const field = spec.child('externalTrafficPolicy');
  const policy = wanted.externalTrafficPolicy ?? '';
  if (isReachableFromOutside(wanted)) return validateChoice(field, policy, ['Cluster', 'Local']);
  if (policy === '') return [];
  return [fieldErrors.invalid(field, policy, 'may only be set for externally-accessible services')];
}

function validateHealthCheckPort(wanted: ServiceSpec): FieldError[] {
  const field = spec.child('healthCheckNodePort');
  const port = wanted.healthCheckNodePort ?? 0;
  if (needsHealthCheckPort(wanted)) return port === 0 ? [fieldErrors.required(field)] : validatePortNumber(field, port);
  if (port === 0) return [];
  const why = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return [fieldErrors.invalid(field, port, why)];
}

function validateInternalPolicy({ type = '', internalTrafficPolicy: policy }: ServiceSpec): FieldError[] {
  const field = spec.child('internalTrafficPolicy');
  if (policy === undefined) {
    return ['ClusterIP', 'NodePort', 'LoadBalancer'].includes(type) ? [fieldErrors.required(field)] : [];
  }
  const known = ['Cluster', 'Local'];
  return known.includes(policy) ? [] : [fieldErrors.notSupported(field, policy, known)];
}

function validateDistribution({ trafficDistribution: wish }: ServiceSpec): FieldError[] {
  const known = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
  if (wish === undefined || known.includes(wish)) return [];
  return [fieldErrors.notSupported(spec.child('trafficDistribution'), wish, known)];
}

/** What a controller says of the load balancer it made. */
export function validateLoadBalancerStatus(service: Service, before: Service): FieldError[] {
  const field = path('status', 'loadBalancer', 'ingress');
  const points = ingressOf(service);
  if (points.length === 0) return [];
  if (service.spec?.type !== 'LoadBalancer') {
    return [fieldErrors.forbidden(field, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  const known = ingressOf(before).flatMap(({ ip }) => (ip ? [ip] : []));
  return points.flatMap((point, at) => [
    ...(point.ip ? validateAddressText(field.index(at).child('ip'), point.ip, known) : []),
    ...validateMode(point, at),
    ...validateHostname(point, at),
  ]);
}

function validateMode({ ip, ipMode }: LoadBalancerIngress, at: number): FieldError[] {
  const field = path('status', 'loadBalancer', 'ingress').index(at).child('ipMode');
  if (ipMode === undefined) return ip ? [fieldErrors.required(field, 'must be specified when `ip` is set')] : [];
  if (!ip) return [fieldErrors.forbidden(field, 'may not be specified when `ip` is not set')];
  const known = ['Proxy', 'VIP'];
  return known.includes(ipMode) ? [] : [fieldErrors.notSupported(field, ipMode, known)];
}

function validateHostname({ hostname }: LoadBalancerIngress, at: number): FieldError[] {
  if (!hostname) return [];
  const field = path('status', 'loadBalancer', 'ingress').index(at).child('hostname');
  const faults = validateBy(field, hostname, dns1123SubdomainFaults);
  if (parseAddress(hostname) === undefined) return faults;
  return [...faults, fieldErrors.invalid(field, hostname, 'must be a DNS name, not an IP address')];
}
