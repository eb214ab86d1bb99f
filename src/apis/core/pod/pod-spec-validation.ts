import {
  byteLength,
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  nameIsDnsSubdomain,
  type ObjectMeta,
  qualifiedNameFaults,
  rangeFault,
  validateLabels,
} from '#meta';
import { validateBy, validateChoice } from '../../field-validation.ts';
import { goValue } from '../../go-value.ts';
import type { PodResourceClaim, PodSpec } from '../v1/types.gen.ts';
import { coreV1 } from '../v1/types.ts';
import { validateAffinity } from './affinity-validation.ts';
import { containersAt, MIRROR_ANNOTATION } from './annotation-validation.ts';
import {
  type ContainerContext,
  validateContainers,
  validateEphemeralContainers,
  validateInitContainers,
} from './container-validation.ts';
import { validateDnsConfig, validateDnsPolicy, validateHostAlias } from './dns-validation.ts';
import { validatePodLevelResource } from './pod-resource-validation.ts';
import { validateHostProcess, validateHostUsers, validateOs, validatePodSecurity } from './pod-security-validation.ts';
import { validateOverhead } from './resource-validation.ts';
import { validateSchedulingGates, validateSpread, validateTolerations } from './scheduling-validation.ts';
import { validateVolumes } from './volume-validation.ts';

interface PodSpecOptions {
  /** The pod's metadata; absent where the spec stands in a template. */
  readonly metadata?: ObjectMeta;
}

/** In the order of the real server: clients show the faults as they come. k8s: validation.go ValidatePodSpec */
export function validatePodSpec(spec: PodSpec, field: FieldPath, options: PodSpecOptions = {}): FieldError[] {
  const { metadata } = options;
  const { volumes, faults } = validateVolumes(spec.volumes ?? [], field.child('volumes'), metadata?.name ?? '');
  const context = contextOf(spec, volumes);
  return [
    ...(spec.terminationGracePeriodSeconds === undefined
      ? [fieldErrors.required(field.child('terminationGracePeriodSeconds'))]
      : []),
    ...faults,
    ...validateResourceClaims(spec.resourceClaims ?? [], field.child('resourceClaims'), metadata),
    ...validateContainers(spec.containers ?? [], field.child('containers'), context),
    ...validateInitContainers(spec, field.child('initContainers'), context),
    ...validateEphemeralContainers(spec, field.child('ephemeralContainers'), context),
    ...validatePodLevelResource(spec, field),
    ...validateHostNetwork(spec, field.child('containers'), { isPod: metadata !== undefined }),
    ...validateChoice(field.child('restartPolicy'), spec.restartPolicy, ['Always', 'OnFailure', 'Never']),
    ...validateDnsPolicy(spec.dnsPolicy, field.child('dnsPolicy')),
    ...validateLabels(spec.nodeSelector, field.child('nodeSelector')),
    ...validatePodSecurity(spec, field.child('securityContext')),
    ...(spec.affinity === undefined ? [] : validateAffinity(spec.affinity, field.child('affinity'))),
    ...validateDnsConfig(spec.dnsConfig, spec.dnsPolicy, field.child('dnsConfig')),
    ...(spec.readinessGates ?? []).flatMap(({ conditionType = '' }, at) =>
      validateBy(field.child('readinessGates').index(at).child('conditionType'), conditionType, qualifiedNameFaults),
    ),
    ...validateSchedulingGates(spec.schedulingGates ?? [], field.child('schedulingGates')),
    ...validateSpread(spec.topologySpreadConstraints ?? [], field.child('topologySpreadConstraints')),
    ...validateHostProcess(spec, field),
    ...validateHostUsers(spec, field),
    ...validateHostnameOverride(spec, field.child('hostnameOverride')),
    ...validatePlainField(spec, field),
    ...validateOs(spec, field),
    ...validateGroup(spec, field.child('schedulingGroup', 'podGroupName')),
    ...validateFileVariable(spec, field),
  ];
}

function contextOf(spec: PodSpec, volumes: ContainerContext['volumes']): ContainerContext {
  return {
    volumes,
    claims: new Set((spec.resourceClaims ?? []).flatMap(({ name }) => name || [])),
    restartPolicy: spec.restartPolicy ?? '',
    hostUsers: spec.hostUsers ?? true,
    gracePeriod: spec.terminationGracePeriodSeconds,
    os: spec.os === undefined ? undefined : (spec.os.name ?? ''),
  };
}

const objectName = (value: string): readonly string[] => nameIsDnsSubdomain(value, { prefix: false });

