import { openApiSource, type VersionedKind } from '#machinery';
import { cloneJson, isJsonObject, type Json, type JsonObject, type KubeObject, setOwn } from '#meta';
import type { JsonSchema } from '#schema';
import type { ApiDefinition, ApiVersion } from './api-definition.ts';
import { type FollowReference, SchemaView } from './schema-view.ts';

type KindVersion = VersionedKind['versions'][number];

interface DescribedKindNames {
  readonly resource: string;
  readonly namespaced: boolean;
}

/** A kind that was written with `describeKind`, with its own conversions. */
export function readDescribedKind(described: VersionedKind, origin: string, names?: DescribedKindNames): ApiDefinition {
  const { group, kind, versions, storage } = described;
  const plural = names?.resource ?? `${kind.toLowerCase()}s`;
  return {
    name: `${plural}.${group}`,
    group,
    kind,
    plural,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    shortNames: [],
    categories: [],
    scope: names === undefined ? '' : names.namespaced ? 'Namespaced' : 'Cluster',
    conversion: 'None',
    storedVersions: [],
    versions: versions.map((version) => readVersion(version, { described, isStorage: version === storage })),
    origin,
    line: 1,
    convert: (object, to) => convert(described, object, to),
  };
}

/** The kinds among what a module exports, with the names that they have where they become resources. */
export function describedKindsIn(exported: readonly unknown[], origin: string): readonly ApiDefinition[] {
  return exported.filter(isVersionedKind).map((kind) => {
    const resource = exported.find((other): other is DescribedKindNames => isResourceOf(other, kind));
    return readDescribedKind(kind, origin, resource);
  });
}

function isVersionedKind(value: unknown): value is VersionedKind {
  if (typeof value !== 'object' || value === null) return false;
  const { versions, storage, hub, kind } = value as Partial<VersionedKind>;
  return Array.isArray(versions) && typeof storage === 'object' && typeof hub === 'object' && typeof kind === 'string';
}

/** The plural name and the scope are said where the kind becomes a resource. */
function isResourceOf(value: unknown, { group, kind }: VersionedKind): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { resource, namespaced, ...rest } = value as Record<string, unknown>;
  return typeof resource === 'string' && typeof namespaced === 'boolean' && rest.group === group && rest.kind === kind;
}

function convert({ versions }: VersionedKind, object: JsonObject, to: string): JsonObject {
  const from = versions.find(({ apiVersion }) => apiVersion === object.apiVersion);
  const target = versions.find(({ version }) => version === to);
  if (from === undefined || target === undefined) throw new Error(`there is no version ${to}`);
  from.defaults(object as KubeObject);
  return cloneJson(target.fromHub(from.toHub(object as KubeObject)) as Json) as JsonObject;
}

function readVersion(
  version: KindVersion,
  { described, isStorage }: { described: VersionedKind; isStorage: boolean },
): ApiVersion {
  const schemas = new Map<string, () => JsonObject>();
  openApiSource(version.type).addTo(schemas);
  const follow: FollowReference = (reference) =>
    schemas.get(reference.slice(reference.lastIndexOf('/') + 1))?.() as JsonSchema | undefined;
  const root = (schemas.get(version.type.name)?.() ?? {}) as JsonSchema;
  return {
    name: version.version,
    served: true,
    storage: isStorage,
    deprecated: /^deprecated\b/i.test(version.type.description),
    schema: new SchemaView(withDefaults(root, defaultsOf(version, described), follow), follow),
    structural: undefined,
    hasStatus: version.type.byName.has('status'),
    scale: undefined,
    columns: [],
    selectableFields: [],
  };
}

/** What the version fills in for somebody who says nothing. */
function defaultsOf(version: KindVersion, { kind }: VersionedKind): JsonObject {
  const empty: JsonObject = { apiVersion: version.apiVersion, kind, metadata: { name: 'a' } };
  if (version.type.byName.get('spec')?.type.shape === 'struct') empty.spec = {};
  try {
    version.defaults(empty as KubeObject);
  } catch {
    // A kind whose defaults need more than an empty object has none that can be told.
    return {};
  }
  const { apiVersion: _, kind: __, metadata: ___, ...filled } = empty;
  return filled;
}

function withDefaults(schema: JsonSchema, defaults: JsonObject, follow: FollowReference): JsonSchema {
  const properties: Record<string, JsonSchema> = { ...schema.properties };
  for (const [name, value] of Object.entries(defaults)) {
    const known = Object.hasOwn(properties, name) ? (properties[name] as JsonSchema) : undefined;
    if (known === undefined || value === undefined) continue;
    const { source } = new SchemaView(known, follow);
    setOwn(
      properties,
      name,
      isJsonObject(value) && source.properties !== undefined
        ? withDefaults(source, value, follow)
        : { ...source, default: value },
    );
  }
  return { ...schema, properties };
}
