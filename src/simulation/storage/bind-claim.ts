import type { CachedClient } from '#in-process-client';
import { isReservedFor, matchingVolume } from './matching-volume.ts';
import {
  CLAIM,
  type Claim,
  isBound,
  PROVISIONED_BY,
  PROVISIONER,
  SELECTED_NODE,
  STORAGE_CLASS,
  type StorageClass,
  VOLUME,
  type Volume,
} from './types.ts';

/** Gives a claim a volume: one that is there, or one that is made for it. k8s: controller/volume/persistentvolume */
export async function bindClaim(client: CachedClient, key: string): Promise<undefined> {
  const claim = client.get<Claim>(CLAIM, key);
  if (claim === undefined || claim.metadata.deletionTimestamp !== undefined) return;
  if (isBound(claim)) return grow(client, claim);
  const volume = matchingVolume(
    claim,
    client.all<Volume>(VOLUME, () => true),
  );
  if (volume === undefined) await provision(client, claim);
  else await bind(client, claim, volume);
}

async function bind(client: CachedClient, claim: Claim, volume: Volume): Promise<void> {
  if (volume.spec?.claimRef !== undefined && !isReservedFor(volume, claim)) return;
  const { name = '', namespace = '', uid = '' } = claim.metadata;
  const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid };
  if (volume.spec?.claimRef?.uid !== uid) {
    await client.edit<Volume>(volume, (live) => {
      live.spec = { ...live.spec, claimRef: { ...live.spec?.claimRef, ...claimRef } };
    });
  }
  await client.edit<Claim>(claim, (live) => {
    live.spec = { ...live.spec, volumeName: volume.metadata.name ?? '' };
    live.metadata.annotations = {
      ...live.metadata.annotations,
      'pv.kubernetes.io/bind-completed': 'yes',
      'pv.kubernetes.io/bound-by-controller': 'yes',
    };
  });
  const { capacity = {}, accessModes = [] } = volume.spec ?? {};
  await client.writeStatus<Claim>(claim, (live) => {
    live.status = { ...live.status, phase: 'Bound', capacity: { ...capacity }, accessModes: [...accessModes] };
  });
}

/** A volume is made where the class says that we make them, and when it is time for it. */
async function provision(client: CachedClient, claim: Claim): Promise<void> {
  const { storageClassName: name } = claim.spec ?? {};
  const storageClass = client.get<StorageClass>(STORAGE_CLASS, name ?? '');
  if (storageClass === undefined) return tellNoClass(client, claim, name);
  const isEarly = !claim.metadata.annotations?.[SELECTED_NODE];
  if (storageClass.volumeBindingMode === 'WaitForFirstConsumer' && isEarly) {
    const message = 'waiting for first consumer to be created before binding';
    return client.tell(claim, { type: 'Normal', reason: 'WaitForFirstConsumer', message });
  }
  if (storageClass.provisioner !== PROVISIONER) return;
  const volume = newVolume(claim, storageClass);
  if (!(await client.create(volume))) return;
  const message = `Successfully provisioned volume ${volume.metadata.name}`;
  await client.tell(claim, { type: 'Normal', reason: 'ProvisioningSucceeded', message });
}

function tellNoClass(client: CachedClient, claim: Claim, name: string | undefined): Promise<void> {
  if (!name) {
    const message = 'no persistent volumes available for this claim and no storage class is set';
    return client.tell(claim, { type: 'Normal', reason: 'FailedBinding', message });
  }
  const message = `storageclass.storage.k8s.io "${name}" not found`;
  return client.tell(claim, { type: 'Warning', reason: 'ProvisioningFailed', message });
}

function newVolume(claim: Claim, storageClass: StorageClass): Volume {
  const { namespace = '', name = '', uid = '' } = claim.metadata;
  const { accessModes = [], volumeMode = 'Filesystem', resources } = claim.spec ?? {};
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `pvc-${uid}`, annotations: { [PROVISIONED_BY]: PROVISIONER } },
    spec: {
      accessModes: [...accessModes],
      capacity: { storage: resources?.requests?.storage ?? '0' },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
      csi: { driver: PROVISIONER, volumeHandle: `pvc-${uid}` },
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? 'Delete',
      storageClassName: storageClass.metadata.name ?? '',
      volumeMode,
    },
  };
}

/** A claim that asks for more gets it, of volumes that are ours. */
async function grow(client: CachedClient, claim: Claim): Promise<undefined> {
  const wanted = claim.spec?.resources?.requests?.storage;
  const volume = client.get<Volume>(VOLUME, claim.spec?.volumeName ?? '');
  if (wanted === undefined || volume?.metadata.annotations?.[PROVISIONED_BY] !== PROVISIONER) return;
  if (volume.spec?.capacity?.storage !== wanted) {
    await client.edit<Volume>(volume, (live) => {
      live.spec = { ...live.spec, capacity: { ...live.spec?.capacity, storage: wanted } };
    });
  }
  if (claim.status?.capacity?.storage === wanted) return;
  await client.writeStatus<Claim>(claim, (live) => {
    live.status = { ...live.status, capacity: { ...live.status?.capacity, storage: wanted } };
  });
}
