import type { HealthCheck, HealthChecks } from '#http';
import type { Engine } from '#storage';
import type { HouseParts } from './house-builder.ts';
import type { Milestone } from './milestone.ts';

type CheckedParts = Pick<HouseParts, 'engine' | 'begun' | 'isReady' | 'policy'>;

const ROLES = 'poststarthook/rbac/bootstrap-roles';

/** What is done at a start, under the names and in the order of kube-apiserver: people and tools ask for single ones. */
const startHooks = [
  'start-apiserver-admission-initializer',
  'generic-apiserver-start-informers',
  'start-apiextensions-informers',
  'start-apiextensions-controllers',
  'crd-informer-synced',
  'start-system-namespaces-controller',
  'start-kube-apiserver-identity-lease-controller',
  'storage-readiness',
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
  'priority-and-fairness-config-producer',
  'bootstrap-controller',
  'start-kubernetes-service-cidr-controller',
  'apiservice-status-local-available-controller',
  'apiservice-registration-controller',
  'kube-apiserver-autoregistration',
  'apiservice-openapi-controller',
  'apiservice-openapiv3-controller',
].map((name) => `poststarthook/${name}`);

const well = (name: string): HealthCheck => ({ name, fault: async () => undefined });

/**
 * Alive: the loop turns, and the store answers; a start that is under way and a full disk are no reasons to kill anybody.
 * Healthy: the start is over, and the store can be written. Ready: no stop has begun either.
 */
export function healthChecks(parts: CheckedParts): HealthChecks {
  const { engine, isReady } = parts;
  const [ping, log] = [well('ping'), well('log')];
  const store = storeCheck(engine);
  const hooks = startChecks(parts);
  const shutdown: HealthCheck = {
    name: 'shutdown',
    fault: async () => (isReady() ? undefined : 'the server is starting or stopping'),
  };
  return {
    live: [ping, log, { name: 'etcd', fault: () => silence(engine) }, ...startHooks.map(well)],
    healthy: [ping, log, store, ...hooks],
    ready: [
      ...[ping, log, store, { name: 'etcd-readiness', fault: store.fault }, well('informer-sync')],
      ...[...hooks, shutdown],
    ],
  };
}

/** The store stands where others have etcd, so its check has that name. */
function storeCheck(engine: Engine): HealthCheck {
  return {
    name: 'etcd',
    fault: async () => (await silence(engine)) ?? engine.health().trouble?.why,
    note: () => damageNote(engine),
  };
}

async function silence(engine: Engine): Promise<string | undefined> {
  try {
    await engine.revision();
    return undefined;
  } catch {
    return 'the store does not answer';
  }
}

/** The last steps of a start take a moment, so these wait instead of failing: who asks would only ask again, and later. */
function startChecks({ begun, policy }: CheckedParts): readonly HealthCheck[] {
  const faultOf = (milestone: Milestone) => async (): Promise<string | undefined> => {
    await milestone.reached;
    return milestone.fault;
  };
  return startHooks.map((name) => ({ name, fault: faultOf(name === ROLES ? policy : begun) }));
}

/** Only what touches a damaged object fails, so the server is ready; but somebody should know. */
function damageNote(engine: Engine): string | undefined {
  const keys = [...engine.health().damaged.keys()];
  if (keys.length === 0) return undefined;
  const some = keys.slice(0, 3).join(', ') + (keys.length > 3 ? ', …' : '');
  return `${keys.length} stored ${keys.length === 1 ? 'object is' : 'objects are'} damaged: ${some}`;
}
