// Secrets and config maps of a pod as files, as its containers would find them.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, resourceRef } from 'pinnace/client';
import type { ConfigMap, Pod, Secret, Volume } from 'pinnace/types/core/v1';

const core = { group: '', version: 'v1', namespaced: true };
const secrets = resourceRef<Secret>({ ...core, resource: 'secrets', kind: 'Secret' });
const configMaps = resourceRef<ConfigMap>({ ...core, resource: 'configmaps', kind: 'ConfigMap' });

/** Writes the volumes of a pod below a folder, and tells where each is. Other volumes are empty folders. */
export async function writeVolumes(client: Client, pod: Pod, folder: string): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const volume of pod.spec?.volumes ?? []) {
    const place = join(folder, volume.name ?? '');
    await mkdir(place, { recursive: true });
    for (const [file, bytes] of await filesOf(client, pod.metadata.namespace ?? '', volume)) {
      await writeFile(join(place, file), bytes, { mode: 0o600 });
    }
    places.set(volume.name ?? '', place);
  }
  return places;
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
