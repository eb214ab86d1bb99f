import { AdmissionChain } from '#admission';
import { apiErrors } from '#meta';
import type { Registry } from '#registry';

/** The same registry for somebody who may not create objects of some kind, as long as it is told. */
export function refusing(registry: Registry, refusedKind: () => string | undefined): Registry {
  const { admission } = registry;
  const chain = new AdmissionChain([
    {
      name: 'Usual',
      looksAt: 'metadata',
      mutate: async (request) => admission.mutate(request),
      check: async (request) => admission.check(request),
    },
    {
      name: 'Refusing',
      looksAt: 'metadata',
      check: async ({ operation, kind, resource, name }) => {
        if (operation !== 'CREATE' || kind.kind !== refusedKind()) return;
        throw apiErrors.forbidden(resource, name, 'exceeded quota');
      },
    },
  ]);
  return { ...registry, admission: chain };
}
