import { dns1123LabelFaults, type FieldError, type FieldPath, fieldErrors, portNameFaults } from '#meta';
import { protocols, validateBy, validateChoice, validatePortNumber } from '../../field-validation.ts';
import type {
  Container,
  ContainerPort,
  ContainerResizePolicy,
  ContainerRestartRule,
  EphemeralContainer,
  PodSpec,
} from '../v1/types.gen.ts';
import { validateEnv, validateEnvFrom } from './env-validation.ts';
import { type VolumesByName, validateDevices, validateMounts } from './mount-validation.ts';
import { isSidecar } from './pod-resources.ts';
import { type PodFacts, validateLifecycle, validateProbes } from './probe-validation.ts';
import { validateContainerResource } from './resource-names.ts';
import { validateResources } from './resource-validation.ts';
import { type SecurityFacts, validateSecurityContext } from './security-validation.ts';

/** What the containers of a pod have in common. */
export interface ContainerContext extends PodFacts, SecurityFacts {
  readonly volumes: VolumesByName;
  readonly claims: ReadonlySet<string>;
  readonly restartPolicy: string;
}

export function validateContainers(containers: readonly Container[], field: FieldPath, context: ContainerContext) {
  if (containers.length === 0) return [fieldErrors.required(field)];
  const names = new Set<string>();
  const faults = containers.flatMap((container, at) => {
    const { name = '', lifecycle } = container;
    const here = field.index(at);
    const own = [
      ...validateCommon(container, here, context),
      ...(names.has(name) ? [fieldErrors.duplicate(here.child('name'), name)] : []),
      ...(lifecycle === undefined ? [] : validateLifecycle(lifecycle, here.child('lifecycle'), context)),
      ...validateProbes(container, here, context),
      ...validateRestart(container, here),
    ];
    names.add(name);
    return own;
  });
  return [...faults, ...validateHostPort(containers, field)];
}

export function validateInitContainers(spec: PodSpec, field: FieldPath, context: ContainerContext): FieldError[] {
  const names = new Set((spec.containers ?? []).map(({ name = '' }) => name));
  return (spec.initContainers ?? []).flatMap((container, at) => {
    const { name = '' } = container;
    const here = field.index(at);
    const faults = [
      ...validateCommon(container, here, context),
      ...validateRestart(container, here),
      ...(names.has(name) ? [fieldErrors.duplicate(here.child('name'), name)] : []),
      // They run one by one, so each has its ports to itself.
      ...validateHostPort([container], field),
      ...(isSidecar(container) ? validateSidecar(container, here, context) : validatePlainInit(container, here)),
    ];
    if (name !== '') names.add(name);
    return faults;
  });
}

function validateSidecar(container: Container, field: FieldPath, context: ContainerContext): FieldError[] {
  const { lifecycle } = container;
  return [
    ...(lifecycle === undefined ? [] : validateLifecycle(lifecycle, field.child('lifecycle'), context)),
    ...validateProbes(container, field, context),
  ];
}

function validatePlainInit(container: Container, field: FieldPath): FieldError[] {
  const forbidden = (['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const).filter(
    (name) => container[name] !== undefined,
  );
  const why = 'may not be set for init containers without restartPolicy=Always';
  return [
    ...forbidden.map((name) => fieldErrors.forbidden(field.child(name), why)),
    ...(container.resizePolicy ?? []).flatMap(({ restartPolicy }, at) =>
      restartPolicy === 'RestartContainer'
        ? [
            fieldErrors.invalid(
              field.child('resizePolicy').index(at).child('restartPolicy'),
              restartPolicy,
              "must not be set to 'RestartContainer' for non-sidecar initContainers",
            ),
          ]
        : [],
    ),
  ];
}

/** What containers for debugging may not have, in the order in which it is told. */
const servingFields = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const;

export function validateEphemeralContainers(spec: PodSpec, field: FieldPath, context: ContainerContext): FieldError[] {
  const others = new Set([...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name = '' }) => name));
  const names = new Set(others);
  return (spec.ephemeralContainers ?? []).flatMap((container, at) => {
    const { name = '', targetContainerName: target = '' } = container;
    const here = field.index(at);
    const faults = [
      ...validateCommon(container, here, context),
      ...validatePaddedImage(container, here),
      ...(names.has(name) ? [fieldErrors.duplicate(here.child('name'), name)] : []),
      ...(target === '' || others.has(target) ? [] : [fieldErrors.notFound(here.child('targetContainerName'), target)]),
      ...validateDebug(container, here),
    ];
    names.add(name);
    return faults;
  });
}

