import type { KubeObject } from '#meta';
import { forbid } from '../forbid.ts';
import { resources } from '../objects.ts';
import type { AdmissionPlugin } from '../plugin.ts';

interface Service extends KubeObject {
  spec?: { externalIPs?: string[] };
}

/** No service takes external addresses that it does not have already. */
export function denyServiceExternalIps(): AdmissionPlugin {
  return {
    name: 'DenyServiceExternalIPs',
    concerns: [{ resource: resources.services, operations: ['CREATE', 'UPDATE'] }],
    async check(request) {
      const before = (request.oldObject as Service | null)?.spec?.externalIPs ?? [];
      const wanted = (request.object as Service).spec?.externalIPs ?? [];
      if (wanted.every((address) => before.includes(address))) return;
      throw forbid(request, 'Use of external IPs is denied by admission control');
    },
  };
}
