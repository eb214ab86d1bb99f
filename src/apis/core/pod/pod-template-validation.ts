import { type FieldError, type FieldPath, fieldErrors, validateAnnotations, validateLabels } from '#meta';
import type { PodTemplateSpec } from '../v1/types.gen.ts';
import { validatePodAnnotations, validateProfilesAgree } from './annotation-validation.ts';
import { validatePodSpec } from './pod-spec-validation.ts';

/** Some kinds validate the template twice, so clients see its faults twice. */
export function validatePodTemplateMetadata(
  { metadata = {}, spec = {} }: PodTemplateSpec,
  at: FieldPath,
): FieldError[] {
  const { labels, annotations = {} } = metadata;
  return [
    ...validateLabels(labels, at.child('labels')),
    ...validateAnnotations(annotations, at.child('annotations')),
    ...validatePodAnnotations(annotations, spec, at.child('annotations')),
  ];
}

/** The template of pods inside another object: `field` is the path of the template. */
export function validatePodTemplateSpec(template: PodTemplateSpec, field: FieldPath): FieldError[] {
  const { metadata = {}, spec = {} } = template;
  const { annotations = {} } = metadata;
  const ephemeral = field.child('spec', 'ephemeralContainers');
  return [
    ...validatePodTemplateMetadata(template, field),
    ...validatePodSpec(spec, field.child('spec')),
    ...validateProfilesAgree(annotations, spec, field.child('spec')),
    ...((spec.ephemeralContainers ?? []).length > 0
      ? [fieldErrors.forbidden(ephemeral, 'ephemeral containers not allowed in pod template')]
      : []),
  ];
}
