import { type FieldError, fieldErrors, goQuote, path, sameJson } from '#meta';
import { keepMetadata } from '#resource';
import type { Pod } from '../v1/types.gen.ts';
import { MIRROR_ANNOTATION } from './annotation-validation.ts';
import { validateAnnotationChange, validatePod } from './pod-validation.ts';

/** Containers for debugging are added to a pod that runs; they stay as they are. */

const field = path('spec', 'ephemeralContainers');

export function prepareEphemeral(pod: Pod, live: Pod): void {
  const added = pod.spec?.ephemeralContainers;
  const { ephemeralContainers: _, ...spec } = structuredClone(live.spec ?? {});
  pod.spec = added === undefined ? spec : { ...spec, ephemeralContainers: added };
  if (live.status === undefined) delete pod.status;
  else pod.status = structuredClone(live.status);
  keepMetadata(pod, live);
}

export function validateEphemeral(pod: Pod, live: Pod): FieldError[] {
  if (live.metadata.annotations?.[MIRROR_ANNOTATION] !== undefined) {
    return [{ ...fieldErrors.forbidden(field, 'static pods do not support ephemeral containers'), field: '' }];
  }
  const now = new Map((pod.spec?.ephemeralContainers ?? []).map((container) => [container.name, container]));
  return [
    ...validatePod(pod),
    ...validateAnnotationChange(pod, live),
    ...(live.spec?.ephemeralContainers ?? []).flatMap((old) => {
      const container = now.get(old.name);
      if (container !== undefined && sameJson(container, old)) return [];
      const what = container === undefined ? 'removed' : 'changed';
      const why = `existing ephemeral containers ${goQuote(old.name ?? '')} may not be ${what}\n`;
      return [fieldErrors.forbidden(field, why)];
    }),
  ];
}
