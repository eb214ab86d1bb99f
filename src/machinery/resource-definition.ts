import type { GroupResource, Hub, Json, JsonObject, KubeObject, Stored, Versioned } from '#meta';
import type { Cell } from './age.ts';
import type { RequestContext, Strategy } from './strategy.ts';
import type { Subresource } from './subresource.ts';
import type { DecodeOptions, VersionCodec } from './version-codec.ts';

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
  /** Rules in this process convert between the versions: an object has another form in each. */
  readonly convertsByRules?: true;
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
