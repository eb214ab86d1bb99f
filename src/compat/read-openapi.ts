import { compareVersions as byPriority, isJsonObject, type Json, type JsonObject } from '#meta';
import type { JsonSchema } from '#schema';
import type { ApiDefinition, ApiVersion } from './api-definition.ts';
import { listAt, objectAt, textAt } from './read-definition.ts';
import { type FollowReference, SchemaView } from './schema-view.ts';

/** OpenAPI 2 or 3, as Kubernetes servers publish it. */
export function isOpenApi(value: Json): value is JsonObject {
  return isJsonObject(value) && (typeof value.swagger === 'string' || typeof value.openapi === 'string');
}

/** Every kind of an OpenAPI document, with the versions that the document has of it. */
export function readOpenApi(document: JsonObject, origin: string): readonly ApiDefinition[] {
  const schemas = { ...objectAt(document, 'definitions'), ...objectAt(objectAt(document, 'components'), 'schemas') };
  const follow: FollowReference = (reference) => schemaNamed(schemas, reference.slice(reference.lastIndexOf('/') + 1));
  const resources = resourcesOf(document);
  const kinds = new Map<string, ApiDefinition & { versions: ApiVersion[] }>();
  for (const name of Object.keys(schemas)) {
    const schema = schemaNamed(schemas, name);
    const kind = schema === undefined ? undefined : kindOf(schema as JsonObject);
    if (schema === undefined || kind === undefined) continue;
    const resource = resources.get(`${kind.group}/${kind.version}/${kind.kind}`);
    // Lists, options and reviews have a kind too; what has a path of its own is what clients keep.
    if (resource === undefined) continue;
    const key = `${kind.kind}.${kind.group}`;
    const known = kinds.get(key) ?? emptyDefinition(kind, resource, origin);
    known.versions.push(readVersion(kind.version, new SchemaView(schema, follow), resource));
    kinds.set(key, known);
  }
  return [...kinds.values()].map((definition) => ({
    ...definition,
    versions: definition.versions.sort((a, b) => byPriority(a.name, b.name)),
  }));
}

interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

interface Resource {
  readonly plural: string;
  readonly scope: string;
  readonly subresources: Set<string>;
}

function schemaNamed(schemas: JsonObject, name: string): JsonSchema | undefined {
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  return isJsonObject(schema) ? (schema as JsonSchema) : undefined;
}

/** A schema that several kinds share (options) is none of theirs. */
function kindOf(source: JsonObject): Kind | undefined {
  const kinds = listAt(source, 'x-kubernetes-group-version-kind');
  return kinds.length === 1 ? readKind(kinds[0] as JsonObject) : undefined;
}

function readKind(source: JsonObject): Kind {
  return { group: textAt(source, 'group'), version: textAt(source, 'version'), kind: textAt(source, 'kind') };
}

const resourcePath =
  /^\/(?:api|apis\/[^/]+)\/[^/]+\/(namespaces\/\{namespace\}\/)?([^/{}]+)(?:\/\{name\}(?:\/([^/{}]+))?)?$/;

/** What the paths say about kinds: their plural names, scopes and subresources. */
function resourcesOf(document: JsonObject): ReadonlyMap<string, Resource> {
  const found = new Map<string, Resource>();
  const byPath = new Map<string, Resource>();
  for (const [path, item] of Object.entries(objectAt(document, 'paths'))) {
    const match = resourcePath.exec(path);
    if (match === null || !isJsonObject(item)) continue;
    const [, namespaced, plural = '', subresource] = match;
    if (subresource !== undefined) {
      byPath.get(path.slice(0, path.lastIndexOf('/{name}')))?.subresources.add(subresource);
      continue;
    }
    const kind = kindOfOperations(item);
    if (kind === undefined) continue;
    const key = `${kind.group}/${kind.version}/${kind.kind}`;
    const scope = namespaced === undefined ? 'Cluster' : 'Namespaced';
    const known = found.get(key);
    // Lists of all namespaces have a path without one.
    const resource =
      known === undefined || scope === 'Namespaced'
        ? { plural, scope, subresources: known?.subresources ?? new Set<string>() }
        : known;
    found.set(key, resource);
    byPath.set(path.replace(/\/\{name\}$/, ''), resource);
  }
  return found;
}

function kindOfOperations(item: JsonObject): Kind | undefined {
  for (const operation of Object.values(item)) {
    if (!isJsonObject(operation)) continue;
    const kind = operation['x-kubernetes-group-version-kind'];
    if (isJsonObject(kind)) return readKind(kind);
  }
  return undefined;
}

function emptyDefinition({ group, kind }: Kind, { plural, scope }: Resource, origin: string) {
  return {
    name: group === '' ? plural : `${plural}.${group}`,
    group,
    kind,
    plural,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    shortNames: [],
    categories: [],
    scope,
    // A server converts its own kinds by itself.
    conversion: 'Webhook' as const,
    storedVersions: [],
    versions: [] as ApiVersion[],
    origin,
    line: 1,
  };
}

function readVersion(name: string, schema: SchemaView, { subresources }: Resource): ApiVersion {
  return {
    name,
    served: true,
    storage: false,
    deprecated: /^deprecated\b/i.test(schema.description),
    schema,
    structural: undefined,
    hasStatus: subresources.has('status'),
    scale: subresources.has('scale')
      ? { specReplicasPath: '', statusReplicasPath: '', labelSelectorPath: '' }
      : undefined,
    columns: [],
    selectableFields: [],
  };
}
