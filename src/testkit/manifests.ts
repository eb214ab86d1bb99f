import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseYaml } from '#machinery';
import { isJsonObject, type Json, type KubeObject } from '#meta';

/** An object, or the path of a file or folder with objects in YAML or JSON. */
export type Manifest = string | KubeObject;

/** The objects of manifests, in their order; files of a folder by name. */
export async function readManifests(manifests: readonly Manifest[]): Promise<readonly KubeObject[]> {
  const found: KubeObject[] = [];
  for (const manifest of manifests) {
    if (typeof manifest === 'string') found.push(...(await objectsUnder(manifest)));
    else found.push(manifest);
  }
  return found;
}

async function objectsUnder(path: string): Promise<readonly KubeObject[]> {
  if (!(await stat(path)).isDirectory()) return objectsIn(path);
  const names = (await readdir(path, { recursive: true })).filter((name) => /\.(ya?ml|json)$/i.test(name)).sort();
  return (await Promise.all(names.map((name) => objectsIn(join(path, name))))).flat();
}

async function objectsIn(file: string): Promise<readonly KubeObject[]> {
  const text = await readFile(file, 'utf8');
  return text
    .split(/^---.*$/m)
    .filter((document) => /^\s*[^#\s]/m.test(document))
    .flatMap((document) => objectsOf(file, parsed(file, document)));
}

/** JSON is YAML. */
function parsed(file: string, document: string): Json {
  try {
    return parseYaml(Buffer.from(document), { duplicates: false }).value;
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function objectsOf(file: string, value: Json): readonly KubeObject[] {
  if (value === null) return [];
  if (!isJsonObject(value) || typeof value.kind !== 'string' || typeof value.apiVersion !== 'string')
    throw new Error(`${file}: a document has no apiVersion or kind`);
  if (value.kind === 'List') return ((value.items ?? []) as Json[]).flatMap((item) => objectsOf(file, item));
  return [value as unknown as KubeObject];
}
