import type { HealthCheck, HealthChecks } from '#http';
import type { Engine } from '#storage';
import type { HouseParts } from './house-builder.ts';

/** Alive: the loop turns and answers. Ready: the store answers too, and the start is over and no stop has begun. */
export function healthChecks({
  engine,
  isReady,
  policy,
}: Pick<HouseParts, 'engine' | 'isReady' | 'policy'>): HealthChecks {
  const ping: HealthCheck = { name: 'ping', fault: async () => undefined };
  const storage: HealthCheck = {
    name: 'storage',
    async fault() {
      try {
        await engine.revision();
        return engine.health().trouble?.why;
      } catch {
        return 'the store does not answer';
      }
    },
    note: () => damageNote(engine),
  };
  const running: HealthCheck = {
    name: 'running',
    fault: async () => (isReady() ? undefined : 'the server is starting or stopping'),
  };
  const roles: HealthCheck = {
    name: 'poststarthook/rbac/bootstrap-roles',
    // A matter of a moment after the first start: rather than say no, it waits.
    async fault() {
      await policy.reached;
      return policy.fault;
    },
  };
  return { live: [ping], ready: [ping, storage, running, roles] };
}

/** Only what touches a damaged object fails, so the server is ready; but somebody should know. */
function damageNote(engine: Engine): string | undefined {
  const keys = [...engine.health().damaged.keys()];
  if (keys.length === 0) return undefined;
  const some = keys.slice(0, 3).join(', ') + (keys.length > 3 ? ', …' : '');
  return `${keys.length} stored ${keys.length === 1 ? 'object is' : 'objects are'} damaged: ${some}`;
}
