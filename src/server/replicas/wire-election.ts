import { hostname } from 'node:os';
import type { Catalog } from '#machinery';
import type { World } from '#meta';
import type { Registry } from '#registry';
import { isOnEtcd } from '../etcd-settings.ts';
import type { Options } from '../options.ts';
import type { LeaseLock } from './leader-election.ts';
import { registryLease } from './registry-lease.ts';

/** The same as kube-controller-manager's: where one runs, our controllers leave it the work. */
const CONTROLLERS_LEASE = 'kube-controller-manager';

interface Election {
  readonly lock: LeaseLock;
  readonly identity: string;
  readonly world: World;
}

/** Who runs the controllers, where several servers share a store; undefined where there is only one. */
export function wireElection(
  options: Options,
  { registry, catalog, world }: { registry: Registry; catalog: () => Catalog; world: World },
): Election | undefined {
  const hasNone = options.controllers.length === 0 && options.simulateNodes === 0;
  if (!isOnEtcd(options) || hasNone) return undefined;
  const lock = registryLease(registry, catalog, CONTROLLERS_LEASE);
  return { lock, identity: `${hostname()}_${world.ids.uid()}`, world };
}
