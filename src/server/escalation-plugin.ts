import type { MetadataPlugin } from '#admission';
import type { EscalationGuard } from '#auth';

/** The guard, in the place where the real server has it: after what changes the object and before its own rules. */
export function escalationPlugin(guard: EscalationGuard): MetadataPlugin {
  return {
    name: 'RoleEscalation',
    looksAt: 'metadata',
    async mutate(request) {
      const { operation, resource, namespace, name, user } = request;
      if (resource.group !== 'rbac.authorization.k8s.io' || request.metadata === null) return;
      const { object, oldObject } = await request.load();
      if (object === null) return;
      const isNew = operation === 'CREATE';
      await guard.check({
        user,
        resource: resource.resource,
        namespace,
        name: isNew ? '' : name,
        object,
        live: isNew ? null : oldObject,
      });
    },
  };
}
