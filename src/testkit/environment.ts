import type { HttpClient } from '#client';
import type { KubeObject } from '#meta';
import { logInto, type MemoryServer, type MemoryServerParts } from '#server';
import type { AdjustableClock } from './adjustable-clock.ts';
import { type ConvergeOptions, converge } from './converge.ts';
import { EnvironmentClock } from './environment-clock.ts';
import type { FaultKind, FaultOptions, InjectedFault } from './faults.ts';
import type { Kubeconfig } from './kubeconfig.ts';
import { type Manifest, readManifests } from './manifests.ts';
import { ObjectWriter } from './object-writer.ts';
import type { RecordedRequest, RequestFilter } from './request-record.ts';
import { Session, type UserSession } from './session.ts';
import { storyOf } from './story.ts';
import { type PausedWatches, Traffic } from './traffic.ts';
import { Users } from './users.ts';
import { type RecordedWrite, WriteRecord } from './write-record.ts';

/** A state to come back to. */
export interface Snapshot {
  readonly resourceVersion: string;
}

export interface ForkOptions {
  /** Whether others can reach it from the start; if left out, only this process, until `listen` is called. */
  readonly listen?: boolean;
}

interface Lineage {
  readonly clock: AdjustableClock;
  readonly users: Iterable<readonly [string, UserOf]>;
  readonly logLevel: LogLevel;
}
type UserOf = NonNullable<ReturnType<NonNullable<MemoryServerParts['ownerOf']>>>;
type LogLevel = Parameters<typeof logInto>[1];

/** The newest lines of the server's log that are kept. */
const MOST_LINES = 500;

/** A server for tests, in this process, with all that a test wants of it. `startPinnace` starts one. */
export class TestEnvironment implements UserSession, AsyncDisposable {
  readonly clock: EnvironmentClock;
  readonly #clock: AdjustableClock;
  readonly #users: Users;
  readonly #traffic: Traffic;
  readonly #logLevel: LogLevel;
  readonly #log: string[] = [];
  readonly #ends: (() => unknown)[] = [];
  readonly #writes: WriteRecord;
  #server: MemoryServer | undefined;
  #session: Session | undefined;
  #writer: ObjectWriter | undefined;
  #address: { readonly url: string; readonly port: number } | undefined;
  #following: AbortController | undefined;
  #snapshots: { readonly snapshot: Snapshot; readonly server: MemoryServer }[] = [];
  #disposing: Promise<void> | undefined;

