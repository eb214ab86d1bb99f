import { queryOptions } from '#machinery';
import { apiErrors, goQuote } from '#meta';
import type { BuiltinSubresource } from '#resource';
import { proxiedName } from '../proxied-name.ts';
import type { Types } from '../v1/types.gen.ts';
import { coreV1 } from '../v1/types.ts';
import type { Service } from './service.ts';

type Endpoints = Types['Endpoints'];

/** No pod runs here that could answer: says so as the real server does. k8s: registry/core/service/storage ResourceLocation */
export const serviceProxy: BuiltinSubresource<Service> = {
  name: 'proxy',
  verbs: ['create', 'delete', 'get', 'patch', 'update'],
  connection: {
    kind: { group: '', version: 'v1', kind: 'ServiceProxyOptions' },
    anyPath: true,
    options: () => queryOptions(coreV1.type('ServiceProxyOptions')),
    objectName: (asked) => proxiedName(asked, 'service').name,
    async open(service, { name: asked, find }) {
      const { name, port } = proxiedName(asked, 'service');
      refuseUnknownPort(service, port);
      const endpoints: Endpoints | null = await find('endpoints', name);
      if (endpoints === null) throw apiErrors.notFound({ group: '', resource: 'services' }, name);
      const whose = (endpoints.subsets ?? []).length === 0 ? name : asked;
      throw apiErrors.serviceUnavailable(`no endpoints available for service ${goQuote(whose)}`);
    },
  },
};

function refuseUnknownPort({ metadata, spec = {} }: Service, port: string): void {
  if (!/^[+-]?\d+$/.test(port) || (spec.ports ?? []).some((one) => one.port === Number(port))) return;
  const of = goQuote(metadata.name ?? '');
  throw apiErrors.serviceUnavailable(`no service port ${Number(port)} found for service ${of}`);
}
