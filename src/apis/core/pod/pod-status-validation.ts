import {
  type FieldError,
  type FieldPath,
  fieldErrors,
  ipWarnings,
  type JsonObject,
  nameIsDnsSubdomain,
  path,
  qualifiedNameFaults,
} from '#meta';
import { ipFamilyOf, validateAddressText, validateBy, validateUnchanged } from '../../field-validation.ts';
import type { ContainerStatus, Pod, PodIP, PodSpec, PodStatus } from '../v1/types.gen.ts';
import { validateAllocatedStatus, validateClaimStatus, validateExtendedClaim } from './pod-claim-status-validation.ts';
import { isSidecar } from './pod-resources.ts';
import { validateAnnotationChange } from './pod-validation.ts';

const field = path('status');
const systemConditions: ReadonlySet<string> = new Set(['PodScheduled', 'Ready', 'Initialized']);

export function validatePodStatus(pod: Pod, live: Pod): FieldError[] {
  const status = pod.status ?? {};
  const before = live.status ?? {};
  return [
    ...validateAnnotationChange(pod, live),
    ...validateCondition(status),
    ...validateNomination(status, before, live.spec?.nodeName ?? ''),
    ...((status.observedGeneration ?? 0) < 0
      ? [
          fieldErrors.invalid(
            field.child('observedGeneration'),
            status.observedGeneration,
            'must be a non-negative integer',
          ),
        ]
      : []),
    ...validateUnchanged(field.child('qosClass'), status.qosClass, before.qosClass),
    ...validateTransition(status, before, live.spec ?? {}),
    ...validateClaimStatus(status, live.spec ?? {}),
    ...validateExtendedClaim(status, live.spec ?? {}),
    ...validateAddressList(status.podIPs ?? [], before.podIPs ?? [], field.child('podIPs')),
    ...validatePodAddress(status),
    ...validateHostAddress(status, before),
    ...validateAllocatedStatus(status, live.spec ?? {}),
  ];
}

function validateCondition({ conditions = [] }: PodStatus): FieldError[] {
  return conditions.flatMap(({ type = '', observedGeneration = 0 }, at) => {
    const here = field.child('conditions').index(at);
    return [
      ...(observedGeneration < 0
        ? [fieldErrors.invalid(here.child('observedGeneration'), observedGeneration, 'must be a non-negative integer')]
        : []),
      ...(systemConditions.has(type) ? [] : validateBy(here.child('Type'), type, qualifiedNameFaults)),
    ];
  });
}

function validateNomination(status: PodStatus, before: PodStatus, node: string): FieldError[] {
  const name = status.nominatedNodeName ?? '';
  if (name === '' || name === before.nominatedNodeName) return [];
  const here = field.child('nominatedNodeName');
  return [
    ...validateBy(here, name, (value) => nameIsDnsSubdomain(value, { prefix: false })),
    ...(node === '' ? [] : [fieldErrors.forbidden(here, 'may not be set on pods that are already bound to a node')]),
  ];
}

/** A container that ended comes back to life only where its pod restarts it. */
function validateTransition(status: PodStatus, before: PodStatus, spec: PodSpec): FieldError[] {
  const lists = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const;
  const all = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  if (
    all.some(({ restartPolicyRules = [] }) =>
      restartPolicyRules.some(({ action }) => action === 'RestartAllContainers'),
    )
  ) {
    return [];
  }
  return lists.flatMap((list) =>
    (before[list] ?? []).flatMap((old, at) => {
      if (old.state?.terminated === undefined) return [];
      const now = (status[list] ?? []).find(({ name }) => name === old.name);
      if (now === undefined || now.state?.terminated !== undefined) return [];
      if (list !== 'ephemeralContainerStatuses' && mayRestart(old, spec, list === 'initContainerStatuses')) return [];
      const why = 'may not be transitioned to non-terminated state';
      return [fieldErrors.forbidden(field.child(list).index(at).child('state'), why)];
    }),
  );
}

function mayRestart({ name, state }: ContainerStatus, spec: PodSpec, init: boolean): boolean {
  const container = (spec[init ? 'initContainers' : 'containers'] ?? []).find((known) => known.name === name);
  if (container === undefined) return false;
  if (init && isSidecar(container)) return true;
  const code = state?.terminated?.exitCode ?? 0;
  for (const { exitCodes } of container.restartPolicyRules ?? []) {
    if (exitCodes !== undefined && (exitCodes.values ?? []).includes(code) === (exitCodes.operator === 'In'))
      return true;
  }
  const policy = container.restartPolicy ?? spec.restartPolicy;
  return policy === 'Always' || (policy === 'OnFailure' && code !== 0);
}

