import {
  type Catalog,
  isCustom,
  metaSchemas,
  type OpenApiSchemas,
  type OpenApiSource,
  type ServedResource,
} from '#machinery';
import type { GroupVersion, JsonObject } from '#meta';
import type { OfferedMedia } from '../negotiate.ts';
import { builtinRoutes } from './builtin-routes.ts';
import { withCbor } from './cbor-media.ts';
import { customRoutes } from './custom-routes.ts';
import * as routes from './discovery-routes.ts';
import type { RouteTable } from './place.ts';
import { clientVersions, inVersions, versionsBeside } from './registered-versions.ts';
import type { Route } from './route.ts';
import { META, SCALE, schemaNames } from './schema-names.ts';
import { schemaV2 } from './schema-v2.ts';

/** A document that could be made, and the resources that it would be made of. */
export interface PlannedDocument {
  /** It is about custom resources. */
  readonly custom: boolean;
  readonly members: readonly ServedResource[];
  /** While it is the same object, the document is the same; without one it never changes. Not for custom resources. */
  readonly source?: object | undefined;
  make(): DocumentV3;
}

/** What stands in a document, in order of name. */
export interface DocumentV3 {
  /** It is about custom resources. */
  readonly custom: boolean;
  readonly paths: readonly (readonly [string, () => readonly Route[]])[];
  readonly schemas: readonly (readonly [string, DocumentSchema])[];
}

/** Made when it is asked for: some are large. */
export interface DocumentSchema {
  v3(): JsonObject;
  v2(): JsonObject;
  /** A custom resource's own: nobody else describes the same under this name. */
  readonly custom?: true;
}

