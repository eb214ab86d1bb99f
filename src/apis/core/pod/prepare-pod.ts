import { getOwn, type JsonObject, type ObjectMeta, path } from '#meta';
import type { AppArmorProfile, Pod, PodAffinity, PodSpec } from '../v1/types.gen.ts';
import { containersAt } from './annotation-validation.ts';
import { qosClassOf } from './qos.ts';
import { validateAppArmorProfile } from './security-validation.ts';
import type { Selector } from './selector-and-amounts.ts';

/** What a new pod looks like, whatever the client said. */
export function prepareNewPod(pod: Pod, now: string): void {
  pod.spec ??= {};
  const gated = (pod.spec.schedulingGates ?? []).length > 0;
  pod.status = { phase: 'Pending', ...(gated ? { conditions: [gatedCondition(now)] } : {}) };
  for (const affinity of [pod.spec.affinity?.podAffinity, pod.spec.affinity?.podAntiAffinity]) {
    selectOwnLabels(affinity, pod.metadata);
  }
  for (const constraint of pod.spec.topologySpreadConstraints ?? []) {
    addLabels(constraint.labelSelector, {
      keys: constraint.matchLabelKeys,
      operator: 'In',
      labels: pod.metadata.labels,
    });
  }
  copyAppArmor(pod.spec, pod.metadata);
  pod.status.qosClass = qosClassOf(pod.spec);
}

const gatedCondition = (now: string): JsonObject => ({
  type: 'PodScheduled',
  status: 'False',
  lastTransitionTime: now,
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
});

/** Keys whose values are to be the pod's own become part of the selector. */
function selectOwnLabels(affinity: PodAffinity | undefined, { labels }: ObjectMeta): void {
  const terms = [
    ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
  ];
  for (const term of terms) {
    addLabels(term?.labelSelector, { keys: term?.matchLabelKeys, operator: 'In', labels });
    addLabels(term?.labelSelector, { keys: term?.mismatchLabelKeys, operator: 'NotIn', labels });
  }
}

interface AddedLabels {
  readonly keys: readonly string[] | undefined;
  readonly operator: 'In' | 'NotIn';
  readonly labels: { readonly [key: string]: string } | undefined;
}

function addLabels(selector: Selector | undefined, { keys = [], operator, labels = {} }: AddedLabels): void {
  if (selector === undefined) return;
  for (const key of keys) {
    const value = getOwn(labels, key);
    if (value === undefined) continue;
    selector.matchExpressions = [...(selector.matchExpressions ?? []), { key, operator, values: [value] }];
  }
}

const APP_ARMOR_PREFIX = 'container.apparmor.security.beta.kubernetes.io/';

/** Older clients set the profile in annotations. It is copied into the field, which is what counts. */
function copyAppArmor(spec: PodSpec, metadata: ObjectMeta): void {
  if (spec.os?.name === 'windows') return;
  const ofPod = spec.securityContext?.appArmorProfile;
  for (const [container] of containersAt(spec, path('spec'))) {
    const key = `${APP_ARMOR_PREFIX}${container.name}`;
    const annotation = metadata.annotations?.[key];
    const own = container.securityContext?.appArmorProfile;
    if (annotation === undefined || own !== undefined) continue;
    const profile = profileOf(annotation);
    if (profile === undefined || sameProfile(profile, ofPod)) continue;
    container.securityContext = { ...container.securityContext, appArmorProfile: profile };
  }
}

const sameProfile = (a: AppArmorProfile, b: AppArmorProfile | undefined): boolean =>
  a.type === b?.type && a.localhostProfile === b?.localhostProfile;

function profileOf(annotation: string): AppArmorProfile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' };
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' };
  if (!annotation.startsWith('localhost/')) return undefined;
  const profile = { type: 'Localhost', localhostProfile: annotation.slice('localhost/'.length) };
  return validateAppArmorProfile(profile, path('spec')).length === 0 ? profile : undefined;
}
