import type { CachedClient } from '#in-process-client';
import { cloneJson, storedEqual } from '#meta';
import { matcherOf } from '../event-mappers.ts';
import { inParallel } from '../in-parallel.ts';
import { claim } from '../pods/claim.ts';
import { isTerminatingNamespace, type Pod, podFrom } from '../pods/pod.ts';
import { tell } from '../pods/pod-control.ts';
import { slowStart } from '../pods/slow-start.ts';
import { keepRevisions } from '../revisions/keep-revisions.ts';
import { outdatedRevisions, patchOf, REVISION_LABEL, revisionHash, templateIn } from '../revisions/revision.ts';
import { isWanted, ordinalOf, planStatefulSet } from './plan.ts';
import { claimOwner, claimOwners } from './retention.ts';
import type { ClaimTemplate, StatefulSet } from './types.ts';

const CONCURRENCY = 8;
const CLAIM = 'PersistentVolumeClaim';

/** Keeps pods with names and storage of their own. k8s: controller/statefulset */
export async function reconcileStatefulSet(client: CachedClient, key: string): Promise<number | undefined> {
  const set = client.get<StatefulSet>('apps/StatefulSet', key);
  if (set === undefined) return undefined;
  try {
    return await reconcile(client, set);
  } catch (error) {
    if (isTerminatingNamespace(error)) return undefined;
    throw error;
  }
}

async function reconcile(client: CachedClient, set: StatefulSet): Promise<number | undefined> {
  const matches = matcherOf(set.spec?.selector);
  const only = (pod: Pod): boolean => ordinalOf(pod, set) !== undefined;
  const pods = await claim<Pod>(client, set, { kind: 'Pod', matches, only });
  const {
    all,
    current: updated,
    collisionCount,
  } = await keepRevisions(client, set, {
    matches,
    label: 'controller.kubernetes.io/hash',
    hash: (owner, count) => revisionHash(patchOf(owner), count),
    collisionCount: set.status?.collisionCount ?? 0,
  });
  const left = all.find(({ metadata }) => metadata.name === set.status?.currentRevision) ?? updated;
  const { name: current = '' } = left.metadata;
  const { name: update = '' } = updated.metadata;
  const plan = planStatefulSet({ set, pods, current, update, collisionCount, nowMs: client.nowMs });
  await keepClaims(client, set, pods);
  const failure = await slowStart(plan.create, ({ ordinal, revision }) => {
    const template = revision === update ? (set.spec?.template ?? {}) : templateIn(left);
    return createPod(client, { ...set, spec: { ...set.spec, template } }, { ordinal, revision });
  });
  const failures = await inParallel(plan.remove, CONCURRENCY, (pod) => removePod(client, set, pod));
  if (!storedEqual(plan.status, set.status ?? {})) {
    await client.writeStatus<StatefulSet>(set, (live) => {
      live.status = { ...plan.status };
    });
  }
  const live = new Set([current, update, ...pods.map(({ metadata }) => metadata.labels?.[REVISION_LABEL])]);
  const limit = set.spec?.revisionHistoryLimit;
  for (const revision of outdatedRevisions(all, { live, limit })) await client.remove(revision);
  const error = failure ?? failures[0];
  if (error !== undefined) throw error;
  return plan.againMs;
}

/** Sets the owners of a pod's claims by the retention policy. Done before the pod is deleted. */
async function keepClaims(client: CachedClient, set: StatefulSet, pods: readonly Pod[]): Promise<void> {
  for (const pod of pods) {
    const ordinal = ordinalOf(pod, set) as number;
    const owner = claimOwner(set, pod, { isWanted: isWanted(set, ordinal) });
    for (const template of set.spec?.volumeClaimTemplates ?? []) {
      const there = client.get<ClaimTemplate>(CLAIM, `${set.metadata.namespace}/${claimName(set, template, ordinal)}`);
      const owners = there && claimOwners(there, { set, pod, owner });
      if (there === undefined || owners === undefined) continue;
      await client.editMetadata(there, (metadata) => {
        if (owners.length === 0) delete metadata.ownerReferences;
        else metadata.ownerReferences = owners;
      });
    }
  }
}

