import { createHash } from 'node:crypto';
import {
  type Catalog,
  isCustom,
  type ResourceDefinition,
  type ServedResource,
  type Subresource,
  type Verb,
} from '#machinery';
import { apiVersionOf, parseApiVersion } from '#meta';

export interface ApiResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
  readonly verbs: readonly Verb[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly storageVersionHash?: string;
}

interface ApiResourceList {
  readonly kind: 'APIResourceList';
  readonly apiVersion?: 'v1';
  readonly groupVersion: string;
  readonly resources: readonly ApiResource[];
}

export function apiResourceList(catalog: Catalog, group: string, version: string): ApiResourceList {
  const resources = catalog
    .resourcesOf(group, version)
    .flatMap((served) => [resourceEntry(served), ...partEntries(served)]);
  return {
    kind: 'APIResourceList',
    // The list of the core group has never said its apiVersion.
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: apiVersionOf({ group, version }),
    resources,
  };
}

function resourceEntry(served: ServedResource): ApiResource {
  const { definition } = served;
  const hash = storageVersionHash(definition);
  return {
    name: definition.resource,
    singularName: definition.singular,
    namespaced: definition.namespaced,
    kind: definition.kind,
    verbs: verbsOf(served, definition.verbs),
    ...(definition.shortNames.length === 0 ? {} : { shortNames: definition.shortNames }),
    ...(definition.categories.length === 0 ? {} : { categories: definition.categories }),
    ...(hash === undefined ? {} : { storageVersionHash: hash }),
  };
}

function partEntries(served: ServedResource): ApiResource[] {
  const { definition } = served;
  return partsOf(served).map((part) => {
    const foreign = foreignKind(served, part);
    return {
      name: `${definition.resource}/${part.name}`,
      singularName: '',
      namespaced: definition.namespaced,
      ...(foreign === undefined || foreign.group === '' ? {} : { group: foreign.group }),
      ...(foreign === undefined ? {} : { version: foreign.version }),
      kind: part.kind.kind,
      verbs: [...part.verbs].sort(),
    };
  });
}

/** By name; those of a custom resource have an order of their own, status first. */
function partsOf(served: ServedResource): Subresource[] {
  const parts = [...served.definition.subresources.values()];
  return isCustom(served) ? parts : parts.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The group and version of a subresource's kind where they are not those of the list it stands in. */
function foreignKind(served: ServedResource, part: Subresource): { group: string; version: string } | undefined {
  const { group, version, kind } = part.kind;
  // A part that speaks the resource's own kind speaks it in the version it was asked in.
  if (group === served.group && (version === served.version || kind === served.definition.kind)) return undefined;
  return { group, version };
}

const customOrder: readonly Verb[] = [
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'create',
  'update',
  'watch',
];

// The real server sorts the verbs of compiled-in kinds and has a fixed other order for custom resources.
function verbsOf(served: ServedResource, verbs: ReadonlySet<Verb>): readonly Verb[] {
  if (!isCustom(served)) return [...verbs].sort();
  return customOrder.filter((verb) => verbs.has(verb));
}

/** Tells a client whether an object would be stored in another form than before. Only what is stored can be watched. */
function storageVersionHash(definition: ResourceDefinition): string | undefined {
  if (!definition.verbs.has('watch')) return undefined;
  const { group, version } = parseApiVersion(definition.storage.apiVersion) ?? { group: '', version: '' };
  const isOff = definition.group === group && definition.versions.get(version)?.served === false;
  // Of a built-in kind it does not matter whether the stored version is served.
  if (isOff && definition.onlyVersion !== undefined) return undefined;
  const digest = createHash('sha256').update(`${group}/${version}/${definition.kind}`).digest();
  return digest.subarray(0, 8).toString('base64');
}
