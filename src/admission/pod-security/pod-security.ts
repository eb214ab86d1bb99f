import { apiErrors, formatFieldErrors, isJsonObject, type JsonObject, type KubeObject } from '#meta';
import type { Lookup } from '../lookup.ts';
import { type Container, type Pod, type PodSpec, resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest, Concern } from '../plugin.ts';
import { detailsOf, faultsIn } from './evaluate.ts';
import { warningsAboutPods } from './existing-pods.ts';
import { type CheckedPod, containersOf } from './fault.ts';
import { isSame, isStricter, type Policy, PREFIX, policyOf, type ReadPolicy, showStandard } from './policy.ts';

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
      const read = policyOf(namespace?.metadata.labels);
      if (request.kind.kind === 'Pod') checkPod(request, read);
      else warnOfTemplate(request, read);
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

function checkPod(request: AdmissionRequest<Pod>, read: ReadPolicy): void {
  const { metadata = {}, spec = {} } = request.object ?? {};
  const { policy } = read;
  if (isOpen(read)) return void note(request, 'enforce-policy', 'privileged:latest');
  if (request.operation === 'UPDATE' && !hasNewImage(spec, request.oldObject?.spec ?? {})) return;
  noteFaults(request, read);
  note(request, 'enforce-policy', showStandard(policy.enforce));
  noteViolations({ metadata, spec }, request, policy);
  const faults = faultsIn({ metadata, spec }, policy.enforce);
  if (faults.length > 0) {
    const why = `violates PodSecurity "${showStandard(policy.enforce)}": ${detailsOf(faults)}`;
    throw apiErrors.forbidden(request.resource, request.name, why);
  }
  warnOf({ metadata, spec }, request, policy);
}

/** Nothing is demanded, written down or warned of. */
function isOpen({ policy: { enforce, audit, warn }, faults }: ReadPolicy): boolean {
  return faults.length === 0 && [enforce, audit, warn].every(({ level }) => level === 'privileged');
}

function note({ annotate }: AdmissionRequest, key: string, value: string): void {
  annotate?.(PREFIX + key, value);
}

function noteFaults(request: AdmissionRequest, { faults }: ReadPolicy): void {
  if (faults.length > 0) note(request, 'error', `Failed to parse policy: ${formatFieldErrors(faults)}`);
}

function noteViolations(subject: CheckedPod, request: AdmissionRequest, { audit }: Policy): void {
  if (request.annotate === undefined) return;
  const faults = faultsIn(subject, audit);
  if (faults.length > 0) {
    note(request, 'audit-violations', `would violate PodSecurity "${showStandard(audit)}": ${detailsOf(faults)}`);
  }
}

function warnOfTemplate(request: AdmissionRequest, read: ReadPolicy): void {
  const { policy } = read;
  const at = templates.find(([group, name]) => group === request.resource.group && name === request.resource.resource);
  const template: Partial<Pod> | undefined = at && partAt(request.object, at[2]);
  if (template === undefined) return;
  const subject = { metadata: template.metadata ?? {}, spec: template.spec ?? {} };
  noteFaults(request, read);
  noteViolations(subject, request, policy);
  warnOf(subject, request, policy);
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
