// Secrets and config maps of a pod as files, as its containers would find them.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, resourceRef } from 'pinnace/client';
import type { ConfigMap, Pod, Secret, Volume } from 'pinnace/types/core/v1';

const core = { group: '', version: 'v1', namespaced: true };
const secrets = resourceRef<Secret>({ ...core, resource: 'secrets', kind: 'Secret' });
const configMaps = resourceRef<ConfigMap>({ ...core, resource: 'configmaps', kind: 'ConfigMap' });

/** The folder of one pod, and the one that stands for the disks of all nodes. */
interface Folders {
  readonly folder: string;
  readonly disks: string;
}

/** Writes the volumes of a pod below a folder, and tells where each is. Other volumes are empty folders. */
export async function writeVolumes(client: Client, pod: Pod, folders: Folders): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const volume of pod.spec?.volumes ?? []) {
    const place = placeOf(volume, pod, folders);
    await mkdir(place, { recursive: true });
    for (const [file, bytes] of await filesOf(client, pod.metadata.namespace ?? '', volume)) {
      await writeFile(join(place, file), bytes, { mode: 0o600 });
    }
    places.set(volume.name ?? '', place);
  }
  return places;
}

/** What lies on the disk of a node is there for all pods of that node. */
function placeOf({ name = '', hostPath }: Volume, { spec }: Pod, { folder, disks }: Folders): string {
  if (hostPath?.path === undefined) return join(folder, name);
  return join(disks, spec?.nodeName ?? '', encodeURIComponent(hostPath.path));
}

type Files = readonly (readonly [string, Uint8Array])[];

async function filesOf(client: Client, namespace: string, { secret, configMap }: Volume): Promise<Files> {
  if (secret?.secretName) {
    const { data = {} } = await client.resource(secrets).inNamespace(namespace).get(secret.secretName);
    const files = Object.entries(data).map(([key, text]) => [key, Buffer.from(text, 'base64')] as const);
    return chosen(files, secret.items);
  }
  if (configMap?.name) {
    const { data = {} } = await client.resource(configMaps).inNamespace(namespace).get(configMap.name);
    return chosen(
      Object.entries(data).map(([key, text]) => [key, Buffer.from(text)] as const),
      configMap.items,
    );
  }
  return [];
}

/** Where items are named, only they are there, under the paths that they name. */
function chosen(files: Files, items: readonly { key?: string; path?: string }[] = []): Files {
  if (items.length === 0) return files;
  return items.flatMap(({ key = '', path = '' }) =>
    files.filter(([name]) => name === key && !path.includes('/')).map(([, bytes]) => [path, bytes] as const),
  );
}
