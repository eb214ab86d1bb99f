import type { CoreV1 } from '#apis';
import type { Lookup } from '../lookup.ts';
import { newestDefault } from '../newest-default.ts';
import { annotationOf, resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';

type Claim = CoreV1['PersistentVolumeClaim'];

const CLASS = 'volume.beta.kubernetes.io/storage-class';
const defaultAnnotations = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

/** A claim that names no class gets the default one, if there is one. An empty name means none on purpose. */
export function defaultStorageClass(lookup: Lookup): AdmissionPlugin {
  return {
    name: 'DefaultStorageClass',
    concerns: [{ resource: resources.claims, operations: ['CREATE'] }],
    async mutate({ object: claim }: AdmissionRequest<Claim>) {
      if (claim === null || claim.spec?.storageClassName !== undefined || annotationOf(claim, CLASS) !== undefined)
        return;
      const name = newestDefault(await lookup.list(resources.storageClasses), defaultAnnotations)?.metadata.name;
      if (name !== undefined) claim.spec = { ...claim.spec, storageClassName: name };
    },
  };
}
