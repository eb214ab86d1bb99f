import { type FieldError, type FieldPath, fieldErrors, getOwn, isJsonObject, parseInt64 } from '#meta';
import type { AppArmorProfile, Container, PodSpec, SeccompProfile, Toleration } from '../v1/types.gen.ts';
import { validateDescendingPath } from './paths.ts';
import { validateTolerations } from './scheduling-validation.ts';

type Annotations = { readonly [key: string]: string };

export const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';
const TOLERATIONS_ANNOTATION = 'scheduler.alpha.kubernetes.io/tolerations';
const DELETION_COST_ANNOTATION = 'controller.kubernetes.io/pod-deletion-cost';
const SECCOMP_POD_ANNOTATION = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_CONTAINER_PREFIX = 'container.seccomp.security.alpha.kubernetes.io/';
const APP_ARMOR_PREFIX = 'container.apparmor.security.beta.kubernetes.io/';

/** Each container with where it stands, in the order in which faults are told. */
export function containersAt(spec: PodSpec, field: FieldPath): readonly (readonly [Container, FieldPath])[] {
  return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).map((container, at) => [container, field.child(list).index(at)] as const),
  );
}

/** Annotations that mean something to pods. */
export function validatePodAnnotations(annotations: Annotations, spec: PodSpec, field: FieldPath): FieldError[] {
  const mirror = annotations[MIRROR_ANNOTATION];
  const why = 'must set spec.nodeName if mirror pod annotation is set';
  return [
    ...(mirror !== undefined && !spec.nodeName ? [fieldErrors.invalid(field.key(MIRROR_ANNOTATION), mirror, why)] : []),
    ...validateToleration(annotations[TOLERATIONS_ANNOTATION], field),
    ...validateDeletionCost(annotations[DELETION_COST_ANNOTATION], field.key(DELETION_COST_ANNOTATION)),
    ...validateSeccompAnnotation(annotations, field),
    ...validateAppArmorAnnotation(annotations, spec, field),
  ];
}

function validateToleration(text: string | undefined, field: FieldPath): FieldError[] {
  if (!text) return [];
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return [];
    const tolerations = value.map((item): Toleration => (isJsonObject(item) ? item : {}));
    return validateTolerations(tolerations, field.child(TOLERATIONS_ANNOTATION));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [fieldErrors.invalid(field, TOLERATIONS_ANNOTATION, error.message)];
  }
}

/** Plain decimal, as Go reads a 32-bit integer, and without a plus or leading zeros. */
function validateDeletionCost(text: string | undefined, field: FieldPath): FieldError[] {
  if (text === undefined || isCost(text)) return [];
  return [fieldErrors.invalid(field, text, 'must be a 32bit integer')];
}

function isCost(text: string): boolean {
  if (!/^(0|-?[1-9][0-9]*)$/.test(text)) return false;
  const value = parseInt64(text);
  return typeof value === 'bigint' || typeof value === 'number' ? value >= -(2 ** 31) && value < 2 ** 31 : false;
}

function validateSeccompAnnotation(annotations: Annotations, field: FieldPath): FieldError[] {
  const ofPod = annotations[SECCOMP_POD_ANNOTATION];
  return [
    ...(ofPod === undefined ? [] : validateSeccompName(ofPod, field.child(SECCOMP_POD_ANNOTATION))),
    ...Object.entries(annotations)
      .filter(([key]) => key.startsWith(SECCOMP_CONTAINER_PREFIX))
      .flatMap(([key, profile]) => validateSeccompName(profile, field.child(key))),
  ];
}

const LOCAL_PREFIX = 'localhost/';

function validateSeccompName(name: string, field: FieldPath): FieldError[] {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(name)) return [];
  if (name.startsWith(LOCAL_PREFIX)) return validateDescendingPath(name.slice(LOCAL_PREFIX.length), field);
  return [fieldErrors.invalid(field, name, 'must be a valid seccomp profile')];
}

