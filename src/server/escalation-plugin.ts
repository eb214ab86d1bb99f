import type { AdmissionPlugin } from '#admission';
import type { EscalationGuard } from '#auth';

/** The guard, in the place where the real server has it: after what changes the object and before its own rules. */
export function escalationPlugin(guard: EscalationGuard): AdmissionPlugin {
  return {
    name: 'RoleEscalation',
    async mutate({ operation, resource, namespace, name, object, oldObject, user }) {
      if (resource.group !== 'rbac.authorization.k8s.io' || object === null) return;
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
