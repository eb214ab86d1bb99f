import type { InProcessClient } from '#in-process-client';
import { type ServedResource, viewIn } from '#machinery';
import { formatGroupResource, isJsonObject, type OwnerReference } from '#meta';
import { type Entry, objectInVersion, parseEntry } from '#registry';
import type { PodView } from './pod-view.ts';

/** How many pods there should be: what the controllers of these are scaled to. Throws where that cannot be told. */
export async function expectedScale(
  client: InProcessClient,
  namespace: string,
  pods: readonly PodView[],
): Promise<number> {
  const scales = new Map<string, number>();
  const seen = new Set<string>();
  for (const { controller, name } of pods) {
    if (controller === undefined || seen.has(controller.uid)) continue;
    seen.add(controller.uid);
    const found = await scaleOf(client, namespace, controller);
    if (found === undefined) throw new Error(`found no controllers for pod ${JSON.stringify(name)}`);
    scales.set(found.uid, found.replicas);
  }
  return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0);
}

interface Scaled {
  readonly uid: string;
  readonly replicas: number;
}

/** A ReplicaSet that a Deployment manages is scaled by that. */
async function scaleOf(client: InProcessClient, namespace: string, owner: OwnerReference): Promise<Scaled | undefined> {
  const served = client.mapper.ofKind(owner.apiVersion, owner.kind);
  if (served === undefined)
    throw new Error(`no matches for kind ${JSON.stringify(owner.kind)} in version ${JSON.stringify(owner.apiVersion)}`);
  const entry = await find(client, served, namespace, owner);
  const manager = entry && parseEntry(entry).metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner.kind === 'ReplicaSet' && manager?.kind === 'Deployment') {
    const deployments = client.mapper.ofKind(manager.apiVersion, manager.kind);
    const deployment = deployments && (await find(client, deployments, namespace, manager));
    if (deployments && deployment) return readScale(deployments, deployment, manager.uid);
  }
  return entry === undefined ? mayScale(served) : readScale(served, entry, owner.uid);
}

async function find(
  client: InProcessClient,
  served: ServedResource,
  namespace: string,
  { name, uid }: OwnerReference,
): Promise<Entry | undefined> {
  const entry = await client.read({ served, namespace, name });
  return entry !== null && parseEntry(entry).metadata.uid === uid ? entry : undefined;
}

async function readScale(served: ServedResource, entry: Entry, uid: string): Promise<Scaled | undefined> {
  const view = viewIn(served.definition, 'scale');
  if (view === undefined) return mayScale(served);
  const { spec } = view.read(await objectInVersion(served, entry));
  return { uid, replicas: isJsonObject(spec) ? Number(spec.replicas ?? 0) : 0 };
}

/** Throws if the kind has no scale subresource. */
function mayScale({ definition }: ServedResource): undefined {
  if (viewIn(definition, 'scale') !== undefined) return undefined;
  throw new Error(`${formatGroupResource(definition)} does not implement the scale subresource`);
}
