import type {
  PersistentVolumeClaimSpec as ClaimSpec,
  DownwardAPIVolumeFile as DownwardFile,
  PersistentVolumeSource,
  VolumeProjection as Projection,
  Volume,
} from '../v1/types.gen.ts';
import { usualPullPolicy } from './image-name.ts';
import { roundUpAmounts } from './resource-list.ts';

/** rw-r--r-- */
const readableByAll = 0o644;
const TOKEN_LIFETIME = 3600;

export function setVolumeDefaults(volume: Volume): void {
  const { name: _, ...sources } = volume;
  if (Object.values(sources).every((source) => source === undefined)) volume.emptyDir = {};
  if (volume.image !== undefined) volume.image.pullPolicy ||= usualPullPolicy(volume.image.reference);
  if (volume.hostPath !== undefined) volume.hostPath.type ??= '';
  for (const files of [volume.secret, volume.configMap, volume.downwardAPI, volume.projected]) {
    if (files !== undefined) files.defaultMode ??= readableByAll;
  }
  setFieldVersions(volume.downwardAPI?.items);
  for (const source of volume.projected?.sources ?? []) setProjectionDefaults(source);
  setSourceDefaults(volume);
  const template = volume.ephemeral?.volumeClaimTemplate;
  if (template === undefined) return;
  template.spec ??= {};
  setClaimSpecDefaults(template.spec);
}

/** The sources that volumes of pods share with persistent volumes. */
export function setSourceDefaults({ iscsi, rbd, azureDisk, scaleIO }: SharedSources): void {
  if (iscsi !== undefined) iscsi.iscsiInterface ||= 'default';
  if (rbd !== undefined) {
    rbd.pool ||= 'rbd';
    rbd.user ||= 'admin';
    rbd.keyring ||= '/etc/ceph/keyring';
  }
  if (azureDisk !== undefined) {
    // Pointers: here an empty text is a value of its own.
    azureDisk.cachingMode ??= 'ReadWrite';
    azureDisk.fsType ??= 'ext4';
    azureDisk.readOnly ??= false;
    azureDisk.kind ??= 'Shared';
  }
  if (scaleIO !== undefined) {
    scaleIO.storageMode ||= 'ThinProvisioned';
    scaleIO.fsType ||= 'xfs';
  }
}

type SharedSources = Pick<Volume | PersistentVolumeSource, 'iscsi' | 'rbd' | 'azureDisk' | 'scaleIO'>;

function setProjectionDefaults({ downwardAPI, serviceAccountToken }: Projection): void {
  setFieldVersions(downwardAPI?.items);
  if (serviceAccountToken !== undefined) serviceAccountToken.expirationSeconds ??= TOKEN_LIFETIME;
}

function setFieldVersions(files: readonly DownwardFile[] | undefined): void {
  for (const { fieldRef } of files ?? []) if (fieldRef !== undefined) fieldRef.apiVersion ||= 'v1';
}

export function setClaimSpecDefaults(spec: ClaimSpec): void {
  spec.volumeMode ??= 'Filesystem';
  roundUpAmounts(spec.resources?.limits);
  roundUpAmounts(spec.resources?.requests);
}
