import type { CachedClient } from '#in-process-client';
import { CLAIM, type Claim, PROVISIONED_BY, PROVISIONER, VOLUME, type Volume } from './types.ts';

/** Tells how a volume stands, and removes one that was made for a claim that is gone. */
export async function keepVolume(client: CachedClient, key: string): Promise<undefined> {
  const volume = client.get<Volume>(VOLUME, key);
  if (volume === undefined || volume.metadata.deletionTimestamp !== undefined) return;
  const phase = phaseOf(client, volume);
  if (volume.status?.phase !== phase) {
    const { now } = client;
    await client.writeStatus<Volume>(volume, (live) => {
      live.status = { ...live.status, phase, lastPhaseTransitionTime: now };
    });
  }
  const isOurs = volume.metadata.annotations?.[PROVISIONED_BY] === PROVISIONER;
  if (phase === 'Released' && isOurs && volume.spec?.persistentVolumeReclaimPolicy === 'Delete') {
    await client.remove(volume);
  }
}

function phaseOf(client: CachedClient, { metadata, spec }: Volume): string {
  const { claimRef } = spec ?? {};
  if (!claimRef?.uid) return 'Available';
  const claim = client.get<Claim>(CLAIM, `${claimRef.namespace}/${claimRef.name}`);
  if (claim === undefined || claim.metadata.uid !== claimRef.uid) return 'Released';
  return claim.spec?.volumeName === metadata.name ? 'Bound' : 'Available';
}
