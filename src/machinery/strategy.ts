import type { DeleteOptions, FieldError, Hub, KubeObject, MaybePromise } from '#meta';
import type { Permissions } from './permissions.ts';

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
  /** Adds a note to the audit log, where somebody writes one. */
  readonly annotate?: ((key: string, value: string) => void) | undefined;
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
  readonly removed?: (object: Hub<T>) => MaybePromise<void>;
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
  release(): MaybePromise<void>;
  /** The write is durable: give back what the old object held and the new one does not. */
  commit(): MaybePromise<void>;
}
