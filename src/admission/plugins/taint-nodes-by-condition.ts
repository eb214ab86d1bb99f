import type { CoreV1 } from '#apis';
import { resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';

type Taint = CoreV1['Taint'];
type Node = CoreV1['Node'];

const notReady: Taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/** No pod goes to a new node before somebody has said that it is ready. */
export function taintNodesByCondition(): AdmissionPlugin {
  return {
    name: 'TaintNodesByCondition',
    concerns: [{ resource: resources.nodes, operations: ['CREATE'] }],
    async mutate({ object: node }: AdmissionRequest<Node>) {
      if (node === null) return;
      const taints = node.spec?.taints ?? [];
      if (taints.some(({ key, effect }) => key === notReady.key && effect === notReady.effect)) return;
      node.spec = { ...node.spec, taints: [...taints, { ...notReady }] };
    },
  };
}
