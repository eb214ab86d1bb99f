import type { PodSpec, ResourceRequirements } from '../v1/types.gen.ts';
import { compareAmounts } from './resource-list.ts';

type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

/** How well a pod is served when resources run short. k8s: apis/core/helper/qos/qos.go */
export function qosClassOf(spec: PodSpec): QosClass {
  // Resources of the pod as a whole count even if they name none.
  if (spec.resources !== undefined) return classOf(spec.resources);
  const classes = [...(spec.initContainers ?? []), ...(spec.containers ?? [])].map(({ resources }) =>
    classOf(resources),
  );
  return alike(classes, 'BestEffort');
}

function classOf({ requests = {}, limits = {} }: ResourceRequirements = {}): QosClass {
  if (Object.keys(requests).length + Object.keys(limits).length === 0) return 'BestEffort';
  return alike(
    ['cpu', 'memory'].map((name) => {
      const [request, limit] = [requests[name] ?? '0', limits[name] ?? '0'];
      if (compareAmounts(request, limit) !== 0) return 'Burstable';
      return compareAmounts(request, '0') === 0 ? 'BestEffort' : 'Guaranteed';
    }),
    'BestEffort',
  );
}

/** The class that all share; Burstable is what lies between. */
function alike(classes: readonly QosClass[], none: QosClass): QosClass {
  const [first = none, ...rest] = classes;
  return rest.every((other) => other === first) ? first : 'Burstable';
}
