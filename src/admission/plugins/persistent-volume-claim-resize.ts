import type { CoreV1 } from '#apis';
import { parseQuantity } from '#meta';
import { forbid } from '../forbid.ts';
import type { Lookup } from '../lookup.ts';
import { annotationOf, resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';

type Claim = CoreV1['PersistentVolumeClaim'];

const CLASS = 'volume.beta.kubernetes.io/storage-class';

/** A claim grows only when it is bound, and its class can make volumes grow. */
export function persistentVolumeClaimResize(lookup: Lookup): AdmissionPlugin {
  return {
    name: 'PersistentVolumeClaimResize',
    concerns: [{ resource: resources.claims, operations: ['UPDATE'] }],
    async check(request: AdmissionRequest<Claim>) {
      const { object: claim, oldObject: old } = request;
      if (claim === null || old === null) return;
      if (sizeOf(claim).compare(sizeOf(old)) <= 0) return;
      if (old.status?.phase !== 'Bound') {
        throw forbid(request, 'Only bound persistent volume claims can be expanded');
      }
      if (await mayGrow(lookup, claim, old)) return;
      const why =
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
      throw forbid(request, why);
    },
  };
}

function sizeOf({ spec }: Claim): ReturnType<typeof parseQuantity> {
  return parseQuantity(spec?.resources?.requests?.storage ?? '0');
}

function classOf(claim: Claim): string {
  return annotationOf(claim, CLASS) ?? claim.spec?.storageClassName ?? '';
}

async function mayGrow(lookup: Lookup, claim: Claim, old: Claim): Promise<boolean> {
  const name = classOf(claim);
  if (name === '' || name !== classOf(old)) return false;
  const found = await lookup.get(resources.storageClasses, name);
  return found?.allowVolumeExpansion === true;
}
