import { labelSelectorFrom, parseQuantity } from '#meta';
import type { Claim, Volume } from './types.ts';

/** The smallest volume that a claim can have, if one is free. k8s: volume/persistentvolume/index.go */
export function matchingVolume(claim: Claim, volumes: readonly Volume[]): Volume | undefined {
  const { volumeName } = claim.spec ?? {};
  if (volumeName) return volumes.find(({ metadata }) => metadata.name === volumeName);
  const reserved = volumes.find((volume) => isReservedFor(volume, claim));
  if (reserved !== undefined) return reserved;
  const fitting = volumes.filter((volume) => volume.spec?.claimRef === undefined && fits(claim, volume));
  return fitting.sort((a, b) => sizeOf(a).compare(sizeOf(b)))[0];
}

export function isReservedFor({ spec }: Volume, { metadata }: Claim): boolean {
  const { claimRef } = spec ?? {};
  if (claimRef?.name !== metadata.name || claimRef?.namespace !== metadata.namespace) return false;
  return !claimRef?.uid || claimRef.uid === metadata.uid;
}

function fits({ spec = {} }: Claim, volume: Volume): boolean {
  const { accessModes = [], storageClassName = '', volumeMode = 'Filesystem' } = volume.spec ?? {};
  const isSameKind =
    (spec.storageClassName ?? '') === storageClassName && (spec.volumeMode ?? 'Filesystem') === volumeMode;
  if (!isSameKind || volume.metadata.deletionTimestamp !== undefined) return false;
  if (!(spec.accessModes ?? []).every((mode) => accessModes.includes(mode))) return false;
  if (spec.selector && !labelSelectorFrom(spec.selector).matches(volume.metadata.labels ?? {})) return false;
  return sizeOf(volume).compare(parseQuantity(spec.resources?.requests?.storage ?? '0')) >= 0;
}

const sizeOf = ({ spec }: Volume) => parseQuantity(spec?.capacity?.storage ?? '0');
