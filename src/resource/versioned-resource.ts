import {
  describeKind,
  type ResourceDefinition,
  type StoredVersion,
  type Strategy,
  type Subresource,
  type SubresourceStrategy,
  type Verb,
  type VersionDefinition,
  type VersionedKind,
} from '#machinery';
import { type KubeObject, nameIsDnsSubdomain } from '#meta';
import type { BuiltinKind, BuiltinSubresource, PartStrategy, ResourceRules } from './builtin-kind.ts';
import { withMetadataRules, withNewMetadataRules } from './metadata-validation.ts';
import { servedVersion } from './served-version.ts';

const allVerbs: readonly Verb[] = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/** A kind with one version as a resource. */
export function builtin<T extends KubeObject>(one: BuiltinKind<T>): ResourceDefinition {
  const { group, version, kind, type, defaults, toHub, fromHub } = one;
  const described = describeKind({ group, kind, hub: type })
    .versionOfHub(version, { default: defaults, toHub, fromHub })
    .storedAs(version);
  return versionedResource(described, one);
}

/** The kinds that definitions were made from, by the version that is stored. */
const describedKinds = new WeakMap<VersionDefinition, VersionedKind>();

/** The kind behind a definition that was made by `versionedResource`. */
export function describedKindOf({ storage }: ResourceDefinition): VersionedKind | undefined {
  return describedKinds.get(storage.definition);
}

/**
 * A kind of the scheme as a resource that can be served: all its versions, one store, one set of rules. Past this point
 * nobody knows the type of its objects. The rules are given what the codec of the kind has decoded, and nothing else.
 */
export function versionedResource<T>(
  described: VersionedKind<T>,
  rules: ResourceRules<KubeObject & NoInfer<T>>,
): ResourceDefinition {
  return resourceOf(described, rules as unknown as ResourceRules);
}

function resourceOf(described: VersionedKind, rules: ResourceRules): ResourceDefinition {
  const { kind } = described;
  const { group = described.group, resource, namespaced } = rules;
  const own = described.versions.filter((version) => version.group === group);
  const versions = new Map(own.map((version) => [version.version, servedVersion(version, kind, rules)]));
  const others = described.versions.filter((version) => version.group !== group);
  const elsewhere = others.map(
    (version) => [`${version.group}/${version.version}`, servedVersion(version, kind, rules)] as const,
  );
  const storage = rules.storedAs ?? storageOf(described, versions);
  describedKinds.set(storage.definition, described);
  const { version: firstVersion = '' } = own[0] ?? {};
  const subject = { ...rules, group, kind, version: firstVersion };
  return {
    group,
    resource,
    kind,
    origin: 'built-in',
    listKind: `${kind}List`,
    singular: kind.toLowerCase(),
    shortNames: rules.shortNames ?? [],
    categories: rules.categories ?? [],
    namespaced,
    verbs: new Set(rules.verbs ?? allVerbs),
    storage,
    versions,
    ...(elsewhere.length === 0 ? {} : { elsewhere: new Map(elsewhere) }),
    strategy: strategyOf(rules),
    subresources: new Map((rules.subresources ?? []).map((part) => [part.name, subresourceOf(subject, part)])),
    ...(rules.actsOn === undefined ? {} : { actsOn: rules.actsOn }),
    ...(rules.formerly === undefined ? {} : { formerly: new Set(rules.formerly) }),
    storagePrefix: rules.storagePrefix ?? `/registry/${resource}/`,
    ...(rules.virtual === undefined ? {} : { virtual: rules.virtual }),
    ...(rules.alwaysEmpty === undefined ? {} : { alwaysEmpty: rules.alwaysEmpty }),
  };
}

function storageOf({ kind, storage }: VersionedKind, versions: ReadonlyMap<string, VersionDefinition>): StoredVersion {
  const definition = versions.get(storage.version);
  if (definition === undefined) throw new Error(`${kind}: the storage version is of another group`);
  return { apiVersion: storage.apiVersion, definition };
}

/** The facts of a resource that its subresources need. */
interface RuledKind extends ResourceRules {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

function subresourceOf(kind: RuledKind, part: BuiltinSubresource): Subresource {
  const { name, verbs, strategy, view, action, connection, review } = part;
  const base = { name, verbs: new Set(verbs ?? (['get', 'patch', 'update'] as const)), ...tablesOf(part) };
  const ownership = part.resets === undefined ? {} : { resets: part.resets };
  if (view !== undefined) return { ...base, mode: 'view', kind: view.kind, ...ownership, view };
  if (action !== undefined) return { ...base, mode: 'action', kind: action.kind, ...openapiOf(action), action };
  if (connection !== undefined) return { ...base, mode: 'connect', kind: connection.kind, connection };
  if (review !== undefined) return { ...base, mode: 'review', ...kindOfReview(review), review };
  const own = { group: kind.group, version: kind.version, kind: kind.kind };
  const rules = strategy === undefined ? {} : { strategy: partStrategy(kind, strategy) };
  return { ...base, mode: 'object', kind: own, ...ownership, ...rules };
}

function partStrategy(kind: RuledKind, own: PartStrategy): SubresourceStrategy {
  const { repeats = ['change'], validateChange, ...strategy } = own;
  const { validateName = ordinaryStrategy.validateName } = kind.strategy ?? {};
  const { validateUpdate } = strategy;
  const rules = { repeats, validateName, validateUpdate, validateChange };
  return { ...strategy, validateUpdate: withMetadataRules(kind, rules) };
}

function tablesOf({ noTable, action }: BuiltinSubresource): Pick<Subresource, 'noTable'> {
  return noTable || action !== undefined ? { noTable: true } : {};
}

function openapiOf(does: Pick<Subresource, 'openapi'> | undefined): Pick<Subresource, 'openapi'> {
  return does?.openapi === undefined ? {} : { openapi: does.openapi };
}

/** A review is of another kind than the object: what it is, is told with it. */
function kindOfReview({ group, kind, storage }: ResourceDefinition): Required<Pick<Subresource, 'kind' | 'openapi'>> {
  const { version, openapi } = storage.definition;
  return { kind: { group, version, kind }, openapi };
}

function strategyOf(kind: ResourceRules): Strategy {
  const { validateChange, repeats = ['change', 'whole'], newMetadata = true, ...own } = kind.strategy ?? {};
  const strategy = { ...ordinaryStrategy, ...own };
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
