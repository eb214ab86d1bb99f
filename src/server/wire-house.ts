import { isOpenPath } from '#auth';
import type { RunningControllers } from '#controllers';
import { Deadlines, type House, InflightLimit, listen, nonResourcePaths } from '#http';
import { healthChecks } from './health-checks.ts';
import type { BuiltHouse, HouseParts } from './house-builder.ts';
import { requestObservation } from './request-metrics.ts';
import { versionInfo } from './version.ts';
import { wireApis } from './wire-apis.ts';
import { wireAuth } from './wire-auth.ts';
import { wireControllers } from './wire-controllers.ts';
import { wireCustomResources } from './wire-custom-resources.ts';
import { wireEnsure } from './wire-ensure.ts';
import { wireRegistry } from './wire-registry.ts';

const bookmarkIntervalMs = 60_000;

/** Puts the rooms together. */
export async function wireHouse(parts: HouseParts): Promise<BuiltHouse> {
  const { options, world, credentials, metrics } = parts;
  const catalog = () => apis.catalog;
  const { registry, cached, stop: stopRegistry } = await wireRegistry(parts, catalog);
  const apis = wireApis({ options, cached, more: parts.apis ?? [] });
  const custom = wireCustomResources({
    builtins: apis.catalog,
    registry,
    world,
    services: options.serviceResolver,
    healthChanged: (name) => controllers.definitionChanged(name),
  });
  await apis.begin(registry, custom);
  const controllers: RunningControllers = wireControllers(parts, {
    registry,
    catalog,
    definitions: {
      changed: () => controllers.catalogChanged(),
      webhookHealth: (name) => custom.health(name),
    },
  });
  const inflight = new InflightLimit(options.maxRequestsInflight);
  metrics.addReading({ name: 'pinnace_inflight_requests', help: 'Requests in work.', read: () => inflight.running });
  const deadlines = new Deadlines(world.clock, options.requestTimeout);
  const stopping = new AbortController();
  const sweeping = deadlines.run(stopping.signal);
  const house: House = {
    inflight,
    deadlines,
    ...wireAuth(credentials),
    catalog,
    registry,
    world,
    paths: nonResourcePaths({
      catalog,
      checks: healthChecks(parts),
      version: versionInfo(),
      isOpen: isOpenPath,
      metrics: () => metrics.render(),
      now: () => world.clock.now(),
    }),
    settings: { minRequestTimeoutMs: options.minRequestTimeout * 1000, bookmarkIntervalMs, random: Math.random },
    observe: (request) => metrics.observeRequest(requestObservation(request, catalog())),
  };
  return {
    listen: (tls, address) => listen(house, tls, address),
    ensure: wireEnsure(registry, catalog),
    settle: () => controllers.settle(),
    async stop() {
      stopping.abort();
      await controllers.stop();
      await Promise.all([sweeping, stopRegistry()]);
    },
  };
}
