import type { MergeType, PatchType } from '#merge';
import type {
  DeleteOptions,
  FieldError,
  GroupResource,
  GroupVersionResource,
  Hub,
  Json,
  JsonObject,
  KubeObject,
  Query,
  Stored,
  Versioned,
} from '#meta';
import type { Cell } from './age.ts';
import type { QueryOption } from './codec/query-options.ts';
import type { Permissions } from './permissions.ts';

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** All the server knows about one resource. Built-ins are compiled into it, CRDs at run time. */
export interface ResourceDefinition extends GroupResource {
  readonly kind: string;
  /** Compiled in, or made from a CustomResourceDefinition. What follows from it is in `resource-facts.ts`. */
  readonly origin: 'built-in' | 'custom';
  readonly listKind: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: ReadonlySet<Verb>;
  /** How new writes lie in the store. Not always one of `versions`: events of both groups are stored as core v1. */
  readonly storage: StoredVersion;
  /** In order of priority: discovery and kubectl prefer the first. */
  readonly versions: ReadonlyMap<string, VersionDefinition>;
  /** The same objects in versions of another group, by `GROUP/VERSION`: events have two. */
  readonly elsewhere?: ReadonlyMap<string, VersionDefinition>;
  /**
   * Serves this version only; the others are there for what is stored in them, and another definition serves them. So
   * it is with custom resources, whose rules are those of the version that the client speaks: each version is a hub.
   */
  readonly onlyVersion?: string;
  /** How one version becomes another is known only outside of this thread: to a webhook, or to somebody's module. */
  readonly convertsElsewhere?: true;
  /** Versions, as `GROUP/VERSION`, in which clients may still know it, though there is no way to serve them any more. */
  readonly formerly?: ReadonlySet<string>;
  readonly strategy: Strategy;
  readonly subresources: ReadonlyMap<string, Subresource>;
  /** Nothing of it is stored: what is created here acts on an object of another resource of its group (bindings). */
  readonly actsOn?: { readonly resource: string; readonly subresource: string };
  /** Where the objects lie in the store: `/registry/configmaps/`. Two resources may share one (events). */
  readonly storagePrefix: string;
  /** A review rather than an object (SubjectAccessReview): answered, never stored. Its only verb is `create`. */
  readonly virtual?: VirtualResource;
  /** There is never any (ComponentStatus): its lists are of no revision, and messages call it by its singular name. */
  readonly alwaysEmpty?: true;
  /**
   * Changes whenever stored objects might be read differently (another schema, another conversion): part of the name of
   * whatever is remembered about an entry of the store. Absent where that never happens.
   */
  readonly revision?: string;
}

export interface VirtualResource<T extends KubeObject = KubeObject> {
  /**
   * The review with its answer. `about` names the object that it is a part of, '' where it is none (`token` of a
   * service account). Throws an `ApiError` for a bad review.
   */
  readonly create: (review: Hub<T>, context: RequestContext, about: string) => Promise<Hub<T>>;
}

export interface StoredVersion {
  /** `v1`, `apps/v1`: what stands in the stored object. */
  readonly apiVersion: string;
  readonly definition: VersionDefinition;
}