  private constructor({ clock, users, logLevel }: Lineage) {
    this.#clock = clock;
    this.#logLevel = logLevel;
    this.#users = new Users(() => this.#server?.credentials.adminToken ?? '', users);
    this.#traffic = new Traffic({ clock, userOf: ({ call }) => this.#users.senderOf(call) });
    this.#writes = new WriteRecord(this.#traffic.begun);
    this.clock = new EnvironmentClock(clock, () => this.#running);
  }

  /** Begins with a server that is given what belongs to this environment. */
  static async begin(
    lineage: Lineage,
    start: (parts: MemoryServerParts) => Promise<MemoryServer>,
  ): Promise<TestEnvironment> {
    const environment = new TestEnvironment(lineage);
    await environment.#use(await start(environment.#parts));
    return environment;
  }

  /** `https://127.0.0.1:41234`. Throws where nobody listens yet: `await env.listen()` first. */
  get url(): string {
    if (this.#address === undefined)
      throw new Error('the environment does not listen: call `await env.listen()` first');
    return this.#address.url;
  }
  /** From now on also programs outside of this process reach the server, on a free port of this machine. */
  async listen(): Promise<string> {
    this.#address ??= await this.#running.listen();
    return this.#address.url;
  }

  get token(): string {
    return this.#admin.token;
  }
  /** Reads and writes as the administrator. */
  get client(): HttpClient {
    return this.#admin.client;
  }
  clientAs(userAgent: string): HttpClient {
    return this.#admin.clientAs(userAgent);
  }
  readonly fetch: UserSession['fetch'] = (input, init) => this.#admin.fetch(input, init);
  get kubeconfig(): Kubeconfig {
    return this.#admin.kubeconfig;
  }
  kubeconfigFile(): Promise<string> {
    return this.#admin.kubeconfigFile();
  }
  loadInto<T extends { loadFromString(text: string): void }>(config: T): T {
    return this.#admin.loadInto(config);
  }

  /** Somebody else: what they may do is up to roles and bindings. They are in `system:authenticated` as well. */
  as(user: string, groups: readonly string[] = []): UserSession {
    return this.#sessionOf(user, this.#users.tokenOf(user, groups));
  }

  /** Writes objects of manifests, or brings those that are there in line with them (server-side apply). */
  async apply(...manifests: readonly Manifest[]): Promise<readonly KubeObject[]> {
    this.#writer ??= new ObjectWriter(this.client);
    const made: KubeObject[] = [];
    for (const object of await readManifests(manifests)) made.push(await this.#writer.apply(object));
    return made;
  }

  /** When the server's controllers have seen to everything that has happened, and to all that came of it. */
  settle(): Promise<void> {
    return this.#running.settle();
  }

  /**
   * When nobody writes any more, neither the server's controllers nor programs under test. Throws a
   * `ConvergenceError` that says who keeps writing what, where that does not come to an end.
   */
  converge(options: ConvergeOptions = {}): Promise<void> {
    const isAwaited = (): boolean => this.#traffic.isAwaited;
    return converge({ settle: () => this.settle(), writes: () => this.#writes, isAwaited }, options);
  }

  /** The Events that are there, the oldest first. */
  async events({ namespace, reason }: { namespace?: string; reason?: string } = {}): Promise<readonly KubeObject[]> {
    const path = namespace === undefined ? '/api/v1/events' : `/api/v1/namespaces/${namespace}/events`;
    const list = (await this.client.request({ method: 'GET', path })) as unknown as { items: readonly KubeObject[] };
    const isOlder = (a: KubeObject, b: KubeObject) =>
      Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion);
    return list.items.filter((event) => reason === undefined || event.reason === reason).sort(isOlder);
  }

  /** What was asked of the server, by anybody but its own controllers. */
  requests(filter: RequestFilter = {}): readonly RecordedRequest[] {
    return this.#traffic.requests(filter);
  }
  /** What was written, by anybody. */
  writes(): Promise<readonly RecordedWrite[]> {
    return this.#writes.read();
  }
  /** What the server has logged. */
  get log(): readonly string[] {
    return this.#log;
  }
  /** Requests, writes and the log, for people to read. */
  async story(): Promise<string> {
    return storyOf({ requests: this.requests(), writes: await this.writes(), log: this.#log });
  }

  /** Lets something go wrong with the next requests that fit. */
  fail(kind: FaultKind, options: FaultOptions = {}): InjectedFault {
    return this.#traffic.fail(kind, options);
  }
  /** Watches that fit get no events until they are resumed: what a program knows grows old. */
  pauseWatch(filter: RequestFilter = {}): PausedWatches {
    return this.#traffic.pause(filter);
  }

  /** An environment with the same objects, users and time, which goes its own way from then on. */
  async fork({ listen = false }: ForkOptions = {}): Promise<TestEnvironment> {
    const origin = this.#running;
    const lineage = { clock: this.#clock.fork(), users: this.#users.all(), logLevel: this.#logLevel };
    const environment = await TestEnvironment.begin(lineage, (parts) => origin.fork(parts));
    if (listen) await environment.listen();
    return environment;
  }

  /** The state of now, to come back to. */
  async snapshot(): Promise<Snapshot> {
    const server = await this.#running.fork(this.#parts);
    const snapshot = { resourceVersion: String(await server.revision()) };
    this.#snapshots.push({ snapshot, server });
    return snapshot;
  }
  /**
   * Everything is as it was: also the resourceVersions, which go on from there. Watches end; who listens at the same
   * address finds the server of then. Time does not go back.
   */
  async restore(snapshot: Snapshot): Promise<void> {
    const kept = this.#snapshots.find((one) => one.snapshot === snapshot);
    if (kept === undefined) throw new Error('the snapshot is not one of this environment');
    const before = this.#running;
    await this.#use(await kept.server.fork(this.#parts));
    await before.stop();
    if (this.#address !== undefined) this.#address = await this.#running.listen(this.#address.port);
  }

  /** Ends the server, and everything that was made for it. Later calls wait for the first. */
  dispose(): Promise<void> {
    this.#disposing ??= this.#end();
    return this.#disposing;
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  get #running(): MemoryServer {
    if (this.#server === undefined || this.#disposing !== undefined) throw new Error('the environment is disposed');
    return this.#server;
  }
  get #admin(): Session {
    this.#session ??= this.#sessionOf('admin', this.#running.credentials.adminToken);
    return this.#session;
  }
  get #parts(): MemoryServerParts {
    const write = (line: string): void => {
      this.#log.push(line.trimEnd());
      if (this.#log.length > MOST_LINES) this.#log.shift();
    };
    return {
      world: { clock: this.#clock, log: logInto(write, this.#logLevel) },
      ownerOf: (token) => this.#users.ownerOf(token),
      intercept: this.#traffic.intercept,
    };
  }

  #sessionOf(user: string, token: string): Session {
    return new Session({
      user,
      token,
      certificateAuthority: this.#running.credentials.certificateAuthority,
      url: () => this.url,
      serve: (request) => this.#running.fetch(request),
      atEnd: (step) => void this.#ends.push(step),
    });
  }

  async #use(server: MemoryServer): Promise<void> {
    this.#following?.abort();
    this.#following = new AbortController();
    this.#server = server;
    void this.#writes.follow(await server.changes(this.#following.signal));
  }

  async #end(): Promise<void> {
    this.#following?.abort();
    await this.#server?.stop();
    for (const { server } of this.#snapshots) await server.stop();
    for (const step of this.#ends) await step();
  }
}
