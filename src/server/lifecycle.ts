import { join } from 'node:path';
import type { BoundPort, TlsMaterial } from '#http';
import type { ResourceDefinition } from '#machinery';
import type { World } from '#meta';
import { advertisedAddress, firstServiceAddress, serverNames, urlOf } from './addresses.ts';
import { createInitialObjects, createInitialPolicy, type Ensure } from './bootstrap.ts';
import { Cleanup } from './cleanup.ts';
import { warmUpCredentials } from './credentials.ts';
import { openDataDirectory } from './data-directory.ts';
import { SERVER_LEASES } from './etcd-layout/shared-keys.ts';
import { isOfSnapshot, isOnEtcd } from './etcd-settings.ts';
import { extensionAuthentication } from './extension-authentication.ts';
import { listenOnFreePort } from './find-port.ts';
import { credentialsWith, readGivenCredentials } from './given-credentials.ts';
import type { BuiltHouse, HouseBuilder } from './house-builder.ts';
import { holdIdentityLease } from './identity-lease.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { loadApis } from './load-apis.ts';
import { ServerMetrics } from './metrics/metrics.ts';
import { Milestone } from './milestone.ts';
import type { Options } from './options.ts';
import { joinEndpoints } from './replicas/server-endpoints.ts';
import { openSharedCredentials } from './replicas/shared-credentials.ts';
import { type RetryingEnsure, retryingEnsure } from './retrying-ensure.ts';
import { UncaughtErrors, type UncaughtKind } from './uncaught-errors.ts';
import { openEngine, startCompaction, startExpiry, startStorageWatch } from './wire-storage.ts';
import { makeLog, randomIds, systemClock } from './world.ts';

/** A server that answers requests. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** The default port was taken; this is the next free one. */
  readonly portMoved: boolean;
  readonly dataDirectory: string;
  /** '' where nobody is made administrator (`--admin-access=false`), as is the next. */
  readonly kubeconfigPath: string;
  readonly tokenPath: string;
  /** A link to the console that logs in once, as the administrator, in the first hour; '' where there is none. */
  readonly consoleUrl: string;
  /**
   * Serves more kinds of one's own, from the next request on. One of the group and name of another takes its place; what
   * is stored of it must be in a version that it has. Groups that custom resource definitions serve are refused.
   */
  addApis(...definitions: readonly ResourceDefinition[]): Promise<void>;
  /** When the roles that every server has are there as well: the last thing that a start does. */
  readonly furnished: Promise<void>;
  /** When the controllers have seen to everything that has happened, and to all that came of it. */
  settle(): Promise<void>;
  /** Logs and counts an error that nobody caught. Whoever owns the process hands it over; it ends nothing. */
  uncaught(kind: UncaughtKind, error: unknown): void;
  /** Takes no new requests, ends watches, finishes writes, closes the store. Later calls wait for the first. */
  stop(): Promise<void>;
}

/** All the rooms. They are loaded when a server starts: other commands need none of them. */
const wireHouse: HouseBuilder = async (parts) => (await import('./wire-house.ts')).wireHouse(parts);

/** All the rooms, with kinds of one's own: `startServer(options, houseWith([frobbers]))`. */
export const houseWith =
  (apis: readonly ResourceDefinition[]): HouseBuilder =>
  (parts) =>
    wireHouse({ ...parts, apis: [...(parts.apis ?? []), ...apis] });

/**
 * The whole way of a start, in order. When a step fails, what the earlier ones opened is closed again. `bound` is the port
 * of the options, where this process has it already.
 */
