import type { RunningControllers } from '#controllers';
import { Deadlines, type House, InflightLimit, listen, nonResourcePaths, OpenApiDocuments } from '#http';
import { urlOf } from './addresses.ts';
import { healthChecks } from './health-checks.ts';
import type { BuiltHouse, HouseParts } from './house-builder.ts';
import { buildInfo, storedObjects } from './metrics/server-readings.ts';
import { openapiPreparation } from './openapi-preparation.ts';
import { kubernetesVersion, versionInfo } from './version.ts';
import { lookupIn } from './wire-admission.ts';
import { wireApis } from './wire-apis.ts';
import { wireAuth } from './wire-auth.ts';
import { wireControllers } from './wire-controllers.ts';
import { wireCustomResources } from './wire-custom-resources.ts';
import { wireEnsure } from './wire-ensure.ts';
import { wireRegistry } from './wire-registry.ts';

const bookmarkIntervalMs = 60_000;

/** Puts the rooms together. */
export async function wireHouse(parts: HouseParts): Promise<BuiltHouse> {
  const { options, world, metrics } = parts;
  const catalog = () => apis.catalog;
  const { registry, access, quotaLedger, cached, stop: stopRegistry } = await wireRegistry(parts, catalog);
  const lookup = lookupIn({ catalog, collection: (prefix) => registry.collection(prefix) });
  const auth = wireAuth(parts, { access, lookup });
  const apis = await wireApis({ options, world, cached, questions: auth, more: parts.apis ?? [] });
  const custom = wireCustomResources({
    builtins: apis.builtins,
    groups: apis.groups,
    registry,
    world,
    services: options.serviceResolver,
    healthChanged: (name) => controllers.definitionChanged(name),
    observe: (call) => metrics.conversion(call),
  });
  await apis.begin(registry, custom);
  const openapi = new OpenApiDocuments(kubernetesVersion.slice(1));
  const stopping = new AbortController();
  const prepareOpenapi = openapiPreparation({ world, openapi, catalog, signal: stopping.signal });
  const controllers: RunningControllers = wireControllers(parts, {
    registry,
    catalog,
    quotaLedger,
    secretToken: auth.secretToken,
    definitions: {
      changed() {
        controllers.catalogChanged();
        prepareOpenapi();
      },
      webhookHealth: (name) => custom.health(name),
    },
  });
  for (const reading of [buildInfo(versionInfo()), ...storedObjects(catalog, cached)]) metrics.addReading(reading);
  const deadlines = new Deadlines(world.clock, options.requestTimeout);
  const inflight = new InflightLimit(options.maxRequestsInflight, deadlines);
  const sweeping = deadlines.run(stopping.signal);
  let port = options.port;
  const house: House = {
    inflight,
    deadlines,
    authenticate: auth.authenticate,
    authorize: auth.authorize,
    catalog,
    isRemote: (group, version) => apis.isRemote(group, version),
    registry,
    world,
    paths: nonResourcePaths({
      catalog,
      checks: healthChecks(parts),
      version: versionInfo(),
      openapi,
      openid: { ...auth.openid, url: () => urlOf(options.bindAddress, port) },
      metrics: () => metrics.render(),
      now: () => world.clock.now(),
    }),
    settings: { minRequestTimeoutMs: options.minRequestTimeout * 1000, bookmarkIntervalMs, random: Math.random },
    begin(request) {
      const { info } = request;
      // Who asks for the namespace itself waits for its end.
      if (info.isResource && info.resource !== 'namespaces') controllers.asked(info.namespace);
      return metrics.begin(request, catalog);
    },
    watchEvent: ({ group, version, definition: { resource } }, bytes) =>
      metrics.watchEvent({ group, version, resource }, bytes),
  };
  return {
    async listen(tls, address) {
      const listening = await listen(house, tls, address);
      port = listening.port;
      return listening;
    },
    groups: apis.groups,
    ensure: wireEnsure(registry, catalog),
    settle: () => controllers.settle(),
    async stop() {
      stopping.abort();
      await controllers.stop();
      await Promise.all([sweeping, stopRegistry()]);
    },
  };
}