/** The documents of a catalog by the keys of the index, in their order: `api/v1`, `apis/apps`, `apis/apps/v1`, `version`. */
export function planDocuments(catalog: Catalog, offered: OfferedMedia = {}): ReadonlyMap<string, PlannedDocument> {
  const plans: [string, PlannedDocument][] = rootDocuments.map(([key, make]) => [key, { ...builtIn, make }]);
  for (const { group, versions } of catalog.groups) {
    const source = catalog.resources.get(group);
    // Of a group that is made of definitions only its versions are described.
    if (group !== '' && catalog.isBuiltIn(group))
      plans.push([`apis/${group}`, { ...builtIn, source, make: () => groupDocument(group) }]);
    for (const version of versions)
      plans.push([
        keyOf({ group, version }),
        planVersion({ group, version }, { members: catalog.resourcesOf(group, version), source, offered }),
      ]);
  }
  return new Map(plans.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const builtIn = { custom: false, members: [] } as const;

function planVersion(
  groupVersion: GroupVersion,
  { members, source, offered }: Pick<PlannedDocument, 'members' | 'source'> & { readonly offered: OfferedMedia },
): PlannedDocument {
  const custom = members.length > 0 && members.every(isCustom);
  const make = custom ? () => customDocument(members) : () => builtinDocument(groupVersion, members, offered);
  return { custom, members, source, make };
}

/** `apis/apps/v1` */
export const keyOf = ({ group, version }: GroupVersion): string =>
  group === '' ? `api/${version}` : `apis/${group}/${version}`;

const rootDocuments: readonly (readonly [string, () => DocumentV3])[] = [
  ['.well-known/openid-configuration', () => single('/.well-known/openid-configuration/', routes.issuerRoute, [])],
  ['api', () => single('/api/', routes.coreVersionsRoute, ['APIVersions'])],
  ['apis', () => single('/apis/', routes.groupsRoute, ['APIGroupList'])],
  ['openid/v1/jwks', () => single('/openid/v1/jwks/', routes.keySetRoute, [])],
  ['version', () => single('/version/', routes.versionRoute, ['Info'])],
];

const groupDocument = (group: string): DocumentV3 => single(`/apis/${group}/`, routes.groupRoute(group), ['APIGroup']);

const single = (path: string, route: Route, kinds: readonly string[]): DocumentV3 => ({
  custom: false,
  paths: [[path, () => [route]]],
  schemas: written(metaSchemas(kinds), []),
});

/** The schemas of types, of which some say in which versions they are. */
function written(
  schemas: ReadonlyMap<string, () => JsonObject>,
  versions: readonly GroupVersion[],
): DocumentV3['schemas'] {
  const entries = [...schemas].map(([name, make]) => {
    const v3 = () => inVersions(name, make(), versions);
    return [name, { v3, v2: () => schemaV2(v3()) }] as const;
  });
  return inOrder(entries);
}

const inOrder = <T>(entries: (readonly [string, T])[]): (readonly [string, T])[] =>
  entries.sort(([a], [b]) => (a < b ? -1 : 1));

/** Everything about one group and version: every kind it serves and all that one can do with them. */
function builtinDocument(
  groupVersion: GroupVersion,
  served: readonly ServedResource[],
  { cbor = false }: OfferedMedia,
): DocumentV3 {
  const resources = [routes.resourcesRoute(groupVersion)];
  const plain: RouteTable = new Map([
    [`/${keyOf(groupVersion)}/`, () => resources],
    ...served.flatMap((resource) => [...builtinRoutes(resource)]),
  ]);
  const paths = cbor ? new Map([...plain].map(([path, all]) => [path, () => all().map(withCbor)])) : plain;
  const answered = [...paths.values()].flatMap((all) => all());
  return {
    custom: false,
    paths: inOrder([...paths]),
    schemas: written(builtinSchemas(served, answered), versionsBeside(groupVersion)),
  };
}

function builtinSchemas(served: readonly ServedResource[], answered: readonly Route[]): Map<string, () => JsonObject> {
  const schemas = metaSchemas(metaKinds(answered));
  for (const resource of served) {
    const { definition, versionDefinition } = resource;
    versionDefinition.openapi.addTo(schemas);
    for (const part of definition.subresources.values()) part.openapi?.addTo(schemas);
    const { list } = schemaNames(resource);
    if (definition.verbs.has('list')) schemas.set(list, () => versionDefinition.openapi.list(definition.listKind));
  }
  return schemas;
}

/** What the routes speak of besides the kinds themselves. */
function metaKinds(answered: readonly Route[]): readonly string[] {
  const named = answered.flatMap(({ sends, answers = '', subject }) => [
    sends?.schema ?? '',
    answers,
    ...(subject?.action === 'list' ? [`${META}.ListMeta`] : []),
  ]);
  const kinds = named.filter((name) => name.startsWith(META) || name === SCALE);
  return [...new Set(kinds.map((name) => name.slice(name.lastIndexOf('.') + 1)))];
}

function customDocument(served: readonly ServedResource[]): DocumentV3 {
  const scales = served.some(({ definition }) => definition.subresources.has('scale'));
  const schemas = new Map(customMeta(scales ? ['Scale'] : []));
  for (const resource of served) for (const [name, schema] of ownSchemas(resource)) schemas.set(name, schema);
  return {
    custom: true,
    paths: inOrder(served.flatMap((resource) => [...customRoutes(resource)])),
    schemas: inOrder([...schemas]),
  };
}

/** Those that describe a custom resource and its lists. */
export function ownSchemas(served: ServedResource): readonly (readonly [string, DocumentSchema])[] {
  const { definition, versionDefinition } = served;
  const { kind, list } = schemaNames(served);
  return [
    [kind, bothOf(versionDefinition.openapi, (source) => ownSchema(source, kind))],
    [list, bothOf(versionDefinition.openapi, (source) => source.list(definition.listKind))],
  ];
}

function ownSchema(source: OpenApiSchemas, name: string): JsonObject {
  const made = new Map<string, () => JsonObject>();
  source.addTo(made);
  return made.get(name)?.() ?? {};
}

function bothOf(openapi: OpenApiSource, make: (source: OpenApiSchemas) => JsonObject): DocumentSchema {
  const { v2 } = openapi;
  return { v3: () => make(openapi), v2: () => (v2 === undefined ? schemaV2(make(openapi)) : make(v2)), custom: true };
}

const knownMeta = new Map<string, DocumentV3['schemas']>();

/** The same in all documents of custom resources. */
export function customMeta(more: readonly string[]): DocumentV3['schemas'] {
  const kinds = ['ObjectMeta', 'ListMeta', 'Status', 'DeleteOptions', 'Patch', ...more];
  const known = knownMeta.get(kinds.join()) ?? madeOnce(written(metaSchemas(kinds), clientVersions));
  knownMeta.set(kinds.join(), known);
  return known;
}

function madeOnce(schemas: DocumentV3['schemas']): DocumentV3['schemas'] {
  return schemas.map(([name, { v3, v2 }]) => {
    const made = { v3: v3(), v2: v2() };
    return [name, { v3: () => made.v3, v2: () => made.v2 }];
  });
}
