import type { DeleteOptions, FieldError, GroupVersionResource, Hub, KubeObject, Versioned } from '#meta';
import type { SubresourceConnection } from './connection.ts';
import type { Column, OpenApiSource, ResourceDefinition, Verb } from './resource-definition.ts';
import type { FieldNames, Strategy } from './strategy.ts';
import type { VersionCodec } from './version-codec.ts';

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
  /** Cannot be had as a Table. */
  readonly noTable?: true;
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