/** A container for debugging serves nobody, and so has no ports, probes or resources of its own. */
function validateDebug(container: EphemeralContainer, field: FieldPath): FieldError[] {
  const why = 'cannot be set for an Ephemeral Container';
  const given = servingFields.filter((name) => isGiven(container[name]));
  return [
    ...given.map((name) => fieldErrors.forbidden(field.child(name), why)),
    ...(container.volumeMounts ?? []).flatMap((mount, at) =>
      (['subPath', 'subPathExpr'] as const)
        .filter((name) => mount[name])
        .map((name) => fieldErrors.forbidden(field.child('volumeMounts').index(at).child(name), why)),
    ),
  ];
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && (typeof value !== 'object' || Object.keys(value ?? {}).length > 0);

/** Templates may keep an image for later; a pod may not. */
export function validatePaddedImage({ image = '' }: Container, field: FieldPath): FieldError[] {
  if (image.trim() === image) return [];
  return [fieldErrors.invalid(field.child('image'), image, 'must not have leading or trailing whitespace')];
}

function validateCommon(container: Container, field: FieldPath, context: ContainerContext): FieldError[] {
  const { name = '', image = '', resources = {} } = container;
  return [
    ...(name === ''
      ? [fieldErrors.required(field.child('name'))]
      : validateBy(field.child('name'), name, dns1123LabelFaults)),
    ...(image === '' ? [fieldErrors.required(field.child('image'))] : []),
    ...validateChoice(field.child('terminationMessagePolicy'), container.terminationMessagePolicy, [
      'File',
      'FallbackToLogsOnError',
    ]),
    ...validateContainerPort(container.ports ?? [], field.child('ports')),
    ...validateEnv(container.env ?? [], field.child('env')),
    ...validateEnvFrom(container.envFrom ?? [], field.child('envFrom')),
    ...validateMounts(container, context.volumes, field.child('volumeMounts')),
    ...validateDevices(container, context.volumes, field.child('volumeDevices')),
    ...validatePullPolicy(container.imagePullPolicy, field.child('imagePullPolicy')),
    ...validateResources(resources, field.child('resources'), {
      nameFaults: validateContainerResource,
      claims: context.claims,
    }),
    ...validateResizePolicy(container.resizePolicy ?? [], field.child('resizePolicy'), context),
    ...validateSecurityContext(container.securityContext, field.child('securityContext'), context),
  ];
}

export const validatePullPolicy = (policy: string | undefined, field: FieldPath): FieldError[] =>
  validateChoice(field, policy, ['Always', 'IfNotPresent', 'Never']);

function validateContainerPort(ports: readonly ContainerPort[], field: FieldPath): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap(({ name = '', containerPort = 0, hostPort = 0, protocol }, at) => {
    const here = field.index(at);
    const named = name === '' ? [] : validateBy(here.child('name'), name, portNameFaults);
    if (name !== '' && named.length === 0) {
      if (names.has(name)) named.push(fieldErrors.duplicate(here.child('name'), name));
      names.add(name);
    }
    const port = here.child('containerPort');
    return [
      ...named,
      ...(containerPort === 0 ? [fieldErrors.required(port)] : validatePortNumber(port, containerPort)),
      ...(hostPort === 0 ? [] : validatePortNumber(here.child('hostPort'), hostPort)),
      ...validateChoice(here.child('protocol'), protocol, protocols),
    ];
  });
}

function validateHostPort(containers: readonly Container[], field: FieldPath): FieldError[] {
  const taken = new Set<string>();
  return containers.flatMap(({ ports = [] }, at) =>
    ports.flatMap(({ hostPort, protocol = '', hostIP = '' }, place) => {
      if (!hostPort) return [];
      const end = `${protocol}/${hostIP}/${hostPort}`;
      if (taken.has(end)) {
        return [fieldErrors.duplicate(field.index(at).child('ports').index(place).child('hostPort'), end)];
      }
      taken.add(end);
      return [];
    }),
  );
}

function validateResizePolicy(
  policies: readonly ContainerResizePolicy[],
  field: FieldPath,
  { restartPolicy: ofPod }: ContainerContext,
): FieldError[] {
  const seen = new Set<string>();
  return policies.flatMap(({ resourceName = '', restartPolicy = '' }, at) => {
    const repeated = seen.has(resourceName) ? [fieldErrors.duplicate(field.index(at), resourceName)] : [];
    seen.add(resourceName);
    const why = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
    return [
      ...repeated,
      ...validateChoice(field, resourceName, ['cpu', 'memory']),
      ...validateChoice(field, restartPolicy, ['NotRequired', 'RestartContainer']),
      ...(ofPod === 'Never' && restartPolicy !== 'NotRequired' ? [fieldErrors.invalid(field, restartPolicy, why)] : []),
    ];
  });
}

const restartPolicies = ['Always', 'Never', 'OnFailure'];
const MOST_RULES = 20;
const MOST_EXIT_CODES = 255;

function validateRestart({ restartPolicy, restartPolicyRules = [] }: Container, field: FieldPath): FieldError[] {
  if (restartPolicy === undefined && restartPolicyRules.length === 0) return [];
  const at = field.child('restartPolicy');
  const rules = field.child('restartPolicyRules');
  return [
    ...(restartPolicy === undefined
      ? [fieldErrors.required(at, 'must specify restartPolicy when restart rules are used')]
      : restartPolicies.includes(restartPolicy)
        ? []
        : [fieldErrors.notSupported(at, restartPolicy, restartPolicies)]),
    ...(restartPolicyRules.length > MOST_RULES
      ? [fieldErrors.tooMany(rules, restartPolicyRules.length, MOST_RULES)]
      : []),
    ...restartPolicyRules.flatMap((rule, index) => validateRestartRule(rule, rules.index(index))),
  ];
}

function validateRestartRule({ action = '', exitCodes }: ContainerRestartRule, field: FieldPath): FieldError[] {
  const actions = ['Restart', 'RestartAllContainers'];
  const faults = actions.includes(action) ? [] : [fieldErrors.notSupported(field.child('action'), action, actions)];
  const codes = field.child('exitCodes');
  if (exitCodes === undefined) return [...faults, fieldErrors.required(codes, 'must be specified')];
  const { operator = '', values = [] } = exitCodes;
  if (!['In', 'NotIn'].includes(operator)) {
    faults.push(fieldErrors.notSupported(codes.child('operator'), operator, ['In', 'NotIn']));
  }
  if (values.length > MOST_EXIT_CODES) {
    faults.push(fieldErrors.tooMany(codes.child('values'), values.length, MOST_EXIT_CODES));
  }
  return faults;
}
