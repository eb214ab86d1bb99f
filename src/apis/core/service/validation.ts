import {
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  path,
  portNameFaults,
  qualifiedNameFaults,
  validateLabels,
} from '#meta';
import {
  protocols,
  validateAddressText,
  validateBy,
  validateChoice,
  validateEndpointAddress,
  validatePortNumber,
} from '../../field-validation.ts';
import { validateAddressFields } from './address-validation.ts';
import { isHeadless, type Service, type ServicePort, type ServiceSpec } from './service.ts';
import { validateSourceRanges, validateTraffic } from './traffic-validation.ts';

const spec = path('spec');

/** The whole service, on create and on update: `before` is what was there. */
export function validateService(service: Service, before?: Service): FieldError[] {
  const wanted = service.spec ?? {};
  return [
    ...validateAnnotations(service),
    ...validateByType(wanted),
    ...validatePorts(wanted),
    ...validateLabels(wanted.selector, spec.child('selector')),
    ...validateChoice(spec.child('sessionAffinity'), wanted.sessionAffinity, ['ClientIP', 'None']),
    ...validateAffinity(wanted),
    ...validateAddressFields(wanted, before?.spec),
    ...validateExternalAddresses(wanted, before?.spec),
    ...validateChoice(spec.child('type'), wanted.type, ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']),
    ...validateNodePorts(wanted),
    ...duplicatePorts(wanted),
    ...validateSourceRanges(service, before),
    ...validateTraffic(wanted),
  ];
}

const HINTS_ANNOTATION = 'service.kubernetes.io/topology-aware-hints';
const MODE_ANNOTATION = 'service.kubernetes.io/topology-mode';

function validateAnnotations({ metadata: { annotations = {} } }: Service): FieldError[] {
  const hints = annotations[HINTS_ANNOTATION];
  const mode = annotations[MODE_ANNOTATION];
  if (hints === undefined || mode === undefined || hints === mode) return [];
  const field = path('metadata', 'annotations').key(MODE_ANNOTATION);
  return [fieldErrors.invalid(field, mode, `must match annotations[${HINTS_ANNOTATION}] when both are specified`)];
}

function validateByType(wanted: ServiceSpec): FieldError[] {
  const { type = '', ports = [], clusterIPs = [] } = wanted;
  const faults: FieldError[] = [];
  if (ports.length === 0 && !isHeadless(wanted) && type !== 'ExternalName') {
    faults.push(fieldErrors.required(spec.child('ports')));
  }
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(wanted)) {
    const why = `may not be set to 'None' for ${type} services`;
    faults.push(fieldErrors.invalid(spec.child('clusterIPs').index(0), clusterIPs[0], why));
  }
  return type === 'ExternalName' ? [...faults, ...validateExternalName(wanted)] : faults;
}

function validateExternalName(wanted: ServiceSpec): FieldError[] {
  const given = [
    ...((wanted.clusterIPs ?? []).length > 0 ? ['clusterIPs'] : []),
    ...((wanted.ipFamilies ?? []).length > 0 ? ['ipFamilies'] : []),
    ...(wanted.ipFamilyPolicy === undefined ? [] : ['ipFamilyPolicy']),
  ];
  const faults = given.map((field) =>
    fieldErrors.forbidden(spec.child(field), 'may not be set for ExternalName services'),
  );
  const name = (wanted.externalName ?? '').replace(/\.$/, '');
  const field = spec.child('externalName');
  return [
    ...faults,
    ...(name === '' ? [fieldErrors.required(field)] : validateBy(field, name, dns1123SubdomainFaults)),
  ];
}

function validatePorts({ ports = [] }: ServiceSpec): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, at) => {
    const field = spec.child('ports').index(at);
    const name = port.name ?? '';
    const faults =
      name === '' && ports.length > 1
        ? [fieldErrors.required(field.child('name'))]
        : validatePortName(name, field, names);
    return [...faults, ...validatePort(port, field)];
  });
}

function validatePortName(name: string, field: FieldPath, names: Set<string>): FieldError[] {
  if (name === '') return [];
  const faults = validateBy(field.child('name'), name, dns1123LabelFaults);
  if (names.has(name)) faults.push(fieldErrors.duplicate(field.child('name'), name));
  names.add(name);
  return faults;
}

function validatePort(
  { port = 0, protocol, targetPort = 0, appProtocol }: ServicePort,
  field: FieldPath,
): FieldError[] {
  const target = field.child('targetPort');
  return [
    ...validatePortNumber(field.child('port'), port),
    ...validateChoice(field.child('protocol'), protocol, protocols),
    ...(typeof targetPort === 'string'
      ? validateBy(target, targetPort, portNameFaults)
      : validatePortNumber(target, targetPort)),
    ...(appProtocol === undefined ? [] : validateBy(field.child('appProtocol'), appProtocol, qualifiedNameFaults)),
  ];
}

function validateAffinity({ sessionAffinity, sessionAffinityConfig }: ServiceSpec): FieldError[] {
  const field = spec.child('sessionAffinityConfig');
  if (sessionAffinity === 'None' && sessionAffinityConfig !== undefined) {
    return [fieldErrors.forbidden(field, 'must not be set when session affinity is None')];
  }
  if (sessionAffinity !== 'ClientIP') return [];
  const why = 'when session affinity type is ClientIP';
  if (sessionAffinityConfig === undefined) return [fieldErrors.required(field, why)];
  if (sessionAffinityConfig.clientIP === undefined) return [fieldErrors.required(field.child('clientIP'), why)];
  const seconds = sessionAffinityConfig.clientIP.timeoutSeconds;
  const timeout = field.child('clientIP', 'timeoutSeconds');
  if (seconds === undefined) return [fieldErrors.required(timeout, why)];
  if (seconds > 0 && seconds <= 86_400) return [];
  return [fieldErrors.invalid(timeout, seconds, 'must be greater than 0 and less than 86400')];
}

function validateExternalAddresses({ externalIPs = [] }: ServiceSpec, before?: ServiceSpec): FieldError[] {
  return externalIPs.flatMap((address, at) => {
    const field = spec.child('externalIPs').index(at);
    const faults = validateAddressText(field, address, before?.externalIPs);
    return faults.length > 0 ? faults : validateEndpointAddress(field, address);
  });
}

function validateNodePorts({ type, ports = [] }: ServiceSpec): FieldError[] {
  const field = (at: number): FieldPath => spec.child('ports').index(at).child('nodePort');
  const used = new Set<string>();
  const duplicates: FieldError[] = [];
  const forbidden: FieldError[] = [];
  for (const [at, { nodePort, protocol }] of ports.entries()) {
    if (!nodePort) continue;
    const key = `${protocol}/${nodePort}`;
    if (used.has(key)) duplicates.push(fieldErrors.duplicate(field(at), nodePort));
    used.add(key);
    if (type === 'ClusterIP') {
      forbidden.push(fieldErrors.forbidden(field(at), "may not be used when `type` is 'ClusterIP'"));
    }
  }
  return [...forbidden, ...duplicates];
}

function duplicatePorts({ ports = [] }: ServiceSpec): FieldError[] {
  const used = new Set<string>();
  return ports.flatMap(({ port = 0, protocol = '' }, at) => {
    const key = `${protocol}/${port}`;
    const known = used.has(key);
    used.add(key);
    if (!known) return [];
    // The names of the members are those that clients have always seen here.
    const shown = { Name: '', Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
    return [fieldErrors.duplicate(spec.child('ports').index(at), shown)];
  });
}