/** One version of a resource: how its bytes look and how it meets the hub. */
export interface VersionDefinition {
  readonly version: string;
  readonly served: boolean;
  /** A text for the `Warning` header when this version is used. */
  readonly deprecationWarning?: string;
  /** The release in which it is gone, as `1.38`, where that is known. */
  readonly removedRelease?: string;
  readonly codec: VersionCodec;
  /**
   * Fills in what the client left out. Changes the object it is given. Nulls that are not allowed are as good as left
   * out, unless they are to be kept: in what was applied they are refused.
   */
  default(object: Versioned, options?: DecodeOptions): void;
  /** May be async: a custom resource's conversion may call a webhook. The argument is not changed. */
  toHub(object: Versioned): Hub | Promise<Hub>;
  fromHub(hub: Hub): Versioned | Promise<Versioned>;
  /**
   * Conversions that lose nothing that the schema of the other version does not know: admission may look at an object in
   * another version on its way into the store. Absent where there is nothing to lose.
   */
  readonly unpruned?: { toHub(object: Versioned): Promise<Hub>; fromHub(hub: Hub): Promise<Versioned> };
  /** Many at once, in their order, where that is cheaper than one by one: a list then costs one call of a webhook. */
  toHubAll?(objects: readonly Versioned[]): Promise<readonly Hub[]>;
  fromHubAll?(hubs: readonly Hub[]): Promise<readonly Versioned[]>;
  /**
   * Makes an object that was stored in this version what its schema of today says, before anything else is done with
   * it: prunes and defaults. Changes the object it is given. Absent where stored bytes can be served as they are.
   */
  fromStorage?(object: Stored): void;
  /** What field selectors may ask for besides `metadata.name` and `metadata.namespace`, from an object of this version. */
  readonly selectableFields: ReadonlyMap<string, (object: Versioned) => string>;
  /** How it says that it cannot be selected by a field, where it does not say so as others do. */
  refusesField?(field: string): string | undefined;
  readonly columns: readonly Column[];
  /** OpenAPI: the schemas that describe this version, and which of them is the kind's. */
  readonly openapi: OpenApiSource;
}

export interface OpenApiSource extends OpenApiSchemas {
  /** `io.k8s.api.core.v1.ConfigMap` */
  readonly name: string;
  /** In the words of OpenAPI v2, where those are more than a translation (custom resources). */
  readonly v2?: OpenApiSchemas;
  /** What the schemas are made of, and nothing else, where that is known (custom resources). */
  readonly content?: Json;
}

/** The schemas of a kind. They are not changed by anybody. */
export interface OpenApiSchemas {
  /**
   * Adds by name the kind's own and all it refers to (`#/components/schemas/NAME`, in v2 `#/definitions/NAME`) that is
   * not yet there. Each is made when it is asked for.
   */
  addTo(schemas: Map<string, () => JsonObject>): void;
  /** Of the kind that is its list. */
  list(listKind: string): JsonObject;
}

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

export interface Decoded {
  readonly object: Versioned;
  /** Unknown and duplicate fields, as `unknown field "spec.foo"`; empty when field validation is `Ignore`. */
  readonly strictErrors: readonly string[];
}

/** A body after parsing: the value, and what parsing alone noticed (duplicate keys). */
export interface ParsedBody {
  readonly value: Json;
  readonly duplicates: readonly string[];
  /** Sorts reports of unknown and duplicate fields as the text has them; undefined where nothing is there twice. */
  readonly inOrder?: (reports: readonly string[]) => readonly string[];
  /**
   * How numbers were written, where that is more than their value tells (`1.0`, past 2^53): by the object or list that
   * holds them, then by key. An integer field refuses `1.0`.
   */
  readonly literals?: NumberLiterals;
  /** The first number that no float64 holds, as it was written; it stands in the value as an infinity. */
  readonly outOfRange?: string;
}
type NumberLiterals = ReadonlyMap<object, ReadonlyMap<string | number, string>>;

export interface DecodeOptions {
  /** Nulls stay where they are not allowed, instead of being as good as left out. Of kinds that only a schema describes. */
  readonly keepNulls?: boolean;
}

