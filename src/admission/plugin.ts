import type { UserInfo } from '#machinery';
import type { GroupResource, GroupVersionKind, GroupVersionResource, Hub, ObjectMeta } from '#meta';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** What is about to happen, without the objects themselves. */
export interface AdmissionAttributes {
  readonly operation: Operation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Of what is wanted; null where nothing is. */
  readonly metadata: ObjectMeta | null;
  /** Of what is there; null where nothing is. */
  readonly oldMetadata: ObjectMeta | null;
  readonly dryRun: boolean;
  readonly user: UserInfo;
  /** A text for the `Warning` header. */
  readonly warn: (text: string) => void;
  /**
   * The objects too. Deletions and changes of metadata alone convert nothing until somebody asks for it here, so that a
   * broken converter is in the way of those who ask, and of nobody else.
   */
  load(): AdmissionRequest | Promise<AdmissionRequest>;
}

/** What is about to happen, as admission sees it: objects in the hub version. */
export interface AdmissionRequest extends AdmissionAttributes {
  /**
   * What is wanted; null on delete. A mutating plugin changes it in place. It is whole: what a plugin adds is not
   * defaulted again. On a part that acts (binding, eviction) it is what was sent. Where only metadata may change, a
   * change of anything else is lost.
   */
  readonly object: Hub | null;
  /** What is there; null on create. */
  readonly oldObject: Hub | null;
}

/** Requests that a plugin wants to be asked about. */
export interface Concern {
  readonly resource: GroupResource;
  /** Parts of the resource; '' is the object itself, and all there is if unsaid. */
  readonly subresources?: readonly string[];
  readonly operations: readonly Operation[];
}

/** One rule of admission. Refuses by throwing an `ApiError`. */
export type AdmissionPlugin = ObjectPlugin | MetadataPlugin;

interface PluginBase {
  /** Kubernetes' own name for it, as in `--disable-admission-plugins`. */
  readonly name: string;
  /** What it is asked about: everything if unsaid. A write pays only for the plugins that it concerns. */
  readonly concerns?: readonly Concern[];
}

interface PluginPhases<Request> {
  /** Runs before the object is prepared and validated, in the order of the chain. */
  mutate?(request: Request): Promise<void>;
  /** Runs last, on the object as it will be stored. */
  check?(request: Request): Promise<void>;
}

export interface ObjectPlugin extends PluginBase, PluginPhases<AdmissionRequest> {
  readonly looksAt?: 'objects';
}

/** Needs the objects seldom or never, and loads them itself. */
export interface MetadataPlugin extends PluginBase, PluginPhases<AdmissionAttributes> {
  readonly looksAt: 'metadata';
}
