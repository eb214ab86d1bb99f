import type { Interceptor, ListenAddress, Listening, TlsMaterial, WeightLimits } from '#http';
import type { CatalogGroup, ResourceDefinition, UserInfo } from '#machinery';
import type { World } from '#meta';
import type { Engine, ObjectStore } from '#storage';
import type { Ensure } from './bootstrap.ts';
import type { ServerCredentials } from './credentials.ts';
import type { ServerMetrics } from './metrics/metrics.ts';
import type { Milestone } from './milestone.ts';
import type { Options } from './options.ts';

/** What the rooms are wired from. */
export interface HouseParts {
  readonly options: Options;
  readonly world: World;
  readonly engine: Engine;
  readonly credentials: ServerCredentials;
  /** Those whose client certificates are accepted, PEM. */
  readonly clientAuthorities: string;
  readonly metrics: ServerMetrics;
  /** The start is over, or was given up. */
  readonly begun: Milestone;
  /** Whether the server has finished its start and is not stopping: what /readyz tells. */
  readonly isReady: () => boolean;
  /** When the roles and bindings that every server has are there, or cannot be written. */
  readonly policy: Milestone;
  /** Kinds that are served beside the built-in ones, or in their place. */
  readonly apis?: readonly ResourceDefinition[];
  /** Those of them that come from the modules of `--api`, which a thread can load for itself. */
  readonly loadedApis?: readonly ResourceDefinition[];
  /** Takes the line of each request, with `--verbose`. */
  printRequest?(line: string): void;
  /** What is served in the main thread, if not what usually is. */
  readonly limits?: WeightLimits;
  /** The user of a token that is neither the administrator's nor a service account's. */
  ownerOf?(token: string): UserInfo | undefined;
  /** Stands before every request. */
  readonly intercept?: Interceptor;
  /** Over the engine that `engine` was forked from: what it has in memory is shared. */
  readonly origin?: ObjectStore;
  /** Controllers begin with the first write, and nobody measures the turns of the loop: for servers that live shortly. */
  readonly brief?: boolean;
}

/** What the rooms need of it that serve requests, in whichever thread. */
export interface RoomParts
  extends Pick<HouseParts, 'options' | 'world' | 'credentials' | 'clientAuthorities' | 'policy' | 'apis' | 'ownerOf'> {
  readonly metrics: Pick<
    ServerMetrics,
    'admission' | 'admissionStep' | 'webhook' | 'conversion' | 'authenticated' | 'authorized'
  >;
}

/** The rooms wired together, before anybody can reach them. */
export interface BuiltHouse {
  /** Rejects with the system's error (`EADDRINUSE` …) when it cannot. */
  listen(tls: TlsMaterial, address: ListenAddress): Promise<Pick<Listening, 'port' | 'stop'>>;
  /** Answers a request of this process. */
  fetch(request: Request): Promise<Response>;
  /** A new link to the console that logs in once, as the administrator; '' where there is none. */
  consoleUrl(): string;
  /** Where the objects are. */
  readonly store: ObjectStore;
  /** What is served without anybody's definition. */
  readonly groups: readonly CatalogGroup[];
  /** Built-in groups and versions that are not served. */
  readonly unserved: readonly CatalogGroup[];
  /** Serves more kinds of one's own, from the next request on. */
  addApis(definitions: readonly ResourceDefinition[]): Promise<void>;
  /** Writes one of the objects that every server has. */
  readonly ensure: Ensure;
  /** When the controllers have seen to everything that has happened. Absent where none run. */
  settle?(): Promise<void>;
  /** Whether the controllers have nothing to do, as far as they know. */
  isIdle?(): boolean;
  /** Ends what runs beside requests: the watch cache, controllers. */
  stop(): Promise<void>;
}

export type HouseBuilder = (parts: HouseParts) => Promise<BuiltHouse>;
