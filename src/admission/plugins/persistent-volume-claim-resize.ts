import { type KubeObject, parseQuantity } from '#meta';
import { forbid } from '../forbid.ts';
import type { Lookup } from '../lookup.ts';
import { annotationOf, resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';

interface Claim extends KubeObject {
  spec?: { storageClassName?: string; resources?: { requests?: { storage?: string } } };
  status?: { phase?: string };
}
interface StorageClass extends KubeObject {
  allowVolumeExpansion?: boolean;
}

const CLASS = 'volume.beta.kubernetes.io/storage-class';

/** A claim grows only when it is bound, and its class can make volumes grow. */
export function persistentVolumeClaimResize(lookup: Lookup): AdmissionPlugin {
  return {
    name: 'PersistentVolumeClaimResize',
    concerns: [{ resource: resources.claims, operations: ['UPDATE'] }],
    async check(request) {
      const [claim, old] = claimsOf(request);
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

function claimsOf({ object, oldObject }: AdmissionRequest): [Claim, Claim] {
  return [object as Claim, oldObject as Claim];
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
  const found = (await lookup.get(resources.storageClasses, name)) as StorageClass | null;
  return found?.allowVolumeExpansion === true;
}
