import type { CoreV1 } from '#apis';
import { forbid } from '../forbid.ts';
import { resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';

/** No service takes external addresses that it does not have already. */
export function denyServiceExternalIps(): AdmissionPlugin {
  return {
    name: 'DenyServiceExternalIPs',
    concerns: [{ resource: resources.services, operations: ['CREATE', 'UPDATE'] }],
    async check(request: AdmissionRequest<CoreV1['Service']>) {
      const before = request.oldObject?.spec?.externalIPs ?? [];
      const wanted = request.object?.spec?.externalIPs ?? [];
      if (wanted.every((address) => before.includes(address))) return;
      throw forbid(request, 'Use of external IPs is denied by admission control');
    },
  };
}
