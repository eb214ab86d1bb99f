import type { NodeV1 } from '#apis';
import { goQuote, setOwn } from '#meta';
import { forbid } from '../forbid.ts';
import type { Lookup } from '../lookup.ts';
import { mergeTolerations } from '../merge-tolerations.ts';
import { type Pod, type PodSpec, resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import { sameAmounts } from '../resource-quota/amounts.ts';

type RuntimeClass = NodeV1['RuntimeClass'];

const MISMATCH = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

/** A pod takes over what running it in its class costs, and where that class can be run. */
export function runtimeClass(lookup: Lookup): AdmissionPlugin {
  return {
    name: 'RuntimeClass',
    concerns: [{ resource: resources.pods, operations: ['CREATE'] }],
    async mutate(request: AdmissionRequest<Pod>) {
      const found = await classOf(request, lookup);
      if (found === undefined) return;
      setOverhead(request, found);
      setScheduling(request, found);
    },
    async check(request: AdmissionRequest<Pod>) {
      const overhead = (await classOf(request, lookup))?.overhead;
      const { overhead: own } = specOf(request);
      if (overhead === undefined && own !== undefined) {
        throw forbid(request, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
      }
      if (overhead !== undefined && !sameAmounts(overhead.podFixed, own)) throw forbid(request, MISMATCH);
    },
  };
}

const specOf = ({ object }: AdmissionRequest<Pod>): PodSpec => object?.spec ?? {};

async function classOf(request: AdmissionRequest<Pod>, lookup: Lookup): Promise<RuntimeClass | undefined> {
  const { runtimeClassName: name } = specOf(request);
  if (name === undefined) return undefined;
  const found = await lookup.get(resources.runtimeClasses, name);
  if (found === null) throw forbid(request, `pod rejected: RuntimeClass ${goQuote(name)} not found`);
  return found;
}

function setOverhead(request: AdmissionRequest<Pod>, { overhead }: RuntimeClass): void {
  if (overhead === undefined) return;
  const spec = specOf(request);
  const own = spec.overhead ?? {};
  if (Object.keys(own).length > 0 && !sameAmounts(own, overhead.podFixed)) throw forbid(request, MISMATCH);
  if (overhead.podFixed !== undefined) spec.overhead = { ...overhead.podFixed };
}

function setScheduling(request: AdmissionRequest<Pod>, { scheduling }: RuntimeClass): void {
  if (scheduling === undefined) return;
  const spec = specOf(request);
  const selector = { ...spec.nodeSelector };
  for (const [key, value] of Object.entries(scheduling.nodeSelector ?? {})) {
    if (Object.hasOwn(selector, key) && selector[key] !== value) {
      const why = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${selector[key]}`;
      throw forbid(request, why);
    }
    setOwn(selector, key, value);
  }
  if (Object.keys(selector).length > 0) spec.nodeSelector = selector;
  const tolerations = mergeTolerations(spec.tolerations ?? [], scheduling.tolerations ?? []);
  if (tolerations.length > 0) spec.tolerations = tolerations;
}
