import { nodeSelectorMatches } from '#controllers';
import type { CachedClient } from '#in-process-client';
import {
  CLAIM,
  type Claim,
  isBound,
  SELECTED_NODE,
  STORAGE_CLASS,
  type StorageClass,
  VOLUME,
  type Volume,
} from '../storage/types.ts';
import type { Refusal } from './node-filters.ts';
import type { Pod } from './pod-view.ts';
import type { NodeInfo } from './snapshot.ts';

/** How the claims of a pod stand. */
export interface PodVolumes {
  /** Why no node will do. */
  readonly problem?: string;
  /** Those that are bound when the pod has a node. */
  readonly waiting: readonly Claim[];
  readonly volumes: readonly Volume[];
}

export function podVolumesOf(client: CachedClient, pod: Pod): PodVolumes {
  const waiting: Claim[] = [];
  const volumes: Volume[] = [];
  for (const name of claimNames(pod)) {
    const claim = client.get<Claim>(CLAIM, `${pod.metadata.namespace}/${name}`);
    const problem = claim === undefined ? `persistentvolumeclaim "${name}" not found` : problemOf(client, claim);
    if (claim === undefined || problem !== undefined) return { problem: problem ?? '', waiting: [], volumes: [] };
    if (!isBound(claim)) waiting.push(claim);
    const volume = client.get<Volume>(VOLUME, claim.spec?.volumeName ?? '');
    if (volume !== undefined) volumes.push(volume);
  }
  return { waiting, volumes };
}

function claimNames({ metadata, spec }: Pod): string[] {
  return (spec?.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (ephemeral) return [`${metadata.name}-${name}`];
    return persistentVolumeClaim?.claimName ? [persistentVolumeClaim.claimName] : [];
  });
}

function problemOf(client: CachedClient, claim: Claim): string | undefined {
  if (claim.metadata.deletionTimestamp !== undefined) {
    return `persistentvolumeclaim "${claim.metadata.name}" is being deleted`;
  }
  if (isBound(claim)) return undefined;
  const storageClass = client.get<StorageClass>(STORAGE_CLASS, claim.spec?.storageClassName ?? '');
  if (storageClass?.volumeBindingMode === 'WaitForFirstConsumer') return undefined;
  return 'pod has unbound immediate PersistentVolumeClaims';
}

/** Whether the volumes can be had on a node. */
export function volumeRefusal({ volumes }: PodVolumes, { node }: NodeInfo): Refusal | undefined {
  const isReachable = ({ spec }: Volume): boolean => {
    const required = spec?.nodeAffinity?.required;
    const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: required };
    return (
      !required ||
      nodeSelectorMatches({ affinity: { nodeAffinity } } as Parameters<typeof nodeSelectorMatches>[0], node)
    );
  };
  if (volumes.every(isReachable)) return undefined;
  return { reasons: ["node(s) didn't match PersistentVolume's node affinity"], isHelped: false };
}

/** Says where the volumes are wanted. The pod is bound when they are there. */
export async function askForVolumes(client: CachedClient, { waiting }: PodVolumes, node: string): Promise<void> {
  for (const claim of waiting) {
    if (claim.metadata.annotations?.[SELECTED_NODE]) continue;
    await client.editMetadata(claim, (metadata) => {
      metadata.annotations = { ...metadata.annotations, [SELECTED_NODE]: node };
    });
  }
}