interface OrdinalRevision {
  readonly ordinal: number;
  readonly revision: string;
}

/** First what the pod will need, then the pod. */
async function createPod(client: CachedClient, set: StatefulSet, place: OrdinalRevision): Promise<void> {
  const templates = set.spec?.volumeClaimTemplates ?? [];
  for (const template of templates) {
    const wanted = newClaim(set, template, place.ordinal);
    const { namespace, name } = wanted.metadata;
    if (client.get(CLAIM, `${namespace}/${name}`) !== undefined) continue;
    const isMade = await client.create(wanted);
    const said = `Create Claim ${name} Pod ${podName(set, place.ordinal)} in StatefulSet ${set.metadata.name} success`;
    if (isMade) await tell(client, set, ['Normal', 'SuccessfulCreate', said]);
  }
  await tellPod(client, set, {
    verb: 'Create',
    name: podName(set, place.ordinal),
    done: () => client.create(newPod(set, place)),
  });
}

const podName = ({ metadata }: StatefulSet, ordinal: number): string => `${metadata.name}-${ordinal}`;

function removePod(client: CachedClient, set: StatefulSet, pod: Pod): Promise<void> {
  return tellPod(client, set, { verb: 'Delete', name: pod.metadata.name ?? '', done: () => client.remove(pod) });
}

interface PodAct {
  readonly verb: 'Create' | 'Delete';
  readonly name: string;
  /** False when there was nothing to do. */
  done(): Promise<boolean>;
}

async function tellPod(client: CachedClient, set: StatefulSet, { verb, name, done }: PodAct): Promise<void> {
  const said = `${verb} Pod ${name} in StatefulSet ${set.metadata.name}`;
  try {
    if (!(await done())) return;
  } catch (error) {
    const why = `${said} failed error: ${(error as Error).message}`;
    if (!isTerminatingNamespace(error)) await tell(client, set, ['Warning', `Failed${verb}`, why]);
    throw error;
  }
  await tell(client, set, ['Normal', `Successful${verb}`, `${said} successful`]);
}

function newClaim(set: StatefulSet, template: ClaimTemplate, ordinal: number): ClaimTemplate {
  const { labels, annotations } = template.metadata;
  return {
    apiVersion: 'v1',
    kind: CLAIM,
    metadata: {
      name: claimName(set, template, ordinal),
      namespace: set.metadata.namespace ?? '',
      labels: { ...labels, ...set.spec?.selector?.matchLabels },
      ...(annotations && { annotations: { ...annotations } }),
    },
    spec: cloneJson(template.spec ?? {}),
  };
}

const claimName = ({ metadata: { name: set } }: StatefulSet, { metadata: { name } }: ClaimTemplate, ordinal: number) =>
  `${name}-${set}-${ordinal}`;

function newPod(set: StatefulSet, { ordinal, revision }: OrdinalRevision): Pod {
  const { metadata, spec = {}, ...rest } = podFrom(set.spec?.template ?? {}, set);
  const name = podName(set, ordinal);
  const { generateName: _, ...kept } = metadata;
  const labels = {
    ...metadata.labels,
    'statefulset.kubernetes.io/pod-name': name,
    'apps.kubernetes.io/pod-index': String(ordinal),
    [REVISION_LABEL]: revision,
  };
  const claims = (set.spec?.volumeClaimTemplates ?? []).map((template) => ({
    name: template.metadata.name ?? '',
    persistentVolumeClaim: { claimName: claimName(set, template, ordinal) },
  }));
  const own = new Set(claims.map((volume) => volume.name));
  const volumes = [...claims, ...(spec.volumes ?? []).filter(({ name = '' }) => !own.has(name))];
  const serviceName = set.spec?.serviceName;
  return {
    ...rest,
    metadata: { ...kept, name, labels },
    spec: {
      ...spec,
      hostname: name,
      ...(serviceName && { subdomain: serviceName }),
      ...(volumes.length > 0 && { volumes }),
    },
  };
}
