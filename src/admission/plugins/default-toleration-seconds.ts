import { type Pod, resources, type Toleration } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';

const SECONDS = 300;
const toleratedTaints = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/** A pod stays for five minutes on a node that is not ready, or out of reach, if it says nothing else. */
export function defaultTolerationSeconds(): AdmissionPlugin {
  return {
    name: 'DefaultTolerationSeconds',
    concerns: [{ resource: resources.pods, operations: ['CREATE', 'UPDATE'] }],
    async mutate({ object: pod }: AdmissionRequest<Pod>) {
      const { spec = {} } = pod ?? {};
      const own = spec.tolerations ?? [];
      const missing = toleratedTaints.filter((key) => !own.some((toleration) => tolerates(toleration, key)));
      if (missing.length > 0) spec.tolerations = [...own, ...missing.map(toleration)];
    },
  };
}

function tolerates({ key = '', effect = '' }: Toleration, taint: string): boolean {
  return (key === '' || key === taint) && (effect === '' || effect === 'NoExecute');
}

function toleration(key: string): Toleration {
  return { key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: SECONDS };
}
