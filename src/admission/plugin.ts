import type { UserInfo } from '#machinery';
import type { GroupResource, GroupVersionKind, GroupVersionResource, KubeObject } from '#meta';

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** What is about to happen, as admission sees it: objects in the hub version. */
export interface AdmissionRequest {
  readonly operation: Operation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /**
   * What is wanted; null on delete. A mutating plugin changes it in place. It is whole: what a plugin adds is not
   * defaulted again. On a part that acts (binding, eviction) it is what was sent.
   */
  readonly object: KubeObject | null;
  /** What is there; null on create. */
  readonly oldObject: KubeObject | null;
  readonly dryRun: boolean;
  readonly user: UserInfo;
  /** A text for the `Warning` header. */
  readonly warn: (text: string) => void;
}

/** Requests that a plugin wants to be asked about. */
export interface Concern {
  readonly resource: GroupResource;
  /** Parts of the resource; '' is the object itself, and all there is if unsaid. */
  readonly subresources?: readonly string[];
  readonly operations: readonly Operation[];
}

/** One rule of admission. Refuses by throwing an `ApiError`. */
export interface AdmissionPlugin {
  /** Kubernetes' own name for it, as in `--disable-admission-plugins`. */
  readonly name: string;
  /** What it is asked about: everything if unsaid. A write pays only for the plugins that it concerns. */
  readonly concerns?: readonly Concern[];
  /** Runs before the object is prepared and validated, in the order of the chain. */
  mutate?(request: AdmissionRequest): Promise<void>;
  /** Runs last, on the object as it will be stored. */
  check?(request: AdmissionRequest): Promise<void>;
}
