import { type Catalog, metaSchemas, type ServedResource } from '#machinery';
import type { GroupVersion, JsonObject } from '#meta';
import { operationId, operationTag } from './operation-names.ts';
import { resourcePaths } from './operations.ts';
import { META, refTo, schemaNames } from './schema-names.ts';

/** A document that could be made, and the resources that it would be made of. */
export interface PlannedDocument {
  readonly members: readonly ServedResource[];
  /** While it is the same object, the document is the same. For documents without members. */
  readonly source?: object | undefined;
  make(): JsonObject;
}

/** The documents of a catalog by the keys of the index: `api/v1`, `apis/apps/v1`, `apis/apps`, `version`. */
export function planDocuments(catalog: Catalog): Map<string, PlannedDocument> {
  const plans = new Map<string, PlannedDocument>();
  const plan = (key: string, make: () => JsonObject) => plans.set(key, { members: [], make });
  plan('api', () => rootDocument({ path: '/api/', id: 'getCoreAPIVersions', tag: 'core', answers: 'APIVersions' }));
  plan('apis', () => rootDocument({ path: '/apis/', id: 'getAPIVersions', tag: 'apis', answers: 'APIGroupList' }));
  for (const { group, versions } of catalog.groups) {
    const source = catalog.resources.get(group);
    if (group !== '') plans.set(`apis/${group}`, { members: [], source, make: () => groupDocument(group) });
    for (const version of versions) {
      const members = catalog.resourcesOf(group, version);
      plans.set(keyOf({ group, version }), { members, make: () => groupVersionDocument({ group, version }, members) });
    }
  }
  plan('version', () => versionDocument());
  return plans;
}

const keyOf = ({ group, version }: GroupVersion): string =>
  group === '' ? `api/${version}` : `apis/${group}/${version}`;

/** Everything about one group and version: every kind it serves and all that one can do with them. */
function groupVersionDocument(groupVersion: GroupVersion, served: readonly ServedResource[]): JsonObject {
  const root = `/${keyOf(groupVersion)}/`;
  const paths = new Map<string, JsonObject>([[root, { get: listResources(groupVersion) }]]);
  for (const resource of served) for (const [path, item] of resourcePaths(resource)) paths.set(path, item);
  return assemble(paths, groupVersionSchemas(served));
}

function groupVersionSchemas(served: readonly ServedResource[]): Map<string, JsonObject> {
  const schemas = pickMeta(['ObjectMeta', 'ListMeta', 'Status', 'DeleteOptions', 'Patch', 'APIResourceList']);
  for (const resource of served) {
    addAll(schemas, resource.versionDefinition.openapi.schemas());
    for (const part of resource.definition.subresources.values()) {
      if (part.openapi !== undefined) addAll(schemas, part.openapi.schemas());
      else if (part.kind.kind === 'Scale') addAll(schemas, pickMeta(['Scale']));
    }
  }
  // After all others, since another kind's schemas may hold a bare copy of this one.
  for (const resource of served) describeKind(schemas, resource);
  return schemas;
}

function describeKind(schemas: Map<string, JsonObject>, served: ServedResource): void {
  const { group, version, definition } = served;
  const names = schemaNames(served);
  const gvk = (kind: string) => ({ 'x-kubernetes-group-version-kind': [{ group, kind, version }] });
  schemas.set(names.kind, { ...schemas.get(names.kind), ...gvk(definition.kind) });
  if (!definition.verbs.has('list') || schemas.has(names.list)) return;
  schemas.set(names.list, {
    description: `${definition.listKind} is a list of ${definition.kind}.`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { description: 'The group and version of the list.', type: 'string' },
      items: { description: `List of ${definition.resource}.`, type: 'array', items: refTo(names.kind) },
      kind: { description: 'The kind of the list.', type: 'string' },
      metadata: { description: 'What the list says about itself.', allOf: [refTo(`${META}.ListMeta`)], default: {} },
    },
    ...gvk(definition.listKind),
  });
}

function addAll(target: Map<string, JsonObject>, more: ReadonlyMap<string, JsonObject>): void {
  for (const [name, schema] of more) target.set(name, schema);
}

const picked = new Map<string, ReadonlyMap<string, JsonObject>>();

/** Some of the general schemas, with all that they refer to: found once for all documents that need them. */
function pickMeta(kinds: readonly string[]): Map<string, JsonObject> {
  const key = kinds.join();
  const known = picked.get(key) ?? findMeta(kinds);
  picked.set(key, known);
  return new Map(known);
}

function findMeta(kinds: readonly string[]): ReadonlyMap<string, JsonObject> {
  const general = metaSchemas();
  const found = new Map<string, JsonObject>();
  const pick = (name: string): void => {
    const schema = general.get(name);
    if (schema === undefined || found.has(name)) return;
    found.set(name, schema);
    for (const [, target] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      pick(target as string);
  };
  for (const name of general.keys()) if (kinds.includes(name.slice(name.lastIndexOf('.') + 1))) pick(name);
  return found;
}

const listResources = (groupVersion: GroupVersion): JsonObject =>
  getOperation({
    tag: operationTag(groupVersion),
    description: 'get available resources',
    id: operationId('get', groupVersion, 'APIResources'),
    answers: `${META}.APIResourceList`,
  });

interface SimpleGet {
  readonly tag: string;
  readonly description: string;
  readonly id: string;
  readonly answers: string;
}

function getOperation({ tag, description, id, answers }: SimpleGet): JsonObject {
  const body = { schema: refTo(answers) };
  const types = ['application/json', 'application/vnd.kubernetes.protobuf', 'application/yaml'];
  return {
    tags: [tag],
    description,
    operationId: id,
    responses: {
      200: { description: 'OK', content: Object.fromEntries(types.map((type) => [type, body])) },
      401: { description: 'Unauthorized' },
    },
  };
}

function rootDocument(root: { path: string; id: string; tag: string; answers: string }): JsonObject {
  const answers = `${META}.${root.answers}`;
  const get = getOperation({ tag: root.tag, description: 'get available API versions', id: root.id, answers });
  return assemble(new Map([[root.path, { get }]]), pickMeta([root.answers]));
}

function groupDocument(group: string): JsonObject {
  const groupVersion = { group, version: '' };
  const get = getOperation({
    tag: operationTag(groupVersion),
    description: 'get information of a group',
    id: operationId('get', groupVersion, 'APIGroup'),
    answers: `${META}.APIGroup`,
  });
  return assemble(new Map([[`/apis/${group}/`, { get }]]), pickMeta(['APIGroup']));
}

function versionDocument(): JsonObject {
  const answers = 'io.k8s.apimachinery.pkg.version.Info';
  const description = 'get the version information for this server';
  const get = getOperation({ tag: 'version', description, id: 'getCodeVersion', answers });
  return assemble(new Map([['/version/', { get }]]), pickMeta(['Info']));
}

function assemble(paths: ReadonlyMap<string, JsonObject>, schemas: ReadonlyMap<string, JsonObject>): JsonObject {
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'unversioned' },
    paths: sorted(paths),
    components: {
      schemas: sorted(schemas),
      securitySchemes: {
        BearerToken: {
          type: 'apiKey',
          description: 'Bearer Token authentication',
          name: 'authorization',
          in: 'header',
        },
      },
    },
  };
}

const sorted = (entries: ReadonlyMap<string, JsonObject>): JsonObject =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
