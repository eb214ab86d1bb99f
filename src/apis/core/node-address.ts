import { ApiError } from '#meta';
import type { Types } from './v1/types.gen.ts';

type Addressed = Types['Node'];

/** The address by which a node is asked: the first of these kinds that it has. k8s: KubeletPreferredAddressTypes */
const preferredTypes = ['Hostname', 'InternalDNS', 'InternalIP', 'ExternalDNS', 'ExternalIP'];
const USUAL_PORT = 10_250;

/** Where the agent of a node listens. */
export function nodeAgent({ status }: Addressed): { readonly host: string; readonly port: number } {
  const addresses = status?.addresses ?? [];
  for (const wanted of preferredTypes) {
    const host = addresses.find(({ type }) => type === wanted)?.address;
    if (host) return { host, port: status?.daemonEndpoints?.kubeletEndpoint?.Port || USUAL_PORT };
  }
  const known = addresses.map(({ type, address }) => `{${type} ${address}}`);
  throw new ApiError({ code: 500, message: `no preferred addresses found; known addresses: [${known.join(' ')}]` });
}
