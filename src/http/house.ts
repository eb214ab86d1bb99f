import type { Attributes, Decision } from '#auth';
import type { Catalog, ConnectionTarget, ServedResource, UserInfo } from '#machinery';
import type { MaybePromise, Query, Status, World } from '#meta';
import type { Registry, StageTimes, Watch } from '#registry';
import type { RequestAudit } from './audit-notes.ts';
import type { HttpCall, Reply } from './call.ts';
import type { DefinitionWaiters } from './definition-waiters.ts';
import type { HeavyServer } from './heavy.ts';
import type { Deadlines, InflightLimit } from './limits.ts';
import type { RequestInfo, ResourceInfo } from './request-info.ts';

/** Everything that serving a request needs, and nothing else. */
export interface House {
  /** What is served now. A request asks once and keeps the answer. */
  catalog(): Catalog;
  /** Versions of groups that other servers serve, whatever the catalog has. */
  readonly aggregation?: Aggregation;
  /** Leads to pods, services and nodes; where there is none, nothing is connected. */
  readonly connector?: Connector;
  readonly registry: Registry;
  readonly world: World;
  /**
   * Who is calling, or whom they are allowed to act for; undefined when the credentials are missing or wrong. Throws a
   * 403 when they may not act for others.
   */
  authenticate(call: HttpCall, wanted: Attributes, heard: AuthenticationListener): MaybePromise<UserInfo | undefined>;
  /** Whether the user may do it. */
  authorize(user: UserInfo, wanted: Attributes): MaybePromise<Decision>;
  /** Begins to write a request down; absent where nobody wants to know. */
  audit?(call: HttpCall, info: RequestInfo, facts: { readonly id: string; readonly wanted: Attributes }): RequestAudit;
  /** The pages for people; absent where there are none. */
  readonly console?: ConsolePaths;
  /** Paths that belong to no resource: health, version, metrics, … */
  readonly paths: NonResourcePaths;
  /** Serves heavy requests in other threads; absent where there are none. */
  readonly heavy?: HeavyServer;
  readonly settings: HttpSettings;
  readonly inflight: InflightLimit;
  readonly deadlines: Deadlines;
  readonly definitionWaiters: DefinitionWaiters;
  /** A request has come, before anything is known of who sent it. Returns who wants to know what becomes of it. */
  begin(request: ObservedRequest, call: HttpCall): RequestFollower;
  /**
   * Called with every request: `answer` serves it, or another request in its place, and never rejects. For the testkit,
   * which records requests and answers, or answers itself.
   */
  intercept?: Interceptor | undefined;
  /** An authorized user uses a version of a resource. */
  used?(resource: ServedResource, user: UserInfo, client: string): void;
  /** Somebody watches. Returns how to say that an event of so many bytes is sent. */
  watchEvents(resource: ServedResource): (bytes: number) => void;
}

/** Who wants to know what is found out about the sender of a request. */
export interface AuthenticationListener {
  /** Takes a text for the `Warning` header. */
  readonly warn: (text: string) => void;
  /** Who sent it, before they act for others. The request goes on after it. */
  known?(user: UserInfo): Promise<void>;
  /** For whom they act, and the verb that allows it, if it is one of the new ways. */
  impersonated?(user: UserInfo, constraint: string): void;
}

export type Interceptor = (request: InterceptedRequest, answer: (call?: HttpCall) => Promise<Reply>) => Promise<Reply>;

export interface InterceptedRequest {
  readonly call: HttpCall;
  readonly info: RequestInfo;
}

/** The servers that versions of groups are registered for. */
export interface Aggregation {
  /** Whether another server answers it. */
  serves(info: RequestInfo): boolean;
  /** What that server answers to a user who may ask it. */
  forward(call: HttpCall, info: RequestInfo, by: ForwardedFor): Promise<Reply>;
}

/** Who asks another server, and under which name it is found in the audit logs of both. */
export interface ForwardedFor {
  readonly user: UserInfo;
  readonly auditId: string;
}

/** Connects a request with what an object stands for. */
export interface Connector {
  /** Where a service is said to be, whatever is stored; undefined where nothing is said. */
  fixedAddress(namespace: string, service: string): { readonly host: string; readonly port: number } | undefined;
  connect(target: ConnectionTarget, request: ConnectingRequest): Promise<Reply>;
}

interface ConnectingRequest {
  readonly call: HttpCall;
  readonly info: ResourceInfo;
  readonly query: Query;
}

/** Paths that are no part of the API: who calls them is not authenticated as its clients are, and they are not counted. */
interface ConsolePaths {
  serves(path: string): boolean;
  /** `api` answers a call as one that came to the API itself. */
  answer(call: HttpCall, api: (call: HttpCall) => MaybePromise<Reply>): Promise<Reply>;
}

export interface NonResourcePaths {
  /** The page for browsers, without authentication; undefined for all other requests. */
  page?(call: HttpCall): Reply | undefined;
  /** Undefined when nothing is there. */
  answer(call: HttpCall, info: { readonly path: string; readonly verb: string }): Promise<Reply | undefined>;
}

interface HttpSettings {
  /** Bodies and answers may be CBOR. */
  readonly servesCbor?: boolean;
  /** A watch without `timeoutSeconds` lives between once and twice this long. */
  readonly minRequestTimeoutMs: number;
  /** How long a request may take that says nothing else. */
  readonly requestTimeoutMs: number;
  /** How often an idle watch with bookmarks gets one. */
  readonly bookmarkIntervalMs: number;
  /** A number in [0, 1): spreads the ends of watches. */
  random(): number;
}

/** A request as it came. */
export interface ObservedRequest {
  readonly info: RequestInfo;
  readonly method: string;
  readonly query: string;
  readonly contentType: string | undefined;
}

/** Follows one request. */
export interface RequestFollower {
  /** Where those below HTTP add up how long they take. */
  readonly stages?: StageTimes | undefined;
  /** It is known who asks. */
  authenticated(user: UserInfo): void;
  /** They may. */
  authorized(): void;
  /** It was served in another thread, where its stages took so long. */
  servedElsewhere(stages: StageTimes): void;
  /** It is a watch that runs. */
  watching?(watch: Pick<Watch, 'revision' | 'behind'>): void;
  finished(outcome: RequestOutcome): void;
}

export interface RequestOutcome {
  readonly status: number;
  /** Of the answer's body. */
  readonly bytes: number;
  /** Of the request's body; undefined when nobody read it. */
  readonly received: number | undefined;
  /** Something served it, and the user was authorized. */
  readonly handled: boolean;
  /** What a refusal says. */
  readonly told?: Status | undefined;
}
