import type { Interceptor } from '#http';
import type { ResourceDefinition, UserInfo } from '#machinery';
import type { Log, World } from '#meta';
import { type ChangeBatch, type MemoryEngine, type ObjectStore, openMemory } from '#storage';
import { advertisedAddress, firstServiceAddress, serverNames, urlOf } from './addresses.ts';
import { createInitialObjects, createInitialPolicy } from './bootstrap.ts';
import { Cleanup } from './cleanup.ts';
import { makeCredentials, type OwnCredentials } from './credentials.ts';
import { type EmbeddedServerSettings, optionsOf } from './embedded-server.ts';
import { extensionAuthentication } from './extension-authentication.ts';
import type { BuiltHouse } from './house-builder.ts';
import { loadApis } from './load-apis.ts';
import { ServerMetrics } from './metrics/metrics.ts';
import { Milestone } from './milestone.ts';
import type { Options } from './options.ts';
import { startCompaction, startExpiry } from './wire-storage.ts';
import { makeLog, randomIds } from './world.ts';

/** What a server of tests is given by those who run it. */
export interface MemoryServerParts {
  readonly world: Pick<World, 'clock' | 'log'>;
  /** The user of a token that is neither the administrator's nor a service account's. */
  ownerOf?(token: string): UserInfo | undefined;
  readonly intercept?: Interceptor;
}

/** A server that keeps nothing but what is in memory, writes no files, and listens only when asked to. */
export interface MemoryServer {
  readonly credentials: Pick<OwnCredentials, 'adminToken'> & { readonly certificateAuthority: string };
  /** Answers a request of this process, without a socket. */
  fetch(request: Request): Promise<Response>;
  /** From now on others can reach it, at the address of the options, or on this port. Keeps no process alive. */
  listen(port?: number): Promise<{ readonly url: string; readonly port: number }>;
  /** When the controllers have seen to everything that has happened, and to all that came of it. */
  settle(): Promise<void>;
  /** Whether the controllers have nothing to do now. */
  isIdle(): boolean;
  revision(): Promise<number>;
  /** What is written from now on, until the signal fires. */
  changes(signal: AbortSignal): Promise<AsyncIterable<ChangeBatch>>;
  /** A server with the same state, which goes its own way from then on. */
  fork(parts: MemoryServerParts): Promise<MemoryServer>;
  stop(): Promise<void>;
}

export type MemoryServerSettings = Omit<EmbeddedServerSettings, 'ephemeral' | 'dataDir'>;

/** What the servers of one origin share. */
interface Lineage {
  readonly options: Options;
  readonly credentials: OwnCredentials;
  readonly apis: readonly ResourceDefinition[];
}

/** Every request is served in this thread: a test has no other requests that would wait. */
const NO_LIMITS = {
  bytes: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
  protobufBytes: Number.POSITIVE_INFINITY,
  unseenBytes: Number.POSITIVE_INFINITY,
};
/** A test that is over does not wait for its requests. */
const GRACE_MS = 0;
/** What `default/kubernetes` leads to: nobody may listen there, or anywhere. */
const USUAL_PORT = 6443;