/** Turns one version's objects into bytes and back. */
export interface VersionCodec {
  /**
   * From parsed JSON. Prunes unknown fields and reports them, checks types, brings the object into canonical form
   * (known order, empty values dropped). Throws a `DecodeError` whose text goes behind
   * `KIND in version "V" cannot be handled as a KIND: `.
   */
  decode(body: ParsedBody, options?: DecodeOptions): Decoded;
  /** Canonical JSON, without `metadata.resourceVersion`. */
  encode(object: Versioned): EncodedObject;
  /** The object as it would be decoded from its encoding, where that can be something else. */
  asEncoded?(object: Versioned): Versioned;
  /** Absent where a kind has no protobuf form (custom resources). */
  readonly protobuf?: ProtobufCodec;
  /** How a strategic merge patch merges; absent where a kind takes none (custom resources). */
  readonly patchType?: PatchType;
  /** Why the result of a strategic merge cannot be decoded, in the words that such merges have for it. */
  unstructuredFault?(value: Json): string | undefined;
  /** How apply merges, and what of an object can be owned; deduced from the values where it is absent. */
  readonly mergeType?: MergeType;
}

/**
 * An object as JSON text without its resourceVersion, which only the store knows: `revisionAt` is where
 * `"resourceVersion":"N",` belongs. Splicing it in is what makes one encoding serve store, gets, lists and watches.
 */
export interface EncodedObject {
  readonly text: string;
  readonly revisionAt: number;
}

export interface ProtobufCodec {
  /** The message without the `k8s\0` envelope. */
  encode(object: JsonObject): Uint8Array;
  decode(bytes: Uint8Array): JsonObject;
}

export { DecodeError } from '#meta';

/** One column of a table of objects. `T` is the type of the hub. */
export interface Column<T extends KubeObject = KubeObject> {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
  /** Of built-in kinds the object is of the hub. */
  readonly cell: (object: T) => Cell;
  /** What it finds about the whole row: clients may hide one that is `Completed`. */
  readonly rowConditions?: (object: T) => readonly JsonObject[];
}

/** What a strategy may know of the request. */
export interface RequestContext {
  readonly namespace: string;
  readonly user: UserInfo;
  /** The time of the request, RFC 3339 in whole seconds. */
  readonly now: string;
  readonly dryRun: boolean;
  /** The group and version that the client speaks. */
  readonly requestVersion: { readonly group: string; readonly version: string };
  /** Adds a text to the `Warning` header of the answer. */
  readonly warn: (text: string) => void;
}

export interface UserInfo {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: { readonly [key: string]: readonly string[] };
}

/**
 * A kind's own rules, over hub objects, pure. The write path calls them in this order: on create `prepareForCreate`,
 * then `validateCreate`; on update `prepareForUpdate`, then `validateUpdate`. General rules of metadata are applied by
 * the write path itself and are not repeated here.
 *
 * `T` is the type of the hub. Its functions are properties, so that the compiler refuses the rules of one kind where those
 * of another are wanted: parameters of methods are compared both ways.
 */
