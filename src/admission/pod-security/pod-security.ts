import { apiErrors, isJsonObject, type JsonObject, type KubeObject } from '#meta';
import type { Lookup } from '../lookup.ts';
import { type Container, type Pod, type PodSpec, resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest, Concern } from '../plugin.ts';
import { detailsOf, faultsIn } from './evaluate.ts';
import { warningsAboutPods } from './existing-pods.ts';
import { type CheckedPod, containersOf } from './fault.ts';
import { isSame, isStricter, type Policy, policyOf, showStandard } from './policy.ts';

/** Where kinds that make pods keep the template. */
const templates: readonly (readonly [group: string, resource: string, path: readonly string[]])[] = [
  ['', 'replicationcontrollers', ['spec', 'template']],
  ['', 'podtemplates', ['template']],
  ['apps', 'replicasets', ['spec', 'template']],
  ['apps', 'deployments', ['spec', 'template']],
  ['apps', 'statefulsets', ['spec', 'template']],
  ['apps', 'daemonsets', ['spec', 'template']],
  ['batch', 'jobs', ['spec', 'template']],
  ['batch', 'cronjobs', ['spec', 'jobTemplate', 'spec', 'template']],
];

const operations: Concern['operations'] = ['CREATE', 'UPDATE'];

/**
 * Pods keep to the standard that their namespace demands; what makes pods is only warned of.
 * k8s: pod-security-admission/admission/admission.go
 */
export function podSecurity(lookup: Lookup): AdmissionPlugin {
  return {
    name: 'PodSecurity',
    concerns: [
      { resource: resources.namespaces, operations },
      { resource: resources.pods, subresources: ['', 'ephemeralcontainers', 'resize'], operations },
      ...templates.map(([group, resource]) => ({ resource: { group, resource }, operations })),
    ],
    async check(request) {
      if (request.kind.kind === 'Namespace') return checkNamespace(request, lookup);
      const namespace = await lookup.get(resources.namespaces, request.namespace);
      const { policy } = policyOf(namespace?.metadata.labels);
      if (request.kind.kind === 'Pod') checkPod(request, policy);
      else warnOfTemplate(request, policy);
    },
  };
}

async function checkNamespace(request: AdmissionRequest, lookup: Lookup): Promise<void> {
  const { name, object, oldObject, warn } = request;
  const now = policyOf(object?.metadata.labels);
  const before = oldObject === null ? undefined : policyOf(oldObject.metadata.labels);
  if (now.faults.length > 0 && JSON.stringify(now.faults) !== JSON.stringify(before?.faults)) {
    throw apiErrors.invalid({ group: '', kind: 'Namespace' }, name, now.faults);
  }
  if (before === undefined || !isNews(now.policy, before.policy)) return;
  const { enforce } = now.policy;
  for (const text of warningsAboutPods(await lookup.list(resources.pods, name), name, enforce)) warn(text);
}

/** Whether pods that were good enough may not be so any longer. */
function isNews({ enforce }: Policy, { enforce: before }: Policy): boolean {
  if (enforce.level === 'privileged' || isSame(enforce, before)) return false;
  return enforce.version !== before.version || isStricter(enforce.level, before.level);
}

function checkPod(request: AdmissionRequest<Pod>, policy: Policy): void {
  const { metadata = {}, spec = {} } = request.object ?? {};
  if (request.operation === 'UPDATE' && !hasNewImage(spec, request.oldObject?.spec ?? {})) return;
  const faults = faultsIn({ metadata, spec }, policy.enforce);
  if (faults.length > 0) {
    const why = `violates PodSecurity "${showStandard(policy.enforce)}": ${detailsOf(faults)}`;
    throw apiErrors.forbidden(request.resource, request.name, why);
  }
  warnOf({ metadata, spec }, request, policy);
}

function warnOfTemplate(request: AdmissionRequest, policy: Policy): void {
  const at = templates.find(([group, name]) => group === request.resource.group && name === request.resource.resource);
  const template: Partial<Pod> | undefined = at && partAt(request.object, at[2]);
  if (template === undefined) return;
  warnOf({ metadata: template.metadata ?? {}, spec: template.spec ?? {} }, request, policy);
}

function partAt(object: KubeObject | null, path: readonly string[]): JsonObject | undefined {
  let part: JsonObject | undefined = object ?? undefined;
  for (const field of path) {
    const below = part?.[field];
    part = isJsonObject(below) ? below : undefined;
  }
  return part;
}

function warnOf(subject: CheckedPod, { warn }: AdmissionRequest, { warn: standard }: Policy): void {
  const faults = faultsIn(subject, standard);
  if (faults.length > 0) warn(`would violate PodSecurity "${showStandard(standard)}": ${detailsOf(faults)}`);
}

/** Of what can change in a pod, only what it runs can matter to a standard. */
function hasNewImage(spec: PodSpec, before: PodSpec): boolean {
  const roles = ['containers', 'initContainers'] as const;
  if (roles.some((role) => (spec[role] ?? []).length !== (before[role] ?? []).length)) return true;
  const images = new Map(containersOf(before).map(({ name, image }: Container) => [name, image]));
  return containersOf(spec).some(({ name, image }) => !images.has(name) || images.get(name) !== image);
}
