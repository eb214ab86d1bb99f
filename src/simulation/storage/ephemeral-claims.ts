import type { CoreV1 } from '#apis';
import type { CachedClient } from '#in-process-client';
import { cloneJson } from '#meta';
import { CLAIM, type Claim } from './types.ts';

type Pod = CoreV1['Pod'];
type PodVolume = CoreV1['Volume'];

/** Makes the claims that a pod has for itself alone. k8s: controller/volume/ephemeral */
export async function makeEphemeralClaims(client: CachedClient, key: string): Promise<undefined> {
  const pod = client.get<Pod>('Pod', key);
  if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return;
  for (const volume of pod.spec?.volumes ?? []) {
    if (!volume.ephemeral?.volumeClaimTemplate) continue;
    const claim = claimFor(pod, volume);
    const { namespace, name } = claim.metadata;
    if (client.get<Claim>(CLAIM, `${namespace}/${name}`) === undefined) await client.create(claim);
  }
}

function claimFor({ metadata }: Pod, { name, ephemeral }: PodVolume): Claim {
  const { namespace = '', name: podName = '', uid = '' } = metadata;
  const template = ephemeral?.volumeClaimTemplate;
  const { labels, annotations } = template?.metadata ?? {};
  const owner = { apiVersion: 'v1', kind: 'Pod', name: podName, uid, controller: true, blockOwnerDeletion: true };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: `${podName}-${name}`,
      namespace,
      ...(labels && { labels: { ...labels } }),
      ...(annotations && { annotations: { ...annotations } }),
      ownerReferences: [owner],
    },
    spec: cloneJson(template?.spec ?? {}),
  };
}
