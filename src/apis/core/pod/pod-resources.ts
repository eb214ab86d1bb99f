import { parseQuantity, setOwn } from '#meta';
import type { Container, ResourceList } from './container-types.ts';
import { amountOf, compareAmounts } from './resource-list.ts';
import type { Pod, PodSpec } from './types.ts';

/** What a pod's containers ask for together. k8s: component-helpers/resource/helpers.go AggregateContainerRequests */

export const totalRequests = (spec: PodSpec): ResourceList => total(spec, ({ resources }) => resources?.requests);
export const totalLimits = (spec: PodSpec): ResourceList => total(spec, ({ resources }) => resources?.limits);

/**
 * What a pod asks for altogether: what is said for the pod as a whole counts more than what its containers say, and
 * running it costs something as well.
 */
export function podRequests({ spec = {} }: Pod): ResourceList {
  return add({ ...totalRequests(spec), ...spec.resources?.requests }, spec.overhead);
}

/** An init container that goes on running beside the others. */
export const isSidecar = ({ restartPolicy }: Container): boolean => restartPolicy === 'Always';

type Amounts = (container: Container) => ResourceList | undefined;

/** Init containers run one after the other, beside the sidecars that were started before them. */
function total({ containers = [], initContainers = [] }: PodSpec, amounts: Amounts): ResourceList {
  let running = containers.reduce<ResourceList>((sum, container) => add(sum, amounts(container)), {});
  let sidecars: ResourceList = {};
  let peak: ResourceList = {};
  for (const container of initContainers) {
    const own = amounts(container);
    if (isSidecar(container)) {
      running = add(running, own);
      sidecars = add(sidecars, own);
      peak = greater(peak, sidecars);
    } else {
      peak = greater(peak, add(sidecars, own));
    }
  }
  return greater(running, peak);
}

function add(all: ResourceList, more: ResourceList = {}): ResourceList {
  const result = { ...all };
  for (const [name, amount] of Object.entries(more)) {
    const before = amountOf(result, name);
    const sum = before === undefined ? amount : parseQuantity(before).add(parseQuantity(amount)).toString();
    setOwn(result, name, sum);
  }
  return result;
}

function greater(a: ResourceList, b: ResourceList): ResourceList {
  const result = { ...a };
  for (const [name, amount] of Object.entries(b)) {
    const other = amountOf(result, name);
    if (other === undefined || compareAmounts(amount, other) > 0) setOwn(result, name, amount);
  }
  return result;
}
