import type { CoreV1 } from '#apis';
import { getOwn, setOwn } from '#meta';
import type { Lookup } from '../lookup.ts';
import { type Pod, resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';

type Binding = CoreV1['Binding'];

const topologyLabels = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

/** A pod that is bound to a node can tell its containers where that is. */
export function podTopologyLabels(lookup: Lookup): AdmissionPlugin {
  return {
    name: 'PodTopologyLabels',
    concerns: [{ resource: resources.pods, subresources: ['', 'binding'], operations: ['CREATE'] }],
    async mutate(request) {
      const name = nodeOf(request);
      const node = name === '' ? null : await lookup.get(resources.nodes, name);
      const labels = node?.metadata.labels ?? {};
      for (const key of topologyLabels) {
        const label = getOwn(labels, key);
        if (request.object === null || label === undefined) continue;
        request.object.metadata.labels ??= {};
        setOwn(request.object.metadata.labels, key, label);
      }
    },
  };
}

function nodeOf({ subresource, object }: AdmissionRequest<Pod & Binding>): string {
  if (subresource === '') return object?.spec?.nodeName ?? '';
  const { kind, name = '' } = object?.target ?? {};
  return kind === 'Node' ? name : '';
}
