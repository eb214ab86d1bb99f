import type { CoreV1 } from '#apis';
import { timeMs } from '#in-process-client';
import { ApiError, cloneJson, type KubeObject, type ObjectMeta, type OwnerReference } from '#meta';

export type Condition = CoreV1['PodCondition'];

export type PodTemplate = CoreV1['PodTemplateSpec'];

export type NodeRequirement = CoreV1['NodeSelectorRequirement'];
export type NodeSelectorTerm = CoreV1['NodeSelectorTerm'];
export type Toleration = CoreV1['Toleration'];

export type Container = CoreV1['Container'];

export type Volume = CoreV1['Volume'];

export type Pod = CoreV1['Pod'];

export const isEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';
export const isDeleting = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;
/** Whether it counts towards the wanted number. */
export const isActive = (pod: Pod): boolean => !isEnded(pod) && !isDeleting(pod);

export function readyCondition({ status }: Pod): Condition | undefined {
  return status?.conditions?.find(({ type }) => type === 'Ready');
}
export const isReady = (pod: Pod): boolean => readyCondition(pod)?.status === 'True';

/** Milliseconds until a ready pod has been so for long enough; 0 when it has. */
export function untilAvailable(pod: Pod, minReadySeconds: number, nowMs: number): number | undefined {
  if (!isReady(pod)) return undefined;
  if (minReadySeconds === 0) return 0;
  const since = timeMs(readyCondition(pod)?.lastTransitionTime);
  return since === undefined ? undefined : Math.max(0, since + minReadySeconds * 1000 - nowMs);
}

/** An owner reference with `controller: true`. */
export function controllerReference({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  const { name = '', uid = '' } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** A new pod, as its controller makes it. k8s: controller/controller_utils.go GetPodFromTemplate */
export function podFrom(template: PodTemplate, owner: KubeObject): Pod {
  const { labels, annotations, finalizers } = cloneJson(template.metadata ?? {});
  const { name, namespace } = owner.metadata;
  const metadata: ObjectMeta = {
    generateName: `${name}-`,
    ...(namespace !== undefined && { namespace }),
    ...(labels && { labels }),
    ...(annotations && { annotations }),
    ...(finalizers && { finalizers }),
    ownerReferences: [controllerReference(owner)],
  };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: cloneJson(template.spec ?? {}) };
}

/** Nothing can be made in a namespace that is on its way out, and nothing needs to be. */
export function isTerminatingNamespace(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.status.details?.causes ?? []).some(({ reason }) => reason === 'NamespaceTerminating')
  );
}
