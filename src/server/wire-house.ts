import { ChargesElsewhere, QuotaLedger } from '#admission';
import type { RunningControllers } from '#controllers';
import {
  Deadlines,
  DefinitionWaiters,
  type House,
  InflightLimit,
  InProcessCalls,
  listen,
  nonResourcePaths,
  OpenApiDocuments,
} from '#http';
import { connector } from '#proxy';
import { urlOf } from './addresses.ts';
import { initialApiServices } from './bootstrap.ts';
import { conditionsOf } from './conversion-policies/conditions-of.ts';
import { isOnEtcd } from './etcd-settings.ts';
import { readFeatureGates } from './feature-gates.ts';
import { healthChecks } from './health-checks.ts';
import type { BuiltHouse, HouseParts } from './house-builder.ts';
import { fromFirstChange, fromReady, lateControllers } from './late-controllers.ts';
import { buildInfo, runningMigrations, storedObjects, storedVersions } from './metrics/server-readings.ts';
import { storageReadings } from './metrics/storage-readings.ts';
import { openapiPreparation } from './openapi-preparation.ts';
import { ownPaths } from './own-paths.ts';
import { electedControllers } from './replicas/elected-controllers.ts';
import { wireNetwork } from './replicas/network/wire-network.ts';
import { Settling } from './replicas/settling.ts';
import { wireElection } from './replicas/wire-election.ts';
import { ApiClients } from './storage-versions/api-clients.ts';
import { definitionStatusWriter } from './threads/definition-status.ts';
import { openapiElsewhere } from './threads/openapi-elsewhere.ts';
import { RequestTraces } from './traces/request-traces.ts';
import { KUBERNETES_VERSION, versionInfo } from './version.ts';
import { fixedAddresses, wireAggregation } from './wire-aggregation.ts';
import { countingStored, loadStored } from './wire-apis.ts';
import { wireAudit } from './wire-audit.ts';
import { CONSOLE_AGENT, wireConsole } from './wire-console.ts';
import { chosenControllers, wireControllers } from './wire-controllers.ts';
import { storedSample, wireConversionGate } from './wire-conversion-gate.ts';
import { wireEnsure } from './wire-ensure.ts';
import { wireManifests } from './wire-manifests.ts';
import { wireMonitor } from './wire-monitor.ts';
import { type Rooms, wireRooms } from './wire-rooms.ts';
import { type MainStore, openStore } from './wire-storage.ts';
import { wireStorageVersions } from './wire-storage-versions.ts';
import { wireThreads } from './wire-threads.ts';
import { wireWebhookBoard } from './wire-webhook-board.ts';

const BOOKMARK_INTERVAL_MS = 60_000;

