import { type ConnectRequest, queryOptions } from '#machinery';
import { apiErrors, goQuote } from '#meta';
import type { BuiltinSubresource } from '#resource';
import { podPlace } from '../pod/pod-place.ts';
import { proxiedName } from '../proxied-name.ts';
import type { Pod, Types } from '../v1/types.gen.ts';
import { coreV1 } from '../v1/types.ts';
import type { Service } from './service.ts';

type Endpoints = Types['Endpoints'];

/** Leads to a pod behind a service, or says that there is none. k8s: registry/core/service/storage ResourceLocation */
export const serviceProxy: BuiltinSubresource<Service> = {
  name: 'proxy',
  verbs: ['create', 'delete', 'get', 'patch', 'update'],
  connection: {
    kind: { group: '', version: 'v1', kind: 'ServiceProxyOptions' },
    anyPath: true,
    options: () => queryOptions(coreV1.type('ServiceProxyOptions')),
    objectName: (asked) => proxiedName(asked, 'service').name,
    async open(service, request) {
      const { scheme, name, port } = proxiedName(request.name, 'service');
      const fixed = request.fixedAddress?.(name);
      if (fixed !== undefined) return { kind: 'server', scheme, ...fixed, onlyGlobal: false };
      refuseUnknownPort(service, port);
      const endpoints: Endpoints | null = await request.find('endpoints', name);
      if (endpoints === null) throw apiErrors.notFound({ group: '', resource: 'services' }, name);
      const place = await placeIn(endpoints, portName(service, port), request);
      if (place !== undefined) return { kind: 'server', scheme, ...place, onlyGlobal: false };
      const whose = (endpoints.subsets ?? []).length === 0 ? name : request.name;
      throw apiErrors.serviceUnavailable(`no endpoints available for service ${goQuote(whose)}`);
    },
  },
};

/** Only addresses that are those of pods count: others could be anything that this server reaches and the user does not. */
async function placeIn({ subsets }: Endpoints, wanted: string, request: ConnectRequest): ReturnType<typeof podPlace> {
  for (const { addresses, ports } of subsets ?? []) {
    const port = (ports ?? []).find(({ name = '' }) => name === wanted)?.port;
    if (port === undefined) continue;
    for (const { ip = '', targetRef } of addresses ?? []) {
      const pod = targetRef?.kind === 'Pod' ? await request.find('pods', targetRef.name ?? '') : null;
      if (pod !== null && hasAddress(pod, ip)) return podPlace(pod, { number: port, name: wanted, ip }, request);
    }
  }
  return undefined;
}

function hasAddress({ status }: Pod, ip: string): boolean {
  return status?.podIP === ip || (status?.podIPs ?? []).some((one) => one.ip === ip);
}

/** What endpoints call the port that is asked for, by number or name. */
function portName({ spec = {} }: Service, port: string): string {
  if (!/^[+-]?\d+$/.test(port)) return port;
  return (spec.ports ?? []).find((one) => one.port === Number(port))?.name ?? '';
}

function refuseUnknownPort({ metadata, spec = {} }: Service, port: string): void {
  if (!/^[+-]?\d+$/.test(port) || (spec.ports ?? []).some((one) => one.port === Number(port))) return;
  const of = goQuote(metadata.name ?? '');
  throw apiErrors.serviceUnavailable(`no service port ${Number(port)} found for service ${of}`);
}
