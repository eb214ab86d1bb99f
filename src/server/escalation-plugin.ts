import type { MetadataPlugin } from '#admission';
import type { EscalationGuard } from '#auth';
import { whenReady } from '#meta';

/** The guard, in the place where the real server has it: after what changes the object and before its own rules. */
export function escalationPlugin(guard: EscalationGuard): MetadataPlugin {
  return {
    name: 'RoleEscalation',
    looksAt: 'metadata',
    mutate(request) {
      const { operation, resource, namespace, name, user } = request;
      if (resource.group !== 'rbac.authorization.k8s.io' || request.metadata === null) return undefined;
      return whenReady(request.load(), ({ object, oldObject }) => {
        if (object === null) return undefined;
        const isNew = operation === 'CREATE';
        return guard.check({
          user,
          resource: resource.resource,
          namespace,
          name: isNew ? '' : name,
          object,
          live: isNew ? null : oldObject,
        });
      });
    },
  };
}
