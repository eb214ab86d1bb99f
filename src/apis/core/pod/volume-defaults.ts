import type { JsonObject } from '#meta';
import type {
  PersistentVolumeClaimSpec as ClaimSpec,
  DownwardAPIVolumeFile as DownwardFile,
  VolumeProjection as Projection,
  Volume,
} from '../v1/types.gen.ts';
import { usualPullPolicy } from './image-name.ts';
import { roundUpAmounts } from './resource-list.ts';

/** rw-r--r-- */
const readableByAll = 0o644;
const tokenLifetime = 3600;

/** Fields of a source that are text or pointers, filled in where they are absent or empty. */
const plainDefaults: { readonly [source: string]: { readonly [field: string]: string | boolean } } = {
  iscsi: { iscsiInterface: 'default' },
  rbd: { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' },
  azureDisk: { cachingMode: 'ReadWrite', fsType: 'ext4', readOnly: false, kind: 'Shared' },
  scaleIO: { storageMode: 'ThinProvisioned', fsType: 'xfs' },
};
/** Here an empty text is a value of its own. */
const pointerSources = new Set(['azureDisk']);

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
export function setSourceDefaults(sources: JsonObject): void {
  for (const [name, fields] of Object.entries(plainDefaults)) {
    const source = sources[name] as JsonObject | undefined;
    if (source === undefined) continue;
    for (const [field, value] of Object.entries(fields)) {
      if (source[field] === undefined || (source[field] === '' && !pointerSources.has(name))) source[field] = value;
    }
  }
}

function setProjectionDefaults({ downwardAPI, serviceAccountToken }: Projection): void {
  setFieldVersions(downwardAPI?.items);
  if (serviceAccountToken !== undefined) serviceAccountToken.expirationSeconds ??= tokenLifetime;
}

function setFieldVersions(files: readonly DownwardFile[] | undefined): void {
  for (const { fieldRef } of files ?? []) if (fieldRef !== undefined) fieldRef.apiVersion ||= 'v1';
}

export function setClaimSpecDefaults(spec: ClaimSpec): void {
  spec.volumeMode ??= 'Filesystem';
  roundUpAmounts(spec.resources?.limits);
  roundUpAmounts(spec.resources?.requests);
}
