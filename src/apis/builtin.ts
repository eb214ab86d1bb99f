import type {
  Column,
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
import { apiVersionOf, type FieldError, type KubeObject, nameIsDnsSubdomain } from '#meta';
import type { StructType } from '#schema';
import { furtherVersion, hubVersion } from './builtin-version.ts';
import { formerVersions } from './former-versions.ts';
import { type MetadataStep, withMetadataRules, withNewMetadataRules } from './metadata-rules.ts';
import { partOwnership, wholeOwnership } from './reset-fields.ts';

/** What is particular about a built-in kind. All that is left out is as with most kinds. */
export interface BuiltinKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly namespaced: boolean;
  readonly type: StructType;
  readonly verbs?: readonly Verb[];
  readonly columns: readonly Column[];
  readonly strategy?: BuiltinStrategy;
  readonly subresources?: readonly BuiltinSubresource[];
  readonly selectableFields?: { readonly [path: string]: (object: KubeObject) => string };
  /** How it says that it cannot be selected by a field, where it does not say so as others do. */
  readonly refusesField?: NonNullable<VersionDefinition['refusesField']>;
  readonly deprecationWarning?: string;
  /** The same, in the words that all old versions share. */
  readonly deprecated?: Deprecation;
  /** Further versions of it, the best first. They meet in this one, which is the hub. */
  readonly versions?: readonly BuiltinVersion[];
  /** The one of the versions that objects are stored in, when it is not the hub. */
  readonly storageVersion?: string;
  /** Takes finalizers of any name; most kinds want them qualified. */
  readonly anyFinalizers?: boolean;
  /** For a kind of which nothing is stored. */
  readonly actsOn?: NonNullable<ResourceDefinition['actsOn']>;
  /** Where the objects lie in the store, when not under `/registry/<resource>/`. */
  readonly storagePrefix?: string;
  /** For a question that is answered and never stored. */
  readonly virtual?: VirtualResource;
  /** For a kind of which there is never any. */
  readonly alwaysEmpty?: true;
  /** Fills in what the client left out. */
  defaults?(object: KubeObject): void;
  /** For a kind that is stored as another one; without it the hub is this version itself. */
  readonly storedAs?: StoredVersion;
  toHub?(object: KubeObject): KubeObject;
  fromHub?(hub: KubeObject): KubeObject;
}

export interface BuiltinStrategy extends Partial<Strategy> {
  /** Which of the general rules of metadata an update repeats, in their order: those of the change, then the whole. */
  readonly repeats?: readonly MetadataStep[];
  /** False where the kind's own validation of a new object does not look at its metadata; others do so afterwards. */
  readonly newMetadata?: boolean;
  /** Faults of a change that are told before others, or behind them: with those of the metadata's change. */
  validateChange?(object: KubeObject, live: KubeObject, context: RequestContext): readonly FieldError[];
}

/** Releases since which clients are told not to use a version, and in which it is gone. */
export interface Deprecation {
  readonly since: string;
  readonly gone: string;
  /** The version to use instead, where clients are told. */
  readonly use?: string;
}

/** A version beside the hub. What it does not say is as in the hub. */
export interface BuiltinVersion {
  readonly version: string;
  /** Asked for when the version is first used: most servers never do. */
  type(): StructType;
  readonly deprecated?: Deprecation;
  /** Fills in what the client left out. */
  defaults?(object: KubeObject): void;
  /** Without them the fields are the same. The argument is not changed. */
  toHub?(object: KubeObject): KubeObject;
  fromHub?(hub: KubeObject): KubeObject;
}

/** Of the general rules of metadata it repeats those of the change, if it says nothing of them. */
export type PartStrategy = SubresourceStrategy & Pick<BuiltinStrategy, 'repeats' | 'validateChange'>;

export interface BuiltinSubresource {
  readonly name: string;
  readonly verbs?: readonly Verb[];
  /** Without it the kind's own rules hold. */
  readonly strategy?: PartStrategy;
  /** Another kind that is shown over the object (scale). */
  readonly view?: SubresourceView & { readonly kind: Subresource['kind'] };
  /** What it does instead of reading or writing (binding, eviction), and the kind that is sent. */
  readonly action?: SubresourceAction & Pick<Subresource, 'kind' | 'openapi'>;
  /** What it connects to (exec, log), and the kind that clients are told of. */
  readonly connection?: SubresourceConnection & Pick<Subresource, 'kind'>;
  /** A question about the object that is answered and never stored (token). */
  readonly question?: ResourceDefinition;
}

const allVerbs: readonly Verb[] = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

