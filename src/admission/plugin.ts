import type { ServedResource, UserInfo } from '#machinery';
import type {
  GroupResource,
  GroupVersionKind,
  GroupVersionResource,
  Hub,
  Json,
  JsonObject,
  KubeObject,
  MaybePromise,
  ObjectMeta,
  Versioned,
} from '#meta';
import type { AdmissionTimes } from './admission-times.ts';
import type { Round } from './reinvocation.ts';

/** The level of an audit policy from which a note is written. */
export type AuditLevel = 'Metadata' | 'Request';

/** Takes a note for the audit log. What was noted under a key once stays. */
export type Annotate = (key: string, value: string, from?: AuditLevel) => void;

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** What is about to happen, without the objects themselves. */
export interface AdmissionAttributes {
  readonly operation: Operation;
  /** Of what was sent: a Scale, Binding or Eviction is no Deployment or Pod, and a connection has options. */
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  /** The resource as it is served to this request, with all of its versions. */
  readonly served: ServedResource;
  /** What the request says of itself: CreateOptions, UpdateOptions or DeleteOptions. Null where something connects. */
  readonly options: OperationOptions | null;
  readonly namespace: string;
  readonly name: string;
  /** Of what is wanted; null where nothing is. */
  readonly metadata: ObjectMeta | null;
  /** Of what is there; null where nothing is. */
  readonly oldMetadata: ObjectMeta | null;
  readonly dryRun: boolean;
  readonly user: UserInfo;
  /** When the request must be answered, as the clock's `elapsed` tells it; undefined if it has time. */
  readonly deadline: number | undefined;
  /** A text for the `Warning` header. */
  readonly warn: (text: string) => void;
  /** Where it is noted how long admission took. */
  readonly stages?: AdmissionTimes | undefined;
  /** A note for the audit log; undefined where nobody writes one. */
  readonly annotate?: Annotate | undefined;
  /**
   * The objects too. Deletions and changes of metadata alone convert nothing until somebody asks for it here, so that a
   * broken converter is in the way of those who ask, and of nobody else.
   */
  load(): AdmissionRequest | Promise<AdmissionRequest>;
  /** What is wanted may be changed in place from here on: what was converted of it is forgotten. */
  touched(): void;
}

/** The options of a request as an object of their own; what was not said is not there. */
export interface OperationOptions extends JsonObject {
  apiVersion: 'meta.k8s.io/v1';
  kind: 'CreateOptions' | 'UpdateOptions' | 'DeleteOptions';
}

/** What is about to happen, as admission sees it: objects in the hub version. A plugin says of which type they are. */
export interface AdmissionRequest<T extends KubeObject = KubeObject> extends AdmissionAttributes {
  /**
   * What is wanted; null on delete. A mutating plugin changes it in place. It is whole: what a plugin adds in place is not
   * defaulted again. On a part that acts (binding, eviction) it is what was sent. Where only metadata may change, a
   * change of anything else is lost.
   */
  readonly object: Hub<T> | null;
  /** What is there; null on create. */
  readonly oldObject: Hub<T> | null;
  /**
   * What is wanted, as a client would see it in a version of the resource; through a part that shows another kind, as that
   * kind. Converted once for all who ask. It must not be changed.
   */
  objectIn(version: string): Versioned | null | Promise<Versioned | null>;
  /** The same of what is there. */
  oldObjectIn(version: string): Versioned | null | Promise<Versioned | null>;
  /** What somebody made of `objectIn(version)` is wanted instead. It is decoded, defaulted and converted as a client's. */
  replace(replacement: Replacement): Promise<void>;
}

/** An object in place of the one that is wanted. */
export interface Replacement {
  readonly version: string;
  readonly object: Json;
}

/** Requests that a plugin wants to be asked about. */
export interface Concern {
  readonly resource: GroupResource;
  /** Parts of the resource; '' is the object itself, and all there is if unsaid. */
  readonly subresources?: readonly string[];
  readonly operations: readonly Operation[];
}

/** One rule of admission. Refuses by throwing an `ApiError`. Every write asks several: a promise only where one has to wait. */
export type AdmissionPlugin = ObjectPlugin | MetadataPlugin | DynamicPlugin;

interface PluginBase {
  /** Kubernetes' own name for it, as in `--disable-admission-plugins`. */
  readonly name: string;
  /** What it is asked about: everything if unsaid. A write pays only for the plugins that it concerns. */
  readonly concerns?: readonly Concern[];
}

interface PluginPhases<Request> {
  /** Runs before the object is prepared and validated, in the order of the chain. */
  mutate?(request: Request): MaybePromise<void>;
  /** Runs last, on the object as it will be stored. */
  check?(request: Request): MaybePromise<void>;
}

export interface ObjectPlugin extends PluginBase, PluginPhases<AdmissionRequest> {
  readonly looksAt?: 'objects';
}

/** Needs the objects seldom or never, and loads them itself. */
export interface MetadataPlugin extends PluginBase, PluginPhases<AdmissionAttributes> {
  readonly looksAt: 'metadata';
}

/**
 * Rules that come and go at run time, because clients write them as objects (webhooks, policies). Both are asked at each
 * request; undefined: nothing concerns it, and it goes on at no cost.
 */
export interface DynamicPlugin extends PluginBase {
  readonly looksAt: 'steps';
  mutateInRounds?(request: AdmissionAttributes, rounds: () => MutationRounds): Promise<void> | undefined;
  checkAll?(request: AdmissionAttributes): Promise<void> | undefined;
}

/** A mutation may cause all plugins to be called a second time. */
export interface MutationRounds {
  readonly isSecond: boolean;
  wantSecond(): void;
  /** What a plugin knows of its steps, in both rounds. */
  roundOf(plugin: DynamicPlugin): Round;
}

/** What may be asked about a request, and perhaps again. */
export interface MutatingStep {
  /** Tells it from all other steps of the plugin. */
  readonly id: string;
  /** Whether it is asked again when the object was changed after it was asked. */
  readonly reinvocation: 'Never' | 'IfNeeded';
}