const shownAddresses = (list: readonly PodIP[]): JsonObject[] => list.map(({ ip = '' }) => ({ IP: ip }));

function validateAddressList(list: readonly PodIP[], before: readonly PodIP[], here: FieldPath): FieldError[] {
  const known = before.map(({ ip = '' }) => ip);
  return [
    ...list.flatMap(({ ip = '' }, at) => validateAddressText(here.index(at), ip, known)),
    ...validateFamily(list, here),
  ];
}

/** At most one address of each family. */
function validateFamily(list: readonly PodIP[], here: FieldPath): FieldError[] {
  if (list.length < 2) return [];
  const families = list.map(({ ip = '' }) => ipFamilyOf(ip));
  const unread = families.indexOf(undefined);
  if (unread < 0 && list.length === 2 && families[0] !== families[1]) return [];
  const why = `failed to check for dual stack with error:invalid IP[${unread}]: ${list[unread]?.ip ?? ''}`;
  const several = 'may specify no more than one IP for each IP family';
  return [
    ...(unread < 0 ? [] : [fieldErrors.internal(here, why)]),
    fieldErrors.invalid(here, shownAddresses(list), several),
  ];
}

function validatePodAddress({ podIP = '', podIPs = [] }: PodStatus): FieldError[] {
  const here = field.child('podIPs');
  if ((podIP === '') !== (podIPs.length === 0)) {
    return [
      fieldErrors.invalid(
        here,
        podIPs.length === 0 ? null : shownAddresses(podIPs),
        'podIP and podIPs must either both be set or both be unset',
      ),
    ];
  }
  const first = podIPs[0]?.ip ?? '';
  return first === podIP ? [] : [fieldErrors.invalid(here.index(0).child('ip'), first, 'must be equal to `podIP`')];
}

function validateHostAddress({ hostIP = '', hostIPs = [] }: PodStatus, before: PodStatus): FieldError[] {
  if (hostIPs.length === 0) return [];
  const here = field.child('hostIPs');
  const first = hostIPs[0]?.ip ?? '';
  return [
    ...(first === hostIP ? [] : [fieldErrors.invalid(here.index(0).child('ip'), first, 'must be equal to `hostIP`')]),
    ...validateAddressList(hostIPs, before.hostIPs ?? [], here),
  ];
}

export function podStatusWarnings({ status = {} }: Pod): string[] {
  return (['podIPs', 'hostIPs'] as const).flatMap((list) =>
    (status[list] ?? []).flatMap(({ ip = '' }, at) => ipWarnings(ip, field.child(list).index(at).child('ip'))),
  );
}

/** What a status update cannot touch or forget. */
export function preparePodStatus(pod: Pod, live: Pod): void {
  pod.spec = structuredClone(live.spec ?? {});
  delete pod.metadata.deletionTimestamp;
  if (live.metadata.ownerReferences === undefined) delete pod.metadata.ownerReferences;
  else pod.metadata.ownerReferences = structuredClone(live.metadata.ownerReferences);
  pod.status ??= {};
  const before = live.status ?? {};
  // Nothing fills it in unless the server is told to.
  if (before.nodeAllocatableResourceClaimStatuses === undefined) delete pod.status.nodeAllocatableResourceClaimStatuses;
  for (const name of [
    'qosClass',
    'resourceClaimStatuses',
    'extendedResourceClaimStatus',
    'nodeAllocatableResourceClaimStatuses',
    'observedGeneration',
  ] as const) {
    if (!pod.status[name] && before[name] !== undefined) pod.status = { ...pod.status, [name]: before[name] };
  }
  keepConditionGenerations(pod.status, before);
}

function keepConditionGenerations(status: PodStatus, before: PodStatus): void {
  const left = [...(before.conditions ?? [])];
  for (const condition of status.conditions ?? []) {
    const at = left.findIndex(({ type }) => type === condition.type);
    if (at < 0) continue;
    const [old] = left.splice(at, 1);
    if (!condition.observedGeneration && old?.observedGeneration) condition.observedGeneration = old.observedGeneration;
  }
}
