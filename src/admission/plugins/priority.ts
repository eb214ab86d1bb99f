import type { SchedulingV1 } from '#apis';
import { forbid } from '../forbid.ts';
import type { Lookup } from '../lookup.ts';
import { type Pod, type PodSpec, resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';

type PriorityClass = SchedulingV1['PriorityClass'];

interface Priority {
  readonly className: string;
  readonly value: number;
  readonly preemptionPolicy: string | undefined;
}

const none: Priority = { className: '', value: 0, preemptionPolicy: 'PreemptLowerPriority' };

/** A pod's priority is that of its class, and at most one class is for those that name none. */
export function priority(lookup: Lookup): AdmissionPlugin {
  return {
    name: 'Priority',
    concerns: [
      { resource: resources.pods, operations: ['CREATE', 'UPDATE'] },
      { resource: resources.priorityClasses, operations: ['CREATE', 'UPDATE'] },
    ],
    async mutate(request: AdmissionRequest<Pod>) {
      if (request.kind.kind !== 'Pod') return;
      if (request.operation === 'CREATE') setPriority(request, await priorityOf(request, lookup));
      else keepPriority(request);
    },
    async check(request: AdmissionRequest<PriorityClass>) {
      if (request.kind.kind === 'PriorityClass') await refuseSecondDefault(request, lookup);
    },
  };
}

const specOf = (pod: Pod | null): PodSpec => pod?.spec ?? {};

async function priorityOf(request: AdmissionRequest<Pod>, lookup: Lookup): Promise<Priority> {
  const { priorityClassName: name = '' } = specOf(request.object);
  if (name === '') return describe(await defaultClass(lookup)) ?? none;
  const found = describe(await lookup.get(resources.priorityClasses, name));
  if (found === undefined) throw forbid(request, `no PriorityClass with name ${name} was found`);
  return found;
}

function describe(found: PriorityClass | null): Priority | undefined {
  if (found === null) return undefined;
  return { className: found.metadata.name ?? '', value: found.value ?? 0, preemptionPolicy: found.preemptionPolicy };
}

/** The lowest of several that were made at the same moment. */
async function defaultClass(lookup: Lookup): Promise<PriorityClass | null> {
  const classes = await lookup.list(resources.priorityClasses);
  const defaults = classes.filter(({ globalDefault }) => globalDefault === true);
  return defaults.sort((a, b) => (a.value ?? 0) - (b.value ?? 0))[0] ?? null;
}

function setPriority(request: AdmissionRequest<Pod>, { className, value, preemptionPolicy }: Priority): void {
  const spec = specOf(request.object);
  if (spec.priority !== undefined && spec.priority !== value) {
    const why = `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`;
    throw forbid(request, why);
  }
  if (className !== '') spec.priorityClassName = className;
  spec.priority = value;
  if (preemptionPolicy === undefined) return;
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
    const why = `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${preemptionPolicy} from the given PriorityClass name`;
    throw forbid(request, why);
  }
  spec.preemptionPolicy = preemptionPolicy;
}

/** What was computed once is not lost by a client that sends its own idea of the pod. */
function keepPriority({ object, oldObject }: AdmissionRequest<Pod>): void {
  const spec = specOf(object);
  const old = specOf(oldObject);
  if (spec.priority === undefined && old.priority !== undefined) spec.priority = old.priority;
  if (spec.preemptionPolicy === undefined && old.preemptionPolicy !== undefined) {
    spec.preemptionPolicy = old.preemptionPolicy;
  }
}

async function refuseSecondDefault(request: AdmissionRequest<PriorityClass>, lookup: Lookup): Promise<void> {
  if (request.object?.globalDefault !== true) return;
  const name = (await defaultClass(lookup))?.metadata.name;
  if (name === undefined || (request.operation === 'UPDATE' && name === request.object.metadata.name)) return;
  throw forbid(request, `PriorityClass ${name} is already marked as default. Only one default can exist`);
}