/** Starts a server with the objects that every server has. */
export async function startMemoryServer(
  settings: MemoryServerSettings,
  parts: MemoryServerParts,
): Promise<MemoryServer> {
  const options = await optionsOf({ port: 0, ...settings, ephemeral: true });
  const credentials = await sharedCredentials(serverNames(options));
  const apis = [...(await loadApis(options.api)), ...(settings.apis ?? [])];
  const server = await begin({ options, credentials, apis }, { ...parts, engine: openMemory() });
  try {
    await server.furnish();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const made = new Map<string, Promise<OwnCredentials>>();

/** Servers of one process that go by the same names share their certificates and keys: to make them takes longest. */
function sharedCredentials(names: readonly string[]): Promise<OwnCredentials> {
  const known = made.get(names.join());
  if (known !== undefined) return known;
  const making = makeCredentials({ serverNames: names, now: Date.now() });
  made.set(names.join(), making);
  return making;
}

interface BeginParts extends MemoryServerParts {
  readonly engine: MemoryEngine;
  readonly origin?: ObjectStore;
}

async function begin(lineage: Lineage, parts: BeginParts): Promise<RunningMemoryServer> {
  const { engine } = parts;
  const cleanup = new Cleanup();
  cleanup.add(() => engine[Symbol.asyncDispose]());
  try {
    const world: World = { ...parts.world, ids: randomIds };
    const policy = new Milestone();
    const house = await wire(lineage, { ...parts, world, policy });
    cleanup.add(startCompaction(engine, lineage.options, world));
    cleanup.add(startExpiry(engine, world));
    cleanup.add(() => house.stop());
    if (parts.origin !== undefined) policy.markReached();
    return new RunningMemoryServer({ lineage, engine, house, policy, cleanup });
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

async function wire(
  { options, credentials, apis }: Lineage,
  parts: BeginParts & { readonly world: World; readonly policy: Milestone },
): Promise<BuiltHouse> {
  const { wireHouse } = await import('./wire-house.ts');
  const metrics = new ServerMetrics(parts.world.clock);
  const clientAuthorities = credentials.authority.certificate;
  const own = { options, credentials, clientAuthorities, apis, metrics, limits: NO_LIMITS };
  const begun = new Milestone();
  begun.markReached();
  return wireHouse({ ...parts, ...own, begun, isReady: () => true, brief: true });
}

interface RunningParts {
  readonly lineage: Lineage;
  readonly engine: MemoryEngine;
  readonly house: BuiltHouse;
  /** The roles that every server has are there. */
  readonly policy: Milestone;
  readonly cleanup: Cleanup;
}

class RunningMemoryServer implements MemoryServer {
  readonly credentials: MemoryServer['credentials'];
  readonly #parts: RunningParts;
  #listening: ReturnType<MemoryServer['listen']> | undefined;

  constructor(parts: RunningParts) {
    this.#parts = parts;
    const { adminToken, authority } = parts.lineage.credentials;
    this.credentials = { adminToken, certificateAuthority: authority.certificate };
  }

  /** Writes what every server has. */
  async furnish(): Promise<void> {
    const { house, policy, lineage } = this.#parts;
    const { credentials } = lineage;
    const { serviceClusterIpRange: serviceRange } = lineage.options;
    await createInitialObjects(house.ensure, {
      serviceRange,
      serviceAddress: firstServiceAddress(serviceRange),
      advertisedAddress: advertisedAddress(lineage.options),
      port: USUAL_PORT,
      groups: house.groups,
      unserved: house.unserved,
      more: [extensionAuthentication({ credentials, clientAuthorities: credentials.authority.certificate })],
    });
    await createInitialPolicy(house.ensure, new AbortController().signal);
    policy.markReached();
    await this.settle();
  }

  fetch(request: Request): Promise<Response> {
    return this.#parts.house.fetch(request);
  }
  listen(port = this.#parts.lineage.options.port): ReturnType<MemoryServer['listen']> {
    this.#listening ??= this.#listen(port);
    return this.#listening;
  }
  async settle(): Promise<void> {
    await this.#parts.house.settle?.();
  }
  isIdle(): boolean {
    return this.#parts.house.isIdle?.() ?? true;
  }
  async revision(): Promise<number> {
    return this.#parts.engine.revision();
  }
  async changes(signal: AbortSignal): Promise<AsyncIterable<ChangeBatch>> {
    const { engine } = this.#parts;
    return engine.changes('', await engine.revision(), signal);
  }
  async fork(parts: MemoryServerParts): Promise<MemoryServer> {
    const { engine, house, lineage } = this.#parts;
    return begin(lineage, { ...parts, engine: await engine.fork(), origin: house.store });
  }
  stop(): Promise<void> {
    return this.#parts.cleanup.run();
  }

  async #listen(port: number): ReturnType<MemoryServer['listen']> {
    const { house, lineage, cleanup } = this.#parts;
    const { options, credentials } = lineage;
    const tls = {
      cert: credentials.server.certificate,
      key: credentials.server.key,
      ca: credentials.authority.certificate,
    };
    const { bindAddress: host } = options;
    const listening = await house.listen(tls, { host, port, unref: true });
    cleanup.add(() => listening.stop(GRACE_MS));
    return { url: urlOf(options, listening.port), port: listening.port };
  }
}

/** A log that hands its lines to somebody. */
export function logInto(write: (line: string) => void, level: Options['logLevel']): Log {
  return makeLog({ level, format: 'text', write });
}