export interface Strategy<T extends KubeObject = KubeObject> {
  /** Faults of `metadata.name`, as texts; `prefix` when it is a generateName. */
  readonly validateName: (name: string, options: { readonly prefix: boolean }) => readonly string[];
  /** PUT to a name that does not exist creates it. */
  readonly createsOnUpdate: boolean;
  /** PUT without a resourceVersion replaces whatever is there. */
  readonly updatesUnconditionally: boolean;
  /** `metadata.generation` starts at 1 and rises when anything but metadata and status changes. */
  readonly tracksGeneration: boolean;
  /** An empty list where there is none counts as a change, though it is not stored. */
  readonly countsEmptyLists?: boolean;
  /**
   * Fields that a write of the whole object does not change, so that nobody comes to own them by one. If unsaid, the
   * status where there is a subresource for it.
   */
  readonly resets?: readonly FieldNames[];
  /** DELETE answers with the object instead of a Status. */
  readonly returnsDeletedObject: boolean;
  /** The default when the client names no propagation policy. */
  readonly orphansByDefault?: boolean;
  /** It goes by itself some time after it was last written. */
  readonly expires?: boolean;
  /** It has no dependents: whatever a client says of them, it goes at once. */
  readonly hasNoDependents?: boolean;
  /** Told to a client that deletes without naming a propagation policy. */
  readonly propagationWarning?: string;
  /** Changes the object: drops what a client may not set. */
  readonly prepareForCreate: (object: Hub<T>, context: RequestContext) => void;
  readonly prepareForUpdate: (object: Hub<T>, live: Hub<T>, context: RequestContext) => void;
  readonly validateCreate: (object: Hub<T>, context: RequestContext) => readonly FieldError[];
  readonly validateUpdate: (object: Hub<T>, live: Hub<T>, context: RequestContext) => readonly FieldError[];
  /**
   * Faults that an object has only as this user wrote it, or where it lies. Asked about valid objects, and not about what
   * the server itself writes.
   */
  readonly validatePermissions?: (
    object: Hub<T>,
    live: Hub<T> | undefined,
    permissions: Permissions,
  ) => Promise<readonly FieldError[]>;
  /** Texts for the `Warning` header. */
  readonly warnings?: (object: Hub<T>, live: Hub<T> | undefined) => readonly string[];
  /**
   * Something scarce that a write needs (an IP, a port). Runs before preparing, so that preparing sees what was given;
   * may change the object. `release` is called when the write did not happen.
   */
  readonly reserve?: (object: Hub<T>, live: Hub<T> | undefined, context: RequestContext) => Promise<Reservation>;
  /** The object is gone from the store: give back what it held. */
  readonly removed?: (object: Hub<T>) => void;
  /** Objects that cannot be deleted, and why. */
  readonly undeletable?: { readonly names: ReadonlySet<string>; readonly why: string };
  /** How it begins to say that a precondition of a deletion does not hold, where that differs from most kinds. */
  readonly preconditionWords?: string;
  /**
   * A deletion in phases of the kind's own (namespaces, pods). Called on each DELETE, before the general rules; may change
   * the object (mark it). True: it stays, as changed, and that is the answer. False: go on with the general rules.
   */
  readonly beginDelete?: (object: Hub<T>, context: RequestContext, options?: DeleteOptions) => boolean;
  /** How long an object is given to end, where its kind gives it time (pods): admission is told of it. */
  readonly gracePeriodSeconds?: (object: Hub<T>, options: DeleteOptions) => number | undefined;
  /** False keeps an object that was marked for deletion though its last finalizer fell (a namespace with content). */
  readonly mayVanish?: (object: Hub<T>) => boolean;
}

/** Names of fields on the way from the object to one of its parts. */
export type FieldNames = readonly string[];

export interface Reservation {
  release(): void;
  /** The write is durable: give back what the old object held and the new one does not. */
  commit(): void;
}

/** A part of an object with a path of its own: `status`, `scale`, `binding`, `exec`, `token`. */
export type Subresource =
  | ObjectSubresource
  | ViewSubresource
  | ActionSubresource
  | ConnectSubresource
  | ReviewSubresource;

interface SubresourceBase {
  readonly name: string;
  /** What is read or sent there. */
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  /** Describes `kind` where it is neither the resource's own nor `Scale` (`Eviction`, `TokenRequest`). */
  readonly openapi?: OpenApiSource;
  readonly verbs: ReadonlySet<Verb>;
}

/** Fields that a write does not change, so that nobody owns them by one. For `status` the spec, if unsaid. */
interface Resets {
  readonly resets?: readonly FieldNames[];
}

/** Reads and writes the object itself (status, finalize). */
interface ObjectSubresource extends SubresourceBase, Resets {
  readonly mode: 'object';
  /** Without it the rules of the kind hold. */
  readonly strategy?: SubresourceStrategy;
}

export type SubresourceStrategy<T extends KubeObject = KubeObject> = Pick<
  Strategy<T>,
  'prepareForUpdate' | 'validateUpdate' | 'validatePermissions' | 'warnings'
>;

/** Shows another kind over the object (scale). */
interface ViewSubresource extends SubresourceBase, Resets {
  readonly mode: 'view';
  readonly view: SubresourceView;
}

/** Does what it is sent (binding, eviction). What is sent is not stored. */
export interface ActionSubresource extends SubresourceBase {
  readonly mode: 'action';
  readonly action: SubresourceAction;
}

