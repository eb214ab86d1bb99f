import { type FieldError, type FieldPath, fieldErrors, type Int64, type Json, path, rangeFault, sameJson } from '#meta';
import { goDiff } from '../../go-value.ts';
import type { Container, Pod, PodSchedulingGate, PodSpec, Toleration } from '../v1/types.gen.ts';
import { coreV1 } from '../v1/types.ts';
import { validatePodAnnotationChange, validatePodAnnotations, validateProfilesAgree } from './annotation-validation.ts';
import { validatePaddedImage } from './container-validation.ts';
import { validateGatedChange, withoutNodeChoice } from './gated-pod-validation.ts';
import { validatePodSpec } from './pod-spec-validation.ts';
import { validateNonNegative } from './probe-validation.ts';
import { validateTolerations } from './scheduling-validation.ts';

const spec = path('spec');
const annotations = path('metadata', 'annotations');

/** What every pod must be, new or changed. */
export function validatePod(pod: Pod): FieldError[] {
  const wanted = pod.spec ?? {};
  return [
    ...validatePodAnnotations(pod.metadata.annotations ?? {}, wanted, annotations),
    ...validatePodSpec(wanted, spec, { metadata: pod.metadata }),
    ...(wanted.serviceAccountName ? [] : validateToken(wanted)),
    ...validateNonNegative(wanted.terminationGracePeriodSeconds, spec.child('terminationGracePeriodSeconds')),
    ...(['containers', 'initContainers'] as const).flatMap((list) =>
      (wanted[list] ?? []).flatMap((container, at) => validatePaddedImage(container, spec.child(list).index(at))),
    ),
  ];
}

function validateToken({ volumes = [] }: PodSpec): FieldError[] {
  return volumes.flatMap(({ projected }, at) =>
    (projected?.sources ?? []).flatMap(({ serviceAccountToken }, place) => {
      if (serviceAccountToken === undefined) return [];
      const field = spec.child('volumes').index(at).child('projected', 'sources').index(place);
      const why = 'must not be specified when serviceAccountName is not set';
      return [fieldErrors.forbidden(field.child('serviceAccountToken'), why)];
    }),
  );
}

export function validateNewPod(pod: Pod): FieldError[] {
  const wanted = pod.spec ?? {};
  const gated = (wanted.schedulingGates ?? []).length > 0;
  return [
    ...validatePod(pod),
    ...((wanted.ephemeralContainers ?? []).length > 0
      ? [fieldErrors.forbidden(spec.child('ephemeralContainers'), 'cannot be set on create')]
      : []),
    ...(wanted.nodeName && gated
      ? [fieldErrors.forbidden(spec.child('nodeName'), 'cannot be set until all schedulingGates have been cleared')]
      : []),
    ...validateProfilesAgree(pod.metadata.annotations ?? {}, wanted, spec),
  ];
}

/** The pod's annotations after a change, on the pod and on its subresources. */
export function validateAnnotationChange(pod: Pod, live: Pod): FieldError[] {
  const now = pod.metadata.annotations ?? {};
  return [
    ...validatePodAnnotationChange(now, live.metadata.annotations ?? {}, annotations),
    ...validatePodAnnotations(now, pod.spec ?? {}, annotations),
  ];
}

const mayChange = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
].join(',');

/** Most of a pod never changes. k8s: validation.go ValidatePodUpdate */
export function validatePodChange(pod: Pod, live: Pod): FieldError[] {
  const wanted = pod.spec ?? {};
  const before = live.spec ?? {};
  const faults = [...validatePod(pod), ...validateAnnotationChange(pod, live)];
  for (const list of ['containers', 'initContainers'] as const) {
    const { faults: found, stop } = compareContainers(wanted[list] ?? [], before[list] ?? [], spec.child(list));
    faults.push(...found);
    if (stop) return faults;
  }
  const deadline = validateDeadline(wanted.activeDeadlineSeconds, before.activeDeadlineSeconds);
  faults.push(...deadline);
  if (deadline.length > 0 && wanted.activeDeadlineSeconds !== undefined) return faults;
  faults.push(...validateTolerationChange(wanted.tolerations ?? [], before.tolerations ?? []));
  faults.push(...validateGateChange(wanted.schedulingGates ?? [], before.schedulingGates ?? []));
  if (sameJson(wanted, before)) return faults;
  return [...faults, ...validateOtherChange(wanted, before)];
}