/** Puts the rooms together. */
export async function wireHouse(parts: HouseParts): Promise<BuiltHouse> {
  const { options, world, metrics } = parts;
  const names = chosenControllers(options);
  const versions = wireStorageVersions(parts, { catalog: () => rooms.apis.catalog, store: () => store });
  const store: MainStore = await openStore(parts, versions.emptied);
  const network = wireNetwork({
    ranges: [options.serviceClusterIpRange],
    isShared: isOnEtcd(options),
    engine: parts.engine,
    world,
    registry: () => rooms.registry,
    catalog: () => rooms.catalog(),
    random: Math.random,
  });
  const countStored = countingStored(store.cached);
  const servesCbor = readFeatureGates(options.featureGates).isOn('CBORServingAndStorage');
  const now = () => world.clock.now();
  const quotaLedger = new QuotaLedger(now, isOnEtcd(options) ? new ChargesElsewhere(now) : undefined);
  const traces = new RequestTraces(world.clock, options.verbose ? parts.printRequest : undefined);
  const manifests = wireManifests(parts);
  const rooms: Rooms = await wireRooms(parts, {
    store,
    network: network.shared,
    countStored,
    charges: quotaLedger,
    readManifests: manifests && ((resource) => manifests.read(resource)),
    healthChanged: (name) => controllers.definitionChanged(name),
  });
  const { registry, recorder, catalog, auth, apis, custom, policies, modules } = rooms;
  await modules.ready();
  await loadStored(registry, catalog(), network.local);
  const aggregation = wireAggregation(parts, { registry, apis });
  const { toldHealth: webhookHealth } = custom;
  const heavy = wireThreads(parts, {
    apis,
    store,
    network: network.shared,
    countStored,
    quotaLedger,
    webhookHealth,
    manifests,
  });
  const openapi = new OpenApiDocuments(KUBERNETES_VERSION.slice(1), {
    makeElsewhere: openapiElsewhere(heavy, store),
    offered: { cbor: servesCbor },
  });
  const stopping = new AbortController();
  const following = await network.begin(stopping.signal);
  const readingManifests = manifests?.follow(stopping.signal);
  const definitionWaiters = new DefinitionWaiters(catalog);
  const prepareOpenapi = parts.brief
    ? () => undefined
    : openapiPreparation({ world, openapi, catalog, signal: stopping.signal });
  const catalogChanged = (): void => {
    controllers.catalogChanged();
    definitionWaiters.recheck();
    prepareOpenapi();
  };
  const gate = wireConversionGate({
    options,
    log: world.log,
    modules,
    catalog,
    collection: store.collection,
    changed: (name) => controllers.definitionChanged(name),
  });
  const served = { registry, catalog, quotaLedger, secretToken: auth.secretToken, aggregatedServers: aggregation };
  const startControllers = (chosen = { options, names }): RunningControllers =>
    wireControllers(
      { ...parts, options: chosen.options },
      {
        ...served,
        names: chosen.names,
        definitions: {
          changed: catalogChanged,
          webhookHealth: (name) => custom.health(name),
          roundTrips: (definition) => gate.finding(definition, custom.health(definition.metadata.name as string)),
          writeElsewhere: definitionStatusWriter(heavy, store),
        },
        conversionPolicies: {
          conditionsOf: (name) =>
            conditionsOf(name, { policies, modules, sampleOf: (one) => storedSample(store.collection, one) }),
        },
      },
    );
  const election = wireElection(options, { registry, catalog, world });
  const controllers = lateControllers(parts.brief ? fromFirstChange(parts.engine) : fromReady(parts.begun), () =>
    election === undefined
      ? startControllers()
      : electedControllers({
          ...election,
          settling: new Settling(parts.engine, world),
          own: startControllers({ options: { ...options, simulateNodes: 0 }, names: [] }),
          start: () => wireControllers(parts, { ...served, names }),
        }),
  );
  const board = wireWebhookBoard({
    world,
    registry,
    catalog,
    manifests,
    collection: store.collection,
    cached: store.cached,
  });
  metrics.followWebhooks((call) => board.observed(call));
  const readings = [
    buildInfo(versionInfo()),
    ...storedObjects(catalog, store.cached),
    ...storageReadings(parts.engine),
    storedVersions(catalog, store.cached),
    runningMigrations(() => controllers.migrations()),
  ];
  for (const reading of readings) metrics.addReading(reading);
  const clients = new ApiClients(world.clock);
  // Apart, so that they push out nobody of whom a version that is to go depends on.
  const otherClients = new ApiClients(world.clock);
  const monitor = parts.brief ? undefined : wireMonitor(metrics);
  const deadlines = new Deadlines(world.clock, options.requestTimeout);
  const inflight = new InflightLimit(options.maxRequestsInflight, deadlines);
  const sweeping = deadlines.run(stopping.signal);
  let port = options.port;
  let telling: Promise<void> = Promise.resolve();
  const ensure = wireEnsure(registry, catalog);
  const audit = await wireAudit(options, parts);
  const pages = wireConsole({ ...parts, url: () => urlOf(options, port) });
  const house: House = {
    ...(audit !== undefined && { audit: audit.begin }),
    ...(pages !== undefined && { console: pages.console }),
    inflight,
    deadlines,
    definitionWaiters,
    authenticate: auth.authenticate,
    authorize: auth.authorize,
    catalog,
    aggregation,
    connector: connector(world.clock, fixedAddresses(options)),
    registry,
    world,
    intercept: parts.intercept,
    heavy,
    paths: nonResourcePaths({
      catalog,
      checks: healthChecks(parts),
      version: versionInfo(),
      hasConsole: pages !== undefined,
      servesCbor,
      openapi,
      remote: (served) => aggregation.apis(served),
      openid: { ...auth.openid, url: () => urlOf(options, port) },
      metrics: () => metrics.render(),
      ours: ownPaths({
        catalog,
        recorder,
        clients: () => ({ ...clients.read(), clients: [...clients.read().clients, ...otherClients.read().clients] }),
        controllers,
        storageVersions: versions.storageVersions,
        store,
        webhooks: () => board.list(),
        requests: () => traces.list(),
      }),
      now: () => world.clock.now(),
    }),
    settings: {
      requestTimeoutMs: options.requestTimeout,
      minRequestTimeoutMs: options.minRequestTimeout * 1000,
      bookmarkIntervalMs: BOOKMARK_INTERVAL_MS,
      servesCbor,
      random: Math.random,
    },
    begin(request, call) {
      monitor?.touch();
      const { info } = request;
      // Requests for things in a namespace put its deletion off; those for the namespace itself wait for the deletion.
      if (info.isResource && info.resource !== 'namespaces') controllers.onRequest(info.namespace);
      return traces.begin(request, call, metrics.begin(request, catalog));
    },
    used({ group, version, definition: { resource, versions: served } }, { name }, client) {
      // Somebody who looks at a version in the console does not depend on it.
      if (client.startsWith(CONSOLE_AGENT)) return;
      (served.size > 1 ? clients : otherClients).used({ user: name, client, group, resource, version });
    },
    watchEvents: ({ group, version, definition: { resource } }) => metrics.watchEvents({ group, version, resource }),
  };
  const calls = new InProcessCalls(house);
  return {
    fetch: (request) => calls.fetch(request),
    consoleUrl: () => pages?.loginUrl() ?? '',
    store: store.objects,
    async listen(tls, address) {
      const listening = await listen(house, tls, address);
      port = listening.port;
      telling = versions.tellWaiting(stopping.signal).catch((error: unknown) => {
        world.log.warn('nobody knows how many objects wait to be migrated', { error });
      });
      return listening;
    },
    groups: apis.groups,
    unserved: apis.unserved,
    async addApis(definitions) {
      apis.add(definitions);
      catalogChanged();
      const added = new Set(definitions.map(({ group }) => group));
      const groups = apis.groups.filter(({ group }) => added.has(group));
      for (const initial of initialApiServices(groups)) await ensure(initial);
    },
    ensure,
    settle: () => controllers.settle(),
    isIdle: () => controllers.isIdle,
    async stop() {
      stopping.abort();
      pages?.console[Symbol.dispose]();
      monitor?.[Symbol.dispose]();
      await controllers.stop();
      await audit?.[Symbol.asyncDispose]();
      await recorder.idle();
      await Promise.all([telling, following.ended, readingManifests, versions.stop()]);
      await Promise.all([sweeping, heavy[Symbol.asyncDispose](), modules[Symbol.asyncDispose](), store.stop()]);
      await calls.end();
    },
  };
}
