import { type FieldError, type FieldPath, fieldErrors, httpHeaderNameFaults, type Int64, portNameFaults } from '#meta';
import { validateBy, validatePortNumber } from '../../field-validation.ts';
import type { Container, HTTPGetAction, Lifecycle, LifecycleHandler, Probe, ProbeHandler } from '../v1/types.gen.ts';

/** What the rules of a container must know of its pod. */
export interface PodFacts {
  readonly gracePeriod: Int64 | undefined;
  /** Undefined when the pod names none. */
  readonly os: string | undefined;
}

export function validateNonNegative(value: Int64 | undefined, field: FieldPath): FieldError[] {
  return (value ?? 0) < 0 ? [fieldErrors.invalid(field, value, 'must be greater than or equal to 0')] : [];
}

/** The probes of a container that may have them. */
export function validateProbes(container: Container, field: FieldPath, pod: PodFacts): FieldError[] {
  const { livenessProbe, readinessProbe, startupProbe } = container;
  const grace = readinessProbe?.terminationGracePeriodSeconds;
  const readiness = field.child('readinessProbe');
  return [
    ...validateOnce(livenessProbe, field.child('livenessProbe'), pod),
    ...(readinessProbe === undefined ? [] : validateProbe(readinessProbe, readiness, pod)),
    ...(grace === undefined
      ? []
      : [
          fieldErrors.invalid(
            readiness.child('terminationGracePeriodSeconds'),
            grace,
            'must not be set for readinessProbes',
          ),
        ]),
    ...validateOnce(startupProbe, field.child('startupProbe'), pod),
  ];
}

/** Of these probes one success is enough. */
function validateOnce(probe: Probe | undefined, field: FieldPath, pod: PodFacts): FieldError[] {
  if (probe === undefined) return [];
  const faults = validateProbe(probe, field, pod);
  if (probe.successThreshold === 1) return faults;
  return [...faults, fieldErrors.invalid(field.child('successThreshold'), probe.successThreshold ?? 0, 'must be 1')];
}

const counted = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;

function validateProbe(probe: Probe, field: FieldPath, pod: PodFacts): FieldError[] {
  const grace = probe.terminationGracePeriodSeconds;
  return [
    ...validateHandler(probe, field, pod),
    ...counted.flatMap((name) => validateNonNegative(probe[name], field.child(name))),
    ...(grace !== undefined && grace <= 0
      ? [fieldErrors.invalid(field.child('terminationGracePeriodSeconds'), grace, 'must be greater than 0')]
      : []),
  ];
}

const handlerNames = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const;
type Handler = Pick<LifecycleHandler & ProbeHandler, (typeof handlerNames)[number]>;

const handlerRules: {
  readonly [Name in keyof Required<Handler>]: (handler: Handler, field: FieldPath, pod: PodFacts) => FieldError[];
} = {
  exec: ({ exec }, field) => ((exec?.command ?? []).length === 0 ? [fieldErrors.required(field.child('command'))] : []),
  httpGet: ({ httpGet }, field) => validateRequest(httpGet ?? {}, field),
  tcpSocket: ({ tcpSocket }, field) => validatePortOrName(tcpSocket?.port, field.child('port')),
  grpc: ({ grpc }, field) => validatePortOrName(grpc?.port, field.child('port')),
  sleep: ({ sleep }, field, { gracePeriod }) => {
    const seconds = sleep?.seconds ?? 0;
    if (gracePeriod === undefined || (seconds >= 0 && seconds <= gracePeriod)) return [];
    const why = `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`;
    return [fieldErrors.invalid(field, seconds, why)];
  },
};

function validateHandler(handler: Handler, field: FieldPath, pod: PodFacts): FieldError[] {
  const [first, ...more] = handlerNames.filter((name) => handler[name] !== undefined);
  if (first === undefined) return [fieldErrors.required(field, 'must specify a handler type')];
  return [
    ...handlerRules[first](handler, field.child(first), pod),
    ...more.map((name) => fieldErrors.forbidden(field.child(name), 'may not specify more than 1 handler type')),
  ];
}

function validateRequest(
  { path = '', port, scheme = '', httpHeaders = [] }: HTTPGetAction,
  field: FieldPath,
): FieldError[] {
  return [
    ...(path === '' ? [fieldErrors.required(field.child('path'))] : []),
    ...validatePortOrName(port, field.child('port')),
    ...(scheme === 'HTTP' || scheme === 'HTTPS'
      ? []
      : [fieldErrors.notSupported(field.child('scheme'), scheme, ['HTTP', 'HTTPS'])]),
    ...httpHeaders.flatMap(({ name = '' }) => validateBy(field.child('httpHeaders'), name, httpHeaderNameFaults)),
  ];
}

function validatePortOrName(port: number | string | undefined, field: FieldPath): FieldError[] {
  return typeof port === 'string' ? validateBy(field, port, portNameFaults) : validatePortNumber(field, port ?? 0);
}

const realTime = [...Array(15).keys()].map((at) => at + 1);
const linuxSignals = [
  ...'ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT'.split(' '),
  ...['RTMAX', ...realTime.slice(0, 14).map((at) => `RTMAX-${at}`), 'RTMIN', ...realTime.map((at) => `RTMIN+${at}`)],
  ...'SEGV STKFLT STOP SYS TERM TRAP TSTP TTIN TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ'.split(' '),
]
  .map((name) => `SIG${name}`)
  .sort();
const windowsSignals = ['SIGKILL', 'SIGTERM'];

export function validateLifecycle(lifecycle: Lifecycle, field: FieldPath, pod: PodFacts): FieldError[] {
  const { postStart, preStop, stopSignal } = lifecycle;
  return [
    ...(postStart === undefined ? [] : validateHandler(postStart, field.child('postStart'), pod)),
    ...(preStop === undefined ? [] : validateHandler(preStop, field.child('preStop'), pod)),
    ...(stopSignal === undefined ? [] : validateSignal(stopSignal, field.child('stopSignal'), pod)),
  ];
}

function validateSignal(signal: string, field: FieldPath, { os }: PodFacts): FieldError[] {
  if (os === undefined) {
    return [fieldErrors.forbidden(field, 'may not be set for containers with empty `spec.os.name`')];
  }
  const known = os === 'windows' ? windowsSignals : os === 'linux' ? linuxSignals : [signal];
  return known.includes(signal) ? [] : [fieldErrors.notSupported(field, signal, known)];
}
