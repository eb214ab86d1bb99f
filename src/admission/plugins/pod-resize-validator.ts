import type { CoreV1 } from '#apis';
import { type ApiError, goQuote, type KubeObject, parseQuantity } from '#meta';
import { forbid } from '../forbid.ts';
import type { Lookup } from '../lookup.ts';
import { type Pod, resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';

type Node = CoreV1['Node'];

type Amounts = { readonly [resource: string]: string };

/** What a pod asks for altogether. */
export type ReadRequests = (pod: KubeObject) => Amounts;

const OS = 'kubernetes.io/os';

/** A pod that has a node does not grow beyond what its node has to give. */
export function podResizeValidator(lookup: Lookup, requestsOf: ReadRequests): AdmissionPlugin {
  return {
    name: 'PodResizeValidator',
    concerns: [{ resource: resources.pods, subresources: ['resize'], operations: ['UPDATE'] }],
    async check(request: AdmissionRequest<Pod>) {
      const pod = request.object;
      const name = pod?.spec?.nodeName ?? '';
      // Only a change of the spec makes a new generation.
      if (pod === null || name === '' || pod.metadata.generation === request.oldObject?.metadata.generation) return;
      const node = await lookup.get(resources.nodes, name);
      if (node === null) throw forbid(request, `node ${goQuote(name)} not found`);
      refusePlatform(request, node);
      refuseExcess(request, requestsOf(pod), node.status?.allocatable ?? {});
    },
  };
}

function refusePlatform(request: AdmissionRequest, { metadata }: Node): void {
  const { labels = {}, name = '' } = metadata;
  const os = Object.hasOwn(labels, OS) ? (labels[OS] ?? '') : 'linux';
  if (os === 'linux') return;
  const why = `pod resize is only supported on linux nodes, node ${goQuote(name)} is ${goQuote(os)}`;
  throw withCause(forbid(request, why), 'UnsupportedPlatform');
}

function refuseExcess(request: AdmissionRequest, requested: Amounts, allocatable: Amounts): void {
  const kinds = [
    { name: 'cpu', exponent: -3 },
    { name: 'memory', exponent: 0 },
  ];
  const missing = kinds.flatMap(({ name, exponent }) => {
    const [wanted, there] = [requested, allocatable].map((amounts) => parseQuantity(amounts[name] ?? '0'));
    if (wanted === undefined || there === undefined || wanted.compare(there) <= 0) return [];
    return [`${name}, requested: ${wanted.scaled(exponent)}, allocatable: ${there.scaled(exponent)}`];
  });
  if (missing.length === 0) return;
  const why = `node didn't have enough allocatable resources: ${missing.join('; ')}`;
  throw withCause(forbid(request, why), 'NodeCapacity');
}

function withCause(error: ApiError, reason: string): ApiError {
  return error.amended({ details: { ...error.status.details, causes: [{ reason }] } });
}
