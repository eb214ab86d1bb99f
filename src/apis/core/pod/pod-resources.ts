import { setOwn } from '#meta';
import type { Container, PodSpec } from '../v1/types.gen.ts';
import { addAmounts, greaterAmounts } from './resource-list.ts';
import { isPodLevelResource } from './resource-names.ts';
import type { ResourceList } from './selector-and-amounts.ts';

/** What a pod's containers ask for together. k8s: component-helpers/resource/helpers.go AggregateContainerRequests */

export const totalRequests = (spec: PodSpec): ResourceList => total(spec, ({ resources }) => resources?.requests);
export const totalLimits = (spec: PodSpec): ResourceList => total(spec, ({ resources }) => resources?.limits);

/** What is said for the pod as a whole counts in place of what its containers ask for. */
export function withPodLevel(
  total: ResourceList,
  own: ResourceList | undefined,
  counts: (resource: string) => boolean = isPodLevelResource,
): ResourceList {
  const result = { ...total };
  for (const [name, amount] of Object.entries(own ?? {})) if (counts(name)) setOwn(result, name, amount);
  return result;
}

/** What a pod takes of a node, with what it costs to run it. k8s: component-helpers/resource/helpers.go PodRequests */
export const podRequests = (spec: PodSpec): ResourceList =>
  addAmounts(withPodLevel(totalRequests(spec), spec.resources?.requests), spec.overhead);

/** The cost of running a pod has no limit of its own: it raises the limits that there are. */
export function podLimits(spec: PodSpec): ResourceList {
  const limits = withPodLevel(totalLimits(spec), spec.resources?.limits);
  const overhead = Object.entries(spec.overhead ?? {}).filter(([name]) => Object.hasOwn(limits, name));
  return addAmounts(limits, Object.fromEntries(overhead));
}

/** An init container that goes on running beside the others. */
export const isSidecar = ({ restartPolicy }: Container): boolean => restartPolicy === 'Always';

type Amounts = (container: Container) => ResourceList | undefined;

/** Init containers run one after the other, beside the sidecars that were started before them. */
function total({ containers, initContainers = [] }: PodSpec, amounts: Amounts): ResourceList {
  let running = (containers ?? []).reduce<ResourceList>((sum, container) => addAmounts(sum, amounts(container)), {});
  let sidecars: ResourceList = {};
  let peak: ResourceList = {};
  for (const container of initContainers) {
    const own = amounts(container);
    if (isSidecar(container)) {
      running = addAmounts(running, own);
      sidecars = addAmounts(sidecars, own);
      peak = greaterAmounts(peak, sidecars);
    } else {
      peak = greaterAmounts(peak, addAmounts(sidecars, own));
    }
  }
  return greaterAmounts(running, peak);
}
