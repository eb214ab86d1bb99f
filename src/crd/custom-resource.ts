import {
  type FieldNames,
  type ResourceDefinition,
  type StoredVersion,
  type Subresource,
  scaleKind,
  scaleView,
  stepsOf,
  type Verb,
  type VersionDefinition,
} from '#machinery';
import { cloneJson, compareVersions, type KubeObject } from '#meta';
import { type ConversionByRules, type Converter, type ConverterFor, noneConverter } from './converter.ts';
import { CustomVersion } from './custom-version.ts';
import { type CustomResourceDefinition, type DefinitionNames, storageVersionOf, versionsOf } from './definition.ts';
import { customStrategy, statusStrategy } from './strategy.ts';

interface CustomResourceDependencies {
  /** For definitions with the strategy `Webhook`. Asked once, when the first object is to be converted. */
  readonly converterFor: ConverterFor;
  /** For definitions with the strategy `None`. */
  readonly rules?: ConversionByRules | undefined;
  /** No new objects. Asked at each creation, because a definition that is being deleted keeps its resources. */
  isTerminating?(): boolean;
}

const verbs: ReadonlySet<Verb> = new Set<Verb>([
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'create',
  'update',
  'watch',
]);

/**
 * A definition as resources, one for each of its versions, the preferred first. The rules of an object are those of the
 * version that the client speaks, so each has its own version for a hub and serves that version only; all share one
 * place in the store, and the form in which objects lie there.
 */
export function customResources(
  definition: CustomResourceDefinition,
  dependencies: CustomResourceDependencies,
): readonly ResourceDefinition[] {
  const storage = storageVersionOf(definition);
  if (storage === undefined) return [];
  const customVersions = new CustomVersions(definition, dependencies);
  return customVersions.versions.map((version) => resourceOf(customVersions, version, storage.name));
}

/** What the resources of one definition share: its versions and its converter. */
class CustomVersions {
  readonly definition: CustomResourceDefinition;
  readonly dependencies: CustomResourceDependencies;
  /** In order of priority. */
  readonly versions: readonly CustomVersion[];
  readonly names: DefinitionNames;
  #converter: Converter | undefined;

  constructor(definition: CustomResourceDefinition, dependencies: CustomResourceDependencies) {
    this.definition = definition;
    this.dependencies = dependencies;
    const accepted = definition.status?.acceptedNames;
    this.names = accepted?.plural ? accepted : definition.spec.names;
    this.versions = compiledFrom(definition).versions;
  }
  get usesWebhook(): boolean {
    return this.dependencies.rules === undefined && this.definition.spec.conversion?.strategy === 'Webhook';
  }
  get convertsElsewhere(): boolean {
    return this.usesWebhook || this.dependencies.rules?.elsewhere === true;
  }
  get #converting(): Converter {
    const { converterFor, rules } = this.dependencies;
    this.#converter ??= this.usesWebhook ? converterFor(this.definition) : (rules?.converter ?? noneConverter);
    return this.#converter;
  }
  /** The object in another version, as the converter gave it: what the schema does not know is still there. */
  convertUnpruned(object: KubeObject, to: CustomVersion): KubeObject | Promise<KubeObject> {
    const converted = this.#converting.convert([object], to.apiVersion);
    const first = ([one]: readonly KubeObject[]): KubeObject => cloneJson(one as KubeObject);
    return converted instanceof Promise ? converted.then(first) : first(converted);
  }
  /** The objects in another version, pruned by its schema; fresh where they are changed. */
  convert(objects: readonly KubeObject[], to: CustomVersion): KubeObject[] | Promise<KubeObject[]> {
    const converted = this.#converting.convert(objects, to.apiVersion);
    const prune = (all: KubeObject[]): KubeObject[] => all.map((object) => to.prune(cloneJson(object)));
    return converted instanceof Promise ? converted.then(prune) : prune(converted);
  }
}

interface Compiled {
  /** In order of priority. */
  readonly versions: readonly CustomVersion[];
  /** Another number for each definition that was read, whatever it says. */
  readonly id: number;
}

const compiled = new WeakMap<CustomResourceDefinition, Compiled>();
let lastId = 0;

/** Servers that share a definition, as a fork and its origin do, share all that is made of its schemas. */
function compiledFrom(definition: CustomResourceDefinition): Compiled {
  const known = compiled.get(definition);
  if (known !== undefined) return known;
  const versions = versionsOf(definition)
    .map((version) => new CustomVersion(definition, version))
    .sort((a, b) => compareVersions(a.name, b.name));
  const made = { versions, id: ++lastId };
  compiled.set(definition, made);
  return made;
}