export function builtin(kind: BuiltinKind): ResourceDefinition {
  const versions = versionsOf(kind);
  return {
    group: kind.group,
    resource: kind.resource,
    kind: kind.kind,
    origin: 'built-in',
    listKind: `${kind.kind}List`,
    singular: kind.kind.toLowerCase(),
    shortNames: kind.shortNames ?? [],
    categories: kind.categories ?? [],
    namespaced: kind.namespaced,
    verbs: new Set(kind.verbs ?? allVerbs),
    storage: kind.storedAs ?? storageOf(kind, versions),
    versions,
    strategy: strategyOf(kind),
    subresources: new Map((kind.subresources ?? []).map((part) => [part.name, subresourceOf(kind, part)])),
    ...(kind.actsOn === undefined ? {} : { actsOn: kind.actsOn }),
    ...formerVersions(kind),
    storagePrefix: kind.storagePrefix ?? `/registry/${kind.resource}/`,
    ...(kind.virtual === undefined ? {} : { virtual: kind.virtual }),
    ...(kind.alwaysEmpty === undefined ? {} : { alwaysEmpty: kind.alwaysEmpty }),
  };
}

function versionsOf(kind: BuiltinKind): ReadonlyMap<string, VersionDefinition> {
  return new Map([
    [kind.version, hubVersion(kind)],
    ...(kind.versions ?? []).map((one) => [one.version, furtherVersion(kind, one)] as const),
  ]);
}

function storageOf(kind: BuiltinKind, versions: ReadonlyMap<string, VersionDefinition>): StoredVersion {
  const { group, version: hub, storageVersion: version = hub } = kind;
  const definition = versions.get(version);
  if (definition === undefined) throw new Error(`${kind.resource} cannot be stored as ${version}: no such version`);
  return { apiVersion: apiVersionOf({ group, version }), definition };
}

function subresourceOf(kind: BuiltinKind, part: BuiltinSubresource): Subresource {
  const { name, verbs, strategy, view, action, connection, question } = part;
  const base = { name, verbs: new Set(verbs ?? (['get', 'patch', 'update'] as const)) };
  const ownership = partOwnership(kind.resource, name);
  if (view !== undefined) return { ...base, mode: 'view', kind: view.kind, ...ownership, view };
  if (action !== undefined) return { ...base, mode: 'action', kind: action.kind, ...openapiOf(action), action };
  if (connection !== undefined) return { ...base, mode: 'connect', kind: connection.kind, connection };
  if (question !== undefined) return { ...base, mode: 'question', ...kindOfQuestion(question), question };
  const own = { group: kind.group, version: kind.version, kind: kind.kind };
  const rules = strategy === undefined ? {} : { strategy: partStrategy(kind, strategy) };
  return { ...base, mode: 'object', kind: own, ...ownership, ...rules };
}

function partStrategy(kind: BuiltinKind, own: PartStrategy): SubresourceStrategy {
  const { repeats = ['change'], validateChange, ...strategy } = own;
  const { validateName = ordinaryStrategy.validateName } = kind.strategy ?? {};
  const { validateUpdate } = strategy;
  const rules = { repeats, validateName, validateUpdate, validateChange };
  return { ...strategy, validateUpdate: withMetadataRules(kind, rules) };
}

function openapiOf(does: Pick<Subresource, 'openapi'> | undefined): Pick<Subresource, 'openapi'> {
  return does?.openapi === undefined ? {} : { openapi: does.openapi };
}

/** A question is of another kind than the object: what it is, is told with it. */
function kindOfQuestion({ group, kind, storage }: ResourceDefinition): Required<Pick<Subresource, 'kind' | 'openapi'>> {
  const { version, openapi } = storage.definition;
  return { kind: { group, version, kind }, openapi };
}

function strategyOf(kind: BuiltinKind): Strategy {
  const { validateChange, repeats = ['change', 'whole'], newMetadata = true, ...own } = kind.strategy ?? {};
  const strategy = { ...ordinaryStrategy, ...wholeOwnership(kind.resource), ...own };
  return {
    ...strategy,
    ...(newMetadata ? { validateCreate: withNewMetadataRules(kind, strategy) } : {}),
    validateUpdate: withMetadataRules(kind, { ...strategy, repeats, validateChange }),
  };
}

/** The rules of a kind that has none of its own. */
const ordinaryStrategy: Strategy = {
  validateName: nameIsDnsSubdomain,
  createsOnUpdate: false,
  updatesUnconditionally: true,
  tracksGeneration: false,
  returnsDeletedObject: false,
  prepareForCreate: () => undefined,
  prepareForUpdate: () => undefined,
  validateCreate: () => [],
  validateUpdate: () => [],
};
