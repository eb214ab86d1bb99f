import type { ServedResource, UserInfo } from '#machinery';
import { formatTime, instantOf } from '#meta';
import type { Access, Registry } from './access.ts';

/** The user in whose name the server itself writes. */
const systemUser: UserInfo = {
  name: 'system:apiserver',
  uid: '',
  groups: ['system:masters', 'system:authenticated'],
  extra: {},
};

interface SystemWrite {
  readonly resource: ServedResource;
  /** '' for what lies in none. */
  readonly namespace: string;
  readonly subresource?: string;
  readonly dryRun?: boolean;
  /** The name in managed fields, if not that of the server. */
  readonly manager?: string;
}

/** Access for the server's own writes, which go the same way as those of clients. */
export function systemAccess(registry: Registry, write: SystemWrite): Access {
  const { resource, namespace, subresource = '', dryRun = false, manager = 'kube-apiserver' } = write;
  return {
    registry,
    resource,
    namespace,
    subresource,
    manager,
    user: systemUser,
    now: formatTime(instantOf(registry.world.clock.now())),
    dryRun,
    requestVersion: { group: resource.group, version: resource.version },
    warn: () => {},
  };
}
