import {
  awaits,
  FOREGROUND,
  type InProcessClient,
  mayBeDeleting,
  metadataIfReadable,
  metadataOf,
  ORPHAN,
  objectKeyIn,
} from '#in-process-client';
import type { ServedResource } from '#machinery';
import type { Entry } from '#registry';
import { inParallel } from '../in-parallel.ts';
import type { Remains } from './conditions.ts';

const CONCURRENCY = 16;

/**
 * Deletes all that lies in a namespace, whatever its kind, group and version, and tells what stays behind. Pods go
 * first: what they use must be there until they have ended.
 */
export async function deleteContent(client: InProcessClient, namespace: string): Promise<Remains> {
  const all = [...client.mapper.byPrefix.values()].filter(({ definition }) => definition.namespaced);
  const remains = {
    resources: new Map<string, number>(),
    finalizers: new Map<string, number>(),
    failures: [...(await unreadableDefinitions(client))],
    undiscovered: [],
  };
  for (const group of [all.filter(isPods), all.filter((served) => !isPods(served))]) {
    for (const served of group) {
      const { left, failure } = await deleteAll(client, served, namespace);
      if (failure !== undefined) remains.failures.push(failure);
      count(remains, served, left);
    }
    if (remains.resources.size > 0) break;
  }
  return remains;
}

/** Definitions that cannot be read: the namespace may have objects of theirs. */
async function unreadableDefinitions(client: InProcessClient): Promise<readonly Error[]> {
  const served = client.mapper.ofKind('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
  const definitions = served === undefined ? [] : await client.list(served);
  return definitions.flatMap(({ damage }) => damage ?? []);
}

function isPods({ group, definition }: ServedResource): boolean {
  return group === '' && definition.resource === 'pods';
}

async function deleteAll(
  client: InProcessClient,
  served: ServedResource,
  namespace: string,
): Promise<{ readonly left: readonly Entry[]; readonly failure?: Error | undefined }> {
  const there = await client.list(served, namespace);
  if (there.length === 0) return { left: [] };
  const [failure] = await inParallel(there, CONCURRENCY, async (entry) => {
    if (!isOnItsWay(entry)) await client.remove(objectKeyIn(served, entry.key), { propagationPolicy: 'Background' });
  });
  return { left: await client.list(served, namespace), failure };
}

/** It is being deleted already, and does not wait for dependents, which are deleted with the namespace. */
function isOnItsWay(entry: Entry): boolean {
  if (entry.damage !== undefined || !mayBeDeleting(entry)) return false;
  const metadata = metadataOf(entry);
  return metadata.deleting && !awaits(metadata, ORPHAN) && !awaits(metadata, FOREGROUND);
}

function count(
  { resources, finalizers }: { resources: Map<string, number>; finalizers: Map<string, number> },
  { definition: { group, resource } }: ServedResource,
  left: readonly Entry[],
): void {
  if (left.length > 0) resources.set(`${resource}.${group}`, left.length);
  for (const entry of left) {
    for (const name of metadataIfReadable(entry)?.finalizers ?? [])
      finalizers.set(name, (finalizers.get(name) ?? 0) + 1);
  }
}