/** Connects to what the object stands for (exec, log, proxy). */
export interface ConnectSubresource extends SubresourceBase {
  readonly mode: 'connect';
  readonly connection: SubresourceConnection;
}

/** What is created there is a review of the object (token), which is answered and not stored: its definition, which is `virtual`. */
interface ReviewSubresource extends SubresourceBase {
  readonly mode: 'review';
  readonly review: ResourceDefinition;
}

export interface SubresourceAction {
  /** Reads what is sent. */
  readonly codec: VersionCodec;
  /** Other versions, as `GROUP/VERSION`, in which it may be sent: they have the same fields. */
  readonly alsoTakes?: ReadonlySet<string>;
  /** What is sent is of a kind with one version. Throws an `ApiError` to refuse. */
  run(input: Hub, context: ActionContext): Promise<void>;
}

/** What an action is about, and all that it may do: in one namespace, and nothing that is not here. */
export interface ActionContext {
  /** The name in the path. */
  readonly name: string;
  /** The time of the request, RFC 3339 in whole seconds. */
  readonly now: string;
  /** What the request says of a dry run. Deletions and writes of other objects are told on their own whether they are one. */
  readonly dryRun: readonly string[];
  /** The object as it is now, of the hub. Throws when there is none. */
  object(): Promise<Hub>;
  /**
   * Changes the object, which is stored as it is left; again after a lost race. Answers with its new version. Throws when
   * there is none.
   */
  edit(change: (object: Hub) => void): Promise<string>;
  remove(options: DeleteOptions): Promise<void>;
  /** Throws the store's conflict when the object is not the one that is meant. What is '' or absent is not looked at. */
  require(object: Hub, meant: { readonly uid?: string; readonly resourceVersion?: string }): void;
  /** What is in the namespace of another resource, of its hub. */
  list(resource: GroupVersionResource): Promise<readonly Hub[]>;
  /** Changes the status of one of these in the server's own name; again after a lost race. */
  editStatus(other: ActionTarget, change: (object: Hub) => void): Promise<void>;
}

export interface ActionTarget {
  readonly resource: GroupVersionResource;
  readonly name: string;
  readonly dryRun: boolean;
}

export interface SubresourceConnection {
  /** Takes any path below its own (proxy). */
  readonly anyPath?: boolean;
  /** What a user must be allowed besides the verb of the request. */
  readonly alsoNeeds?: Verb;
  /** Answers with text that is read (log), so that nothing is connected. */
  readonly answersText?: true;
  /** What the query may say, for those who describe the request. */
  options?(): readonly QueryOption[];
  /** The name of the object that a name in the path means, where that says more (`https:name:port`). */
  objectName?(asked: string): string;
  /** The object is of the hub and is not changed. What is answered is a text, if anything. Throws an `ApiError` to refuse. */
  open(object: Hub, request: ConnectRequest): undefined | Promise<string | undefined>;
}

export interface ConnectRequest {
  /** The name as it stands in the path. */
  readonly name: string;
  readonly query: Query;
  /** Another object of the same group and namespace, of the hub; null when there is none. */
  find(resource: string, name: string): Promise<Hub | null>;
}

/** Another kind over an object: read from and written into the object in the version of the request. */
export interface SubresourceView {
  readonly codec: VersionCodec;
  readonly columns: readonly Column[];
  read(object: Versioned): Versioned;
  /** What a patch starts from, where that can be had of objects that cannot be read. */
  base?(object: Versioned): Versioned;
  /**
   * Where the number of replicas is in the object, by apiVersion of the object; null where it is nowhere. If unsaid, it
   * is `spec.replicas` in every version.
   */
  replicasAt?(apiVersion: string): FieldNames | null;
  /** Changes the object as the input says; returns what is wrong with the input. */
  write(object: Versioned, input: Versioned): readonly FieldError[];
}
