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
import { goValue } from '../../go-value.ts';
import { choiceFaults, faultsOf } from '../../rules.ts';
import type { PodResourceClaim, PodSpec } from '../v1/types.gen.ts';
import { coreV1 } from '../v1/types.ts';
import { validateAffinity } from './affinity-rules.ts';
import { containersAt, mirrorAnnotation } from './annotation-rules.ts';
import {
  type ContainerContext,
  validateContainers,
  validateEphemeralContainers,
  validateInitContainers,
} from './container-rules.ts';
import { dnsConfigFaults, dnsPolicyFaults, hostAliasFaults } from './dns-rules.ts';
import { podLevelResourceFaults } from './pod-resource-rules.ts';
import { hostProcessFaults, hostUsersFaults, osFaults, validatePodSecurity } from './pod-security-rules.ts';
import { validateOverhead } from './resource-rules.ts';
import { validateSchedulingGates, validateSpread, validateTolerations } from './scheduling-rules.ts';
import { validateVolumes } from './volume-rules.ts';

export interface PodSpecOptions {
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
    ...claimFaults(spec.resourceClaims ?? [], field.child('resourceClaims'), metadata),
    ...validateContainers(spec.containers ?? [], field.child('containers'), context),
    ...validateInitContainers(spec, field.child('initContainers'), context),
    ...validateEphemeralContainers(spec, field.child('ephemeralContainers'), context),
    ...podLevelResourceFaults(spec, field),
    ...hostNetworkFaults(spec, field.child('containers'), { isPod: metadata !== undefined }),
    ...choiceFaults(field.child('restartPolicy'), spec.restartPolicy, ['Always', 'OnFailure', 'Never']),
    ...dnsPolicyFaults(spec.dnsPolicy, field.child('dnsPolicy')),
    ...validateLabels(spec.nodeSelector, field.child('nodeSelector')),
    ...validatePodSecurity(spec, field.child('securityContext')),
    ...(spec.affinity === undefined ? [] : validateAffinity(spec.affinity, field.child('affinity'))),
    ...dnsConfigFaults(spec.dnsConfig, spec.dnsPolicy, field.child('dnsConfig')),
    ...(spec.readinessGates ?? []).flatMap(({ conditionType = '' }, at) =>
      faultsOf(field.child('readinessGates').index(at).child('conditionType'), conditionType, qualifiedNameFaults),
    ),
    ...validateSchedulingGates(spec.schedulingGates ?? [], field.child('schedulingGates')),
    ...validateSpread(spec.topologySpreadConstraints ?? [], field.child('topologySpreadConstraints')),
    ...hostProcessFaults(spec, field),
    ...hostUsersFaults(spec, field),
    ...hostnameOverrideFaults(spec, field.child('hostnameOverride')),
    ...plainFieldFaults(spec, field),
    ...osFaults(spec, field),
    ...groupFaults(spec, field.child('schedulingGroup', 'podGroupName')),
    ...fileVariableFaults(spec, field),
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

function claimFaults(claims: readonly PodResourceClaim[], field: FieldPath, metadata?: ObjectMeta): FieldError[] {
  const names = new Set<string>();
  const mirrored = metadata?.annotations?.[mirrorAnnotation] !== undefined;
  return claims.flatMap((claim, at) => {
    if (mirrored) return [{ ...fieldErrors.forbidden(field, 'static pods do not support resource claims'), field: '' }];
    const { name = '', resourceClaimName, resourceClaimTemplateName } = claim;
    const here = field.index(at);
    const named =
      name === ''
        ? [fieldErrors.required(here.child('name'))]
        : names.has(name)
          ? [fieldErrors.duplicate(here.child('name'), name)]
          : faultsOf(here.child('name'), name, dns1123LabelFaults);
    names.add(name);
    const both = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
    const none = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`';
    const one = (resourceClaimName === undefined) !== (resourceClaimTemplateName === undefined);
    const shown = goValue(coreV1.type('PodResourceClaim'), claim);
    return [
      ...named,
      ...(one ? [] : [fieldErrors.invalid(here, shown, resourceClaimName === undefined ? none : both)]),
      ...(['resourceClaimName', 'resourceClaimTemplateName'] as const).flatMap((key) =>
        claim[key] === undefined ? [] : faultsOf(here.child(key), claim[key], objectName),
      ),
    ];
  });
}

/** On the host's network a port is the host's. In a template it may still be left to the pod. */
function hostNetworkFaults(spec: PodSpec, field: FieldPath, { isPod }: { readonly isPod: boolean }): FieldError[] {
  if (!spec.hostNetwork) return [];
  return (spec.containers ?? []).flatMap(({ ports = [] }, at) =>
    ports.flatMap(({ hostPort = 0, containerPort = 0 }, place) => {
      if ((!isPod && hostPort === 0) || hostPort === containerPort) return [];
      const here = field.index(at).child('ports').index(place).child('hostPort');
      return [fieldErrors.invalid(here, hostPort, 'must match `containerPort` when `hostNetwork` is true')];
    }),
  );
}

const longestHostname = 64;

function hostnameOverrideFaults(spec: PodSpec, field: FieldPath): FieldError[] {
  const { hostnameOverride: name, setHostnameAsFQDN, hostNetwork } = spec;
  if (name === undefined) return [];
  return [
    ...(setHostnameAsFQDN ? [fieldErrors.forbidden(field, 'may not be specified when setHostnameAsFQDN is true')] : []),
    ...(hostNetwork ? [fieldErrors.forbidden(field, 'may not be specified when hostNetwork is true')] : []),
    ...(byteLength(name) > longestHostname ? [fieldErrors.tooLong(field, longestHostname)] : []),
    ...faultsOf(field, name, dns1123SubdomainFaults),
  ];
}

const longestDeadline = 2 ** 31 - 1;

function plainFieldFaults(spec: PodSpec, field: FieldPath): FieldError[] {
  const named = (name: keyof PodSpec & string, rule: (value: string) => readonly string[]): FieldError[] => {
    const value = spec[name] as string | undefined;
    return value ? faultsOf(field.child(name), value, rule) : [];
  };
  const { activeDeadlineSeconds: deadline, runtimeClassName, preemptionPolicy } = spec;
  return [
    ...named('serviceAccountName', objectName),
    ...named('nodeName', objectName),
    ...(deadline !== undefined && (deadline < 1 || deadline > longestDeadline)
      ? [fieldErrors.invalid(field.child('activeDeadlineSeconds'), deadline, rangeFault(1, longestDeadline))]
      : []),
    ...named('hostname', dns1123LabelFaults),
    ...named('subdomain', dns1123LabelFaults),
    ...validateTolerations(spec.tolerations ?? [], field.child('tolerations')),
    ...hostAliasFaults(spec.hostAliases ?? [], field.child('hostAliases')),
    ...named('priorityClassName', objectName),
    ...(runtimeClassName === undefined ? [] : faultsOf(field.child('runtimeClassName'), runtimeClassName, objectName)),
    ...(preemptionPolicy === undefined
      ? []
      : choiceFaults(field.child('preemptionPolicy'), preemptionPolicy, ['PreemptLowerPriority', 'Never'])),
    ...(spec.overhead === undefined ? [] : validateOverhead(spec.overhead, field.child('overhead'))),
  ];
}

function groupFaults({ schedulingGroup }: PodSpec, field: FieldPath): FieldError[] {
  if (schedulingGroup === undefined) return [];
  const { podGroupName } = schedulingGroup;
  if (podGroupName === undefined) return [fieldErrors.invalid(field, null, 'must specify one of: `podGroupName`')];
  return faultsOf(field, podGroupName, objectName);
}

/** Variables from files read them from an empty directory that another container fills. */
function fileVariableFaults(spec: PodSpec, field: FieldPath): FieldError[] {
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
