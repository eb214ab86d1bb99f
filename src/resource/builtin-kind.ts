import type {
  Column,
  FieldNames,
  RequestContext,
  ResourceDefinition,
  StoredVersion,
  Strategy,
  Subresource,
  SubresourceAction,
  SubresourceConnection,
  SubresourceStrategy,
  SubresourceView,
  Verb,
  VersionDefinition,
  VirtualResource,
} from '#machinery';
import type { FieldError, KubeObject } from '#meta';
import type { Described } from '#schema';
import type { DeclaredPaths } from './declared-paths.ts';
import type { MetadataStep } from './metadata-validation.ts';

/** What is particular about a resource besides its types and versions. Columns, selectors and rules are about objects of the hub. */
export interface ResourceRules<T extends KubeObject = KubeObject> {
  readonly resource: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly namespaced: boolean;
  readonly verbs?: readonly Verb[];
  /** If unsaid, name and age. */
  readonly columns?: readonly Column<T>[];
  readonly strategy?: BuiltinStrategy<T>;
  readonly subresources?: readonly BuiltinSubresource<T>[];
  readonly selectableFields?: { readonly [path: string]: (object: T) => string };
  /**
   * By version, which of them can be selected by, and under which names: `{ v1: { 'spec.color': 'spec.paint' } }`. A
   * version that is left out has all of them under their own.
   */
  readonly fieldLabels?: { readonly [version: string]: { readonly [label: string]: string } };
  /** By version, what its types declare by paths: columns in place of `columns`, more fields to select by, a scale. */
  readonly versions?: { readonly [version: string]: DeclaredPaths };
  /** How it says that it cannot be selected by a field, where it does not say so as others do. */
  readonly refusesField?: NonNullable<VersionDefinition['refusesField']>;
  /** By version, what clients that still use it are told: in the words that all old versions share, or in others. */
  readonly deprecated?: { readonly [version: string]: Deprecation | string };
  /** Prereleases are served too; of most kinds only what is stable is, unless the server is told otherwise. */
  readonly servesPrereleases?: boolean;
  /** Versions, as `GROUP/VERSION`, in which clients may still know it, though nobody serves them any more. */
  readonly formerly?: readonly string[];
  /** Takes finalizers of any name; most kinds want them qualified. */
  readonly anyFinalizers?: boolean;
  /** For a kind of which nothing is stored. */
  readonly actsOn?: NonNullable<ResourceDefinition['actsOn']>;
  /** Where the objects lie in the store, when not under `/registry/<resource>/`. */
  readonly storagePrefix?: string;
  /** For a review, which is answered and never stored. */
  readonly virtual?: VirtualResource<T>;
  /** For a kind of which there is never any. */
  readonly alwaysEmpty?: true;
  /** The group to serve it in, for a kind that has versions of several. */
  readonly group?: string;
  /** How it is stored, for one that is stored as another resource. */
  readonly storedAs?: StoredVersion;
}

/** A kind with a single version, which is the hub too. All that is left out is as with most kinds. */
export interface BuiltinKind<T extends KubeObject> extends ResourceRules<NoInfer<T>> {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly type: Described<T>;
  /** Fills in what the client left out. */
  readonly defaults?: (object: NoInfer<T>) => void;
  /** For a kind whose rules look at something else than what clients write. The argument is not changed. */
  readonly toHub?: (object: NoInfer<T>) => NoInfer<T>;
  readonly fromHub?: (hub: NoInfer<T>) => NoInfer<T>;
}

export interface BuiltinStrategy<T extends KubeObject = KubeObject> extends Partial<Strategy<T>> {
  /** Which of the general rules of metadata an update repeats, in their order: those of the change, then the whole. */
  readonly repeats?: readonly MetadataStep[];
  /** False where the kind's own validation of a new object does not look at its metadata; others do so afterwards. */
  readonly newMetadata?: boolean;
  /** Faults of a change that are told before others, or behind them: with those of the metadata's change. */
  readonly validateChange?: (object: T, live: T, context: RequestContext) => readonly FieldError[];
}

/** Releases since which clients are told not to use a version, and in which it is gone. */
interface Deprecation {
  readonly since: string;
  readonly gone: string;
  /** The version to use instead, where clients are told. */
  readonly use?: string;
}

/** Of the general rules of metadata it repeats those of the change, if it says nothing of them. */
export type PartStrategy<T extends KubeObject = KubeObject> = SubresourceStrategy<T> &
  Pick<BuiltinStrategy<T>, 'repeats' | 'validateChange'>;

export interface BuiltinSubresource<T extends KubeObject = KubeObject> {
  readonly name: string;
  readonly verbs?: readonly Verb[];
  /**
   * Fields that a write through it leaves alone, so that nobody comes to own them by one; for `status` the spec, if
   * unsaid.
   */
  readonly resets?: readonly FieldNames[];
  /** Without it the kind's own rules hold. */
  readonly strategy?: PartStrategy<T>;
  /** Another kind that is shown over the object (scale). */
  readonly view?: SubresourceView & { readonly kind: Subresource['kind'] };
  /** What it does instead of reading or writing (binding, eviction), and the kind that is sent. */
  readonly action?: SubresourceAction & Pick<Subresource, 'kind' | 'openapi'>;
  /** Cannot be had as a Table; nor can what an action answers. */
  readonly noTable?: true;
  /** What it connects to (exec, log), and the kind that clients are told of. */
  readonly connection?: SubresourceConnection & Pick<Subresource, 'kind'>;
  /** A review of the object that is answered and never stored (token). */
  readonly review?: ResourceDefinition;
}