function resourceOf(customVersions: CustomVersions, hub: CustomVersion, storageName: string): ResourceDefinition {
  const { definition, names, dependencies } = customVersions;
  const { group, scope } = definition.spec;
  const versions = new Map(
    customVersions.versions.map((version) => [version.name, versionOf(customVersions, version, hub)]),
  );
  const storage: StoredVersion = {
    apiVersion: `${group}/${storageName}`,
    definition: versions.get(storageName) as VersionDefinition,
  };
  const resource = names.plural;
  const isTerminating = () => dependencies.isTerminating?.() ?? false;
  return {
    group,
    resource,
    kind: names.kind,
    origin: 'custom',
    listKind: names.listKind ?? `${names.kind}List`,
    singular: names.singular ?? '',
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    namespaced: scope === 'Namespaced',
    verbs,
    storage,
    versions,
    onlyVersion: hub.name,
    ...(customVersions.convertsElsewhere ? { convertsElsewhere: true } : {}),
    ...(customVersions.dependencies.rules === undefined ? {} : { convertsByRules: true }),
    strategy: customStrategy({
      group,
      resource,
      kind: names.kind,
      namespaced: scope === 'Namespaced',
      version: hub,
      isTerminating,
    }),
    subresources: subresourcesOf(customVersions, hub),
    storagePrefix: `/registry/${group}/${resource}/`,
    // Forks of one server may change a definition, each in its own way, and show the same entries by it.
    revision: `${definition.metadata.uid}/${definition.metadata.generation}/${compiledFrom(definition).id}/${dependencies.rules?.id ?? ''}`,
  };
}

function subresourcesOf(customVersions: CustomVersions, version: CustomVersion): ReadonlyMap<string, Subresource> {
  const { definition, names } = customVersions;
  const { scale } = version.source.subresources ?? {};
  const parts = new Map<string, Subresource>();
  const verbsOfPart = new Set(['get', 'patch', 'update'] as const);
  if (version.status) {
    const kind = { group: definition.spec.group, version: version.name, kind: names.kind };
    const resets = [['metadata'], ['spec']];
    const strategy = statusStrategy(version);
    parts.set('status', { name: 'status', mode: 'object', kind, verbs: verbsOfPart, strategy, resets });
  }
  const replicasAt = (apiVersion: string) =>
    replicasIn(customVersions.versions.find((other) => other.apiVersion === apiVersion));
  if (scale !== undefined) {
    const view = { ...scaleView(() => scale), replicasAt };
    parts.set('scale', { name: 'scale', mode: 'view', kind: scaleKind, verbs: verbsOfPart, view });
  }
  return parts;
}

function replicasIn(version: CustomVersion | undefined): FieldNames | null {
  const { specReplicasPath } = version?.source.subresources?.scale ?? {};
  return specReplicasPath === undefined ? null : stepsOf(specReplicasPath);
}

/** A version as the resource of another version meets it. Its getters make things when they are first used. */
function versionOf(customVersions: CustomVersions, version: CustomVersion, hub: CustomVersion): VersionDefinition {
  const warning = deprecationWarning(customVersions.definition, version);
  const isHub = version === hub;
  const one = (objects: KubeObject[]): KubeObject => objects[0] as KubeObject;
  const convert = (object: KubeObject, to: CustomVersion): KubeObject | Promise<KubeObject> => {
    const converted = customVersions.convert([object], to);
    return converted instanceof Promise ? converted.then(one) : one(converted);
  };
  return {
    version: version.name,
    served: version.source.served,
    ...(warning === undefined ? {} : { deprecationWarning: warning }),
    get codec() {
      return version.codec;
    },
    default: (object, options) => version.applyDefaults(object, options),
    toHub: (object) => (isHub ? object : convert(object, hub)),
    fromHub: (object) => (isHub ? object : convert(object, version)),
    ...(!isHub && {
      unpruned: {
        toHub: async (object: KubeObject) => customVersions.convertUnpruned(object, hub),
        fromHub: async (object: KubeObject) => customVersions.convertUnpruned(object, version),
      },
    }),
    ...(customVersions.convertsElsewhere
      ? {
          toHubAll: async (objects: readonly KubeObject[]) => (isHub ? objects : customVersions.convert(objects, hub)),
          fromHubAll: async (hubs: readonly KubeObject[]) => (isHub ? hubs : customVersions.convert(hubs, version)),
        }
      : {}),
    fromStorage: (object) => version.fromStorage(object),
    get selectableFields() {
      return version.selectableFields;
    },
    get columns() {
      return version.columns;
    },
    openapi: version.openapi(),
  };
}

/** The text of the definition, or one that names the best version that is not deprecated. */
function deprecationWarning(definition: CustomResourceDefinition, { source }: CustomVersion): string | undefined {
  if (!source.deprecated) return undefined;
  if (source.deprecationWarning !== undefined) return source.deprecationWarning;
  const { group, names } = definition.spec;
  const [better] = versionsOf(definition)
    .filter(({ served, deprecated, name }) => served && !deprecated && compareVersions(name, source.name) < 0)
    .sort((a, b) => compareVersions(a.name, b.name));
  const text = `${group}/${source.name} ${names.kind} is deprecated`;
  return better === undefined ? text : `${text}; use ${group}/${better.name} ${names.kind}`;
}