function validateResourceClaims(
  claims: readonly PodResourceClaim[],
  field: FieldPath,
  metadata?: ObjectMeta,
): FieldError[] {
  const names = new Set<string>();
  const mirrored = metadata?.annotations?.[MIRROR_ANNOTATION] !== undefined;
  return claims.flatMap((claim, at) => {
    if (mirrored) return [{ ...fieldErrors.forbidden(field, 'static pods do not support resource claims'), field: '' }];
    const { name = '', resourceClaimName, resourceClaimTemplateName } = claim;
    const here = field.index(at);
    const named =
      name === ''
        ? [fieldErrors.required(here.child('name'))]
        : names.has(name)
          ? [fieldErrors.duplicate(here.child('name'), name)]
          : validateBy(here.child('name'), name, dns1123LabelFaults);
    names.add(name);
    const both = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
    const none = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`';
    const one = (resourceClaimName === undefined) !== (resourceClaimTemplateName === undefined);
    const shown = goValue(coreV1.type('PodResourceClaim'), claim);
    return [
      ...named,
      ...(one ? [] : [fieldErrors.invalid(here, shown, resourceClaimName === undefined ? none : both)]),
      ...(['resourceClaimName', 'resourceClaimTemplateName'] as const).flatMap((key) =>
        claim[key] === undefined ? [] : validateBy(here.child(key), claim[key], objectName),
      ),
    ];
  });
}

/** On the host's network a port is the host's. In a template it may still be left to the pod. */
function validateHostNetwork(spec: PodSpec, field: FieldPath, { isPod }: { readonly isPod: boolean }): FieldError[] {
  if (!spec.hostNetwork) return [];
  return (spec.containers ?? []).flatMap(({ ports = [] }, at) =>
    ports.flatMap(({ hostPort = 0, containerPort = 0 }, place) => {
      if ((!isPod && hostPort === 0) || hostPort === containerPort) return [];
      const here = field.index(at).child('ports').index(place).child('hostPort');
      return [fieldErrors.invalid(here, hostPort, 'must match `containerPort` when `hostNetwork` is true')];
    }),
  );
}

const LONGEST_HOSTNAME = 64;

function validateHostnameOverride(spec: PodSpec, field: FieldPath): FieldError[] {
  const { hostnameOverride: name, setHostnameAsFQDN, hostNetwork } = spec;
  if (name === undefined) return [];
  return [
    ...(setHostnameAsFQDN ? [fieldErrors.forbidden(field, 'may not be specified when setHostnameAsFQDN is true')] : []),
    ...(hostNetwork ? [fieldErrors.forbidden(field, 'may not be specified when hostNetwork is true')] : []),
    ...(byteLength(name) > LONGEST_HOSTNAME ? [fieldErrors.tooLong(field, LONGEST_HOSTNAME)] : []),
    ...validateBy(field, name, dns1123SubdomainFaults),
  ];
}

const LONGEST_DEADLINE = 2 ** 31 - 1;

type NameField = 'serviceAccountName' | 'nodeName' | 'hostname' | 'subdomain' | 'priorityClassName';

function validatePlainField(spec: PodSpec, field: FieldPath): FieldError[] {
  const named = (name: NameField, rule: (value: string) => readonly string[]): FieldError[] => {
    const value = spec[name];
    return value ? validateBy(field.child(name), value, rule) : [];
  };
  const { activeDeadlineSeconds: deadline, runtimeClassName, preemptionPolicy } = spec;
  return [
    ...named('serviceAccountName', objectName),
    ...named('nodeName', objectName),
    ...(deadline !== undefined && (deadline < 1 || deadline > LONGEST_DEADLINE)
      ? [fieldErrors.invalid(field.child('activeDeadlineSeconds'), deadline, rangeFault(1, LONGEST_DEADLINE))]
      : []),
    ...named('hostname', dns1123LabelFaults),
    ...named('subdomain', dns1123LabelFaults),
    ...validateTolerations(spec.tolerations ?? [], field.child('tolerations')),
    ...validateHostAlias(spec.hostAliases ?? [], field.child('hostAliases')),
    ...named('priorityClassName', objectName),
    ...(runtimeClassName === undefined
      ? []
      : validateBy(field.child('runtimeClassName'), runtimeClassName, objectName)),
    ...(preemptionPolicy === undefined
      ? []
      : validateChoice(field.child('preemptionPolicy'), preemptionPolicy, ['PreemptLowerPriority', 'Never'])),
    ...(spec.overhead === undefined ? [] : validateOverhead(spec.overhead, field.child('overhead'))),
  ];
}

function validateGroup({ schedulingGroup }: PodSpec, field: FieldPath): FieldError[] {
  if (schedulingGroup === undefined) return [];
  const { podGroupName } = schedulingGroup;
  if (podGroupName === undefined) return [fieldErrors.invalid(field, null, 'must specify one of: `podGroupName`')];
  return validateBy(field, podGroupName, objectName);
}

/** Variables from files read them from an empty directory that another container fills. */
function validateFileVariable(spec: PodSpec, field: FieldPath): FieldError[] {
  const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name ?? '', volume]));
  return containersAt(spec, field).flatMap(([{ env = [] }, at]) =>
    env.flatMap(({ valueFrom }, index) => {
      if (valueFrom?.fileKeyRef === undefined) return [];
      const { volumeName = '' } = valueFrom.fileKeyRef;
      const here = at.child('env').index(index).child('valueFrom', 'fileKeyRef', 'volumeName');
      const volume = volumes.get(volumeName);
      if (volume === undefined) return [fieldErrors.notFound(here, volumeName)];
      if (volume.emptyDir !== undefined) return [];
      return [fieldErrors.invalid(here, volumeName, 'referenced volume must be of type emptyDir')];
    }),
  );
}
