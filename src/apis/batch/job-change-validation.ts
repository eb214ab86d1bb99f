import { type FieldError, fieldErrors, type Json, path, sameJson } from '#meta';
import { validateSelectorChange } from '../apps/workload-validation.ts';
import type { Container, PodSpec, PodTemplateSpec } from '../core/v1/types.gen.ts';
import { coreV1 } from '../core/v1/types.ts';
import { changedFault, validateUnchanged } from '../field-validation.ts';
import { goValue } from '../go-value.ts';
import { hasCondition, isIndexed, type Job, type JobSpec } from './job-types.ts';
import { batchV1 } from './v1/types.ts';

const at = path('spec');

/** What of a job cannot change, or only while it is suspended. k8s: batch/validation ValidateJobSpecUpdate */
export function validateJobChange(job: Job, live: Job): FieldError[] {
  const { spec = {} } = job;
  const { spec: before = {} } = live;
  const fixed = ['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'] as const;
  return [
    ...validateCompletions(spec, before),
    ...validateSelectorChange(spec, before),
    ...validateTemplate(job, live),
    ...fixed.flatMap((name) =>
      sameJson(spec[name], before[name]) ? [] : [changedFault(at.child(name), shownPolicy(name, spec[name]))],
    ),
  ];
}

const policyTypes: { readonly [field: string]: 'PodFailurePolicy' | 'SuccessPolicy' } = {
  podFailurePolicy: 'PodFailurePolicy',
  successPolicy: 'SuccessPolicy',
};

function shownPolicy(name: string, value: Json | undefined): Json | undefined {
  const type = policyTypes[name];
  return type === undefined || value === undefined ? value : goValue(batchV1.type(type), value);
}

function validateCompletions(spec: JobSpec, before: JobSpec): FieldError[] {
  const field = at.child('completions');
  if (!isIndexed(spec)) return validateUnchanged(field, spec.completions, before.completions);
  const { completions } = spec;
  if (completions === before.completions || completions === undefined || completions === spec.parallelism) return [];
  return [fieldErrors.invalid(field, completions, 'can only be modified in tandem with spec.parallelism')];
}

/** Where the pods of a suspended job go and what they ask for may still change. */
function validateTemplate(job: Job, live: Job): FieldError[] {
  const template = job.spec?.template ?? {};
  const before = live.spec?.template ?? {};
  if (!isAtRest(live)) {
    if (sameJson(template, before)) return [];
    return [changedFault(at.child('template'), goValue(coreV1.type('PodTemplateSpec'), template))];
  }
  const allowed = withResources(withScheduling(before, template), template);
  if (sameJson(template.spec, allowed.spec)) return [];
  return [changedFault(at.child('template', 'spec'), goValue(coreV1.type('PodSpec'), template.spec))];
}

function isAtRest(job: Job): boolean {
  const { startTime, active = 0 } = job.status ?? {};
  return job.spec?.suspend === true && (startTime === undefined || hasCondition(job, 'Suspended')) && active === 0;
}

function withScheduling(before: PodTemplateSpec, now: PodTemplateSpec): PodTemplateSpec {
  const spec: PodSpec = { ...before.spec };
  for (const name of ['nodeSelector', 'tolerations', 'schedulingGates'] as const) copyField(spec, now.spec ?? {}, name);
  const affinity = { ...before.spec?.affinity };
  copyField(affinity, now.spec?.affinity ?? {}, 'nodeAffinity');
  if (sameJson(affinity, {})) delete spec.affinity;
  else spec.affinity = affinity;
  return { ...before, spec };
}

function copyField<T extends object, K extends keyof T>(to: T, from: T, name: K): void {
  if (from[name] === undefined) delete to[name];
  else to[name] = from[name];
}

function withResources(before: PodTemplateSpec, now: PodTemplateSpec): PodTemplateSpec {
  const spec: PodSpec = { ...before.spec };
  for (const list of ['containers', 'initContainers'] as const) {
    const was = before.spec?.[list] ?? [];
    const wanted = now.spec?.[list] ?? [];
    if (was.length > 0 && was.length === wanted.length) {
      spec[list] = was.map((container, position) => takeResources(container, wanted[position] ?? {}));
    }
  }
  return { ...before, spec };
}

function takeResources(container: Container, wanted: Container): Container {
  if (container.name !== wanted.name) return container;
  const taken = { ...container };
  copyField(taken, wanted, 'resources');
  return taken;
}