interface ContainerChange {
  readonly faults: readonly FieldError[];
  readonly stop: boolean;
}

function compareContainers(
  containers: readonly Container[],
  before: readonly Container[],
  field: FieldPath,
): ContainerChange {
  if (containers.length !== before.length) {
    return { faults: [fieldErrors.forbidden(field, 'pod updates may not add or remove containers')], stop: true };
  }
  const faults = containers.flatMap((container, at) => [
    ...(container.image ? [] : [fieldErrors.required(field.index(at).child('image'))]),
    ...validatePaddedImage(container, field.index(at)),
  ]);
  return { faults, stop: false };
}

const LONGEST_DEADLINE = 2 ** 31 - 1;

function validateDeadline(deadline: Int64 | undefined, before: Int64 | undefined): FieldError[] {
  const field = spec.child('activeDeadlineSeconds');
  if (deadline === undefined) {
    if (before === undefined) return [];
    return [fieldErrors.invalid(field, null, 'must not update from a positive integer to nil value')];
  }
  if (deadline < 0 || deadline > LONGEST_DEADLINE) {
    return [fieldErrors.invalid(field, deadline, rangeFault(0, LONGEST_DEADLINE))];
  }
  if (before === undefined || before >= deadline) return [];
  return [fieldErrors.invalid(field, deadline, 'must be less than or equal to previous value')];
}

/** Of a toleration that is there only the time may change. */
function validateTolerationChange(tolerations: readonly Toleration[], before: readonly Toleration[]): FieldError[] {
  const kept = before.every((old) =>
    tolerations.some((toleration) => {
      const { tolerationSeconds: _, ...rest } = toleration;
      const { tolerationSeconds: __, ...oldRest } = old;
      return sameJson(rest, oldRest);
    }),
  );
  const field = spec.child('tolerations');
  if (kept) return validateTolerations(tolerations, field);
  return [fieldErrors.forbidden(field, 'existing toleration can not be modified except its tolerationSeconds')];
}

function validateGateChange(gates: readonly PodSchedulingGate[], before: readonly PodSchedulingGate[]): FieldError[] {
  return gates.flatMap(({ name = '' }, at) => {
    if (before.some((old) => old.name === name)) return [];
    const why = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return [fieldErrors.forbidden(spec.child('schedulingGates').index(at).child('name'), why)];
  });
}

function validateOtherChange(wanted: PodSpec, before: PodSpec): FieldError[] {
  const gated = (before.schedulingGates ?? []).length > 0;
  const faults = gated ? validateGatedChange(wanted, before) : [];
  const changeable: readonly (keyof PodSpec)[] = [
    'activeDeadlineSeconds',
    'schedulingGates',
    'tolerations',
    ...((before.terminationGracePeriodSeconds ?? 0) < 0 && wanted.terminationGracePeriodSeconds === 1
      ? (['terminationGracePeriodSeconds'] as const)
      : []),
  ];
  const rest = (pod: PodSpec): PodSpec => {
    const left = { ...(gated ? withoutNodeChoice(pod) : pod) };
    for (const name of changeable) delete left[name];
    for (const list of ['containers', 'initContainers'] as const) {
      if (left[list]) left[list] = left[list].map(({ image: _, ...container }) => container);
    }
    return left;
  };
  if (sameJson(rest(wanted), rest(before))) return faults;
  const shown = goDiff(coreV1.type('PodSpec'), asJson(before), asJson(withChangeable(wanted, before, changeable)));
  return [
    ...faults,
    fieldErrors.forbidden(spec, `pod updates may not change fields other than ${mayChange}\n${shown}`),
  ];
}

/** What is wanted, but for what may change: that is as it was. */
function withChangeable(wanted: PodSpec, before: PodSpec, changeable: readonly (keyof PodSpec)[]): PodSpec {
  const result = { ...wanted };
  for (const name of changeable) {
    if (before[name] === undefined) delete result[name];
    else Object.assign(result, { [name]: before[name] });
  }
  for (const list of ['containers', 'initContainers'] as const) {
    const old = before[list] ?? [];
    if (result[list]) {
      result[list] = result[list].map((one, at) => ({ ...one, ...(old[at]?.image && { image: old[at].image }) }));
    }
  }
  return result;
}

function asJson(pod: PodSpec): Json {
  return pod;
}