function validateAppArmorAnnotation(annotations: Annotations, spec: PodSpec, field: FieldPath): FieldError[] {
  const names = new Set(containersAt(spec, field).map(([{ name }]) => name));
  const profiles = Object.entries(annotations).filter(([key]) => key.startsWith(APP_ARMOR_PREFIX));
  return profiles.flatMap(([key, profile]) => {
    const container = key.slice(APP_ARMOR_PREFIX.length);
    const good = ['', 'runtime/default', 'unconfined'].includes(profile) || profile.startsWith(LOCAL_PREFIX);
    return [
      ...(names.has(container) ? [] : [fieldErrors.invalid(field.key(key), container, 'container not found')]),
      ...(good ? [] : [fieldErrors.invalid(field.key(key), profile, `invalid AppArmor profile name: "${profile}"`)]),
    ];
  });
}

/** Annotations were there before the fields; where both are given they must agree. */
export function validateProfilesAgree(annotations: Annotations, spec: PodSpec, field: FieldPath): FieldError[] {
  const ofPod = spec.securityContext?.seccompProfile;
  const containers = containersAt(spec, field);
  return [
    ...seccompMismatch(annotations[SECCOMP_POD_ANNOTATION], ofPod, field.child('securityContext', 'seccompProfile')),
    ...containers.flatMap(([{ name, securityContext }, at]) =>
      seccompMismatch(
        annotations[`${SECCOMP_CONTAINER_PREFIX}${name}`],
        securityContext?.seccompProfile,
        at.child('securityContext', 'seccompProfile'),
      ),
    ),
    ...(spec.os?.name === 'windows'
      ? []
      : containers.flatMap(([{ name, securityContext }, at]) =>
          appArmorMismatch(
            annotations[`${APP_ARMOR_PREFIX}${name}`],
            securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile,
            at.child('securityContext', 'appArmorProfile'),
          ),
        )),
  ];
}

interface Names {
  readonly what: string;
  readonly defaults: readonly string[];
}

const seccompMismatch = (annotation: string | undefined, profile: SeccompProfile | undefined, field: FieldPath) =>
  mismatch({ annotation, profile, field }, { what: 'seccomp', defaults: ['runtime/default', 'docker/default'] });

const appArmorMismatch = (annotation: string | undefined, profile: AppArmorProfile | undefined, field: FieldPath) =>
  mismatch({ annotation, profile, field }, { what: 'apparmor', defaults: ['runtime/default'] });

interface Stated {
  readonly annotation: string | undefined;
  readonly profile: SeccompProfile | AppArmorProfile | undefined;
  readonly field: FieldPath;
}

function mismatch({ annotation, profile, field }: Stated, { what, defaults }: Names): FieldError[] {
  if (annotation === undefined || profile === undefined) return [];
  const type = fieldErrors.forbidden(field.child('type'), `${what} type in annotation and field must match`);
  switch (profile.type) {
    case 'Unconfined':
      return annotation === 'unconfined' ? [] : [type];
    case 'RuntimeDefault':
      return defaults.includes(annotation) ? [] : [type];
    case 'Localhost': {
      if (!annotation.startsWith(LOCAL_PREFIX)) return [type];
      if (annotation.slice(LOCAL_PREFIX.length) === profile.localhostProfile) return [];
      const why = `${what} profile in annotation and field must match`;
      return [fieldErrors.forbidden(field.child('localhostProfile'), why)];
    }
    default:
      return [];
  }
}

/** Annotations that an update must not change. */
export function validatePodAnnotationChange(
  annotations: Annotations,
  before: Annotations,
  field: FieldPath,
): FieldError[] {
  const guarded = (key: string): string | undefined =>
    key === MIRROR_ANNOTATION
      ? 'mirror pod annotation'
      : key.startsWith(APP_ARMOR_PREFIX)
        ? 'AppArmor annotations'
        : undefined;
  const told = (key: string, doing: string): FieldError[] => {
    const what = guarded(key);
    return what === undefined ? [] : [fieldErrors.forbidden(field.key(key), `may not ${doing} ${what}`)];
  };
  return [
    ...Object.keys(before).flatMap((key) =>
      getOwn(annotations, key) === getOwn(before, key) ? [] : told(key, 'remove or update'),
    ),
    ...Object.keys(annotations).flatMap((key) => (getOwn(before, key) === undefined ? told(key, 'add') : [])),
  ];
}