export async function startServer(
  options: Options,
  build: HouseBuilder = wireHouse,
  bound?: BoundPort,
): Promise<RunningServer> {
  const cleanup = new Cleanup();
  try {
    return await start(options, { build, bound }, cleanup);
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

interface StartParts {
  readonly build: HouseBuilder;
  readonly bound: BoundPort | undefined;
}

async function start(asked: Options, { build, bound }: StartParts, cleanup: Cleanup): Promise<RunningServer> {
  const isReadOnly = isOfSnapshot(asked);
  // Where nothing can be written, controllers would only fail.
  const options = isReadOnly ? { ...asked, controllers: [] } : asked;
  const world = makeWorld(options);
  const directory = await openDataDirectory(options);
  cleanup.add(() => directory.dispose());
  const given = await readGivenCredentials(options);
  const warm = given.isWhole ? undefined : warmUpCredentials(directory.path).catch(() => undefined);
  const engine = await openEngine(options, directory.path, world);
  cleanup.add(() => engine[Symbol.asyncDispose]());
  const isNew = (await engine.revision()) === 0;
  cleanup.add(startCompaction(engine, options, world));
  cleanup.add(startExpiry(engine, world));
  await warm;
  const request = { directory: directory.path, serverNames: serverNames(options), now: world.clock.now() };
  const openCredentials = () => credentialsWith(given, request);
  const { credentials, clientAuthorities } = isOnEtcd(options)
    ? await openSharedCredentials({ engine, directory: directory.path }, openCredentials)
    : await openCredentials();
  const loaded = await loadApis(options.api);
  let ready = false;
  const begun = new Milestone();
  const policy = new Milestone();
  const metrics = new ServerMetrics(world.clock);
  const uncaught = new UncaughtErrors(world);
  metrics.addReading(uncaught.reading);
  const house = await build({
    options,
    world,
    engine,
    credentials,
    clientAuthorities,
    metrics,
    begun,
    isReady: () => ready,
    policy,
    apis: loaded,
    loadedApis: loaded,
    printRequest: (line) => void process.stderr.write(`${line}\n`),
  });
  cleanup.add(() => house.stop());
  const { server } = credentials;
  const trusted = [clientAuthorities, credentials.requestHeaders?.authorities ?? ''].filter((pem) => pem !== '');
  const tls = { cert: server.certificate, key: server.key, ca: trusted.join('\n') };
  const { port, moved } = await listen(house, options, { tls, bound, cleanup });
  cleanup.add(() => begun.isReached || begun.markReached('the start was given up'));
  const url = urlOf(options, port);
  const advertised = advertisedAddress(options);
  const ensure: Ensure = isReadOnly ? async () => undefined : house.ensure;
  const retrying = retryingEnsure(ensure, world.log);
  // A server that was there before can start without writing anything. Where others may start at the same time, who loses waits.
  await createInitialObjects(isNew && !isOnEtcd(options) ? ensure : retrying.ensure, {
    serviceRange: options.serviceClusterIpRange,
    serviceAddress: firstServiceAddress(options.serviceClusterIpRange),
    advertisedAddress: isOnEtcd(options) ? undefined : advertised,
    port,
    groups: house.groups,
    unserved: house.unserved,
    more: [extensionAuthentication({ credentials, clientAuthorities })],
  });
  const address = advertised && `${advertised}:${port}`;
  cleanup.add(await holdIdentityLease({ ensure, world, address }));
  if (isOnEtcd(options) && advertised !== undefined) {
    const leases = house.store.collection(SERVER_LEASES);
    cleanup.add(await joinEndpoints({ leases, ensure, world, address: advertised, port }));
  }
  const kubeconfigPath = await writeKubeconfig(directory.path, url, credentials);
  ready = true;
  begun.markReached();
  cleanup.add(writePolicy(retrying, { world, policy }));
  cleanup.add(startStorageWatch(engine, world, async () => void ((await retrying.again()) && policy.markReached())));
  return {
    url,
    port,
    portMoved: moved,
    dataDirectory: directory.path,
    kubeconfigPath,
    consoleUrl: house.consoleUrl(),
    tokenPath: options.adminAccess ? join(directory.path, 'admin.token') : '',
    addApis: (...definitions) => house.addApis(definitions),
    furnished: policy.reached,
    async settle() {
      await policy.reached;
      await house.settle?.();
    },
    uncaught: (kind, error) => uncaught.report(kind, error),
    stop() {
      ready = false;
      return cleanup.run();
    },
  };
}

function makeWorld(options: Options): World {
  const log = makeLog({ level: options.quiet ? 'error' : options.logLevel, format: options.logFormat });
  return { clock: systemClock, ids: randomIds, log };
}

/** The roles are written in the background: the administrator needs none. Returns how to stop it. */
function writePolicy(
  retrying: RetryingEnsure,
  { world, policy }: { world: World; policy: Milestone },
): () => Promise<void> {
  const stopping = new AbortController();
  void createInitialPolicy(retrying.ensure, stopping.signal).then(
    () => policy.markReached(retrying.isWaiting() ? 'roles that every server has wait for the store' : undefined),
    (error) => {
      world.log.error('the roles that every server has could not be written', { error });
      policy.markReached('the roles that every server has could not be written');
    },
  );
  return () => {
    stopping.abort();
    return policy.reached;
  };
}

async function listen(
  house: BuiltHouse,
  options: Options,
  { tls, bound, cleanup }: { tls: TlsMaterial; bound: BoundPort | undefined; cleanup: Cleanup },
): Promise<{ port: number; moved: boolean }> {
  const { listener, moved } = await listenOnFreePort(options, (port) =>
    house.listen(tls, { host: options.bindAddress, port, bound: isAt(bound, options, port) ? bound : undefined }),
  );
  cleanup.add(() => listener.stop(options.shutdownGrace));
  return { port: listener.port, moved };
}

const isAt = (bound: BoundPort | undefined, { bindAddress }: Options, port: number): boolean =>
  bound?.port === port && bound.host === bindAddress;
