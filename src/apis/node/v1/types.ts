import { describeTypes, metaV1 } from '#schema';
import { coreV1 } from '../../core/v1/types.ts';
import type { Types } from './types.gen.ts';

/** The types of the node group, in the notation of `describeTypes`. */
export const nodeV1 = describeTypes<Types>(
  { package: 'io.k8s.api.node.v1', goPackage: 'v1', uses: { meta: metaV1, core: coreV1 } },
  `
RuntimeClass | A way to run containers that pods may ask for.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 handler string always required present format=dns-label immutable | What the nodes call it.
  3 overhead Overhead? | What running a pod itself costs.
  4 scheduling Scheduling? | Which nodes can run such pods.
Overhead | What running a pod itself costs.
  1 podFixed {quantity} go=v1.ResourceList | What each pod costs, by resource.
Scheduling | Which nodes can run pods of the class.
  1 nodeSelector {string} map=atomic | Labels of the nodes.
  2 tolerations [core.Toleration] list=atomic | Taints that the pods put up with.
`,
);
