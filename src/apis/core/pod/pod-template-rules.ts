import { type FieldError, type FieldPath, fieldErrors, validateAnnotations, validateLabels } from '#meta';
import { validatePodAnnotations, validateProfilesAgree } from './annotation-rules.ts';
import { validatePodSpec } from './pod-spec-rules.ts';
import type { PodTemplateSpec } from './types.ts';

/** The template of pods inside another object: `field` is the path of the template. */
export function validatePodTemplateSpec(template: PodTemplateSpec, field: FieldPath): FieldError[] {
  const { metadata = {}, spec = {} } = template;
  const { labels, annotations = {} } = metadata;
  const ephemeral = field.child('spec', 'ephemeralContainers');
  return [
    ...validateLabels(labels, field.child('labels')),
    ...validateAnnotations(annotations, field.child('annotations')),
    ...validatePodAnnotations(annotations, spec, field.child('annotations')),
    ...validatePodSpec(spec, field.child('spec')),
    ...validateProfilesAgree(annotations, spec, field.child('spec')),
    ...((spec.ephemeralContainers ?? []).length > 0
      ? [fieldErrors.forbidden(ephemeral, 'ephemeral containers not allowed in pod template')]
      : []),
  ];
}
