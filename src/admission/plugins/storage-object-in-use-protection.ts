import type { GroupResource } from '#meta';
import { resources } from '../objects.ts';
import type { AdmissionPlugin } from '../plugin.ts';

const finalizers: readonly (readonly [GroupResource, string])[] = [
  [resources.volumes, 'kubernetes.io/pv-protection'],
  [resources.claims, 'kubernetes.io/pvc-protection'],
  [resources.volumeAttributesClasses, 'kubernetes.io/vac-protection'],
];

/** Storage that is in use is not gone before its user is. */
export function storageObjectInUseProtection(): AdmissionPlugin {
  return {
    name: 'StorageObjectInUseProtection',
    concerns: finalizers.map(([resource]) => ({ resource, operations: ['CREATE'] })),
    async mutate({ resource, object }) {
      const finalizer = finalizers.find(([of]) => of.resource === resource.resource)?.[1];
      const metadata = object?.metadata;
      if (finalizer === undefined || metadata === undefined || metadata.finalizers?.includes(finalizer)) return;
      metadata.finalizers = [...(metadata.finalizers ?? []), finalizer];
    },
  };
}
