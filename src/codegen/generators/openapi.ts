import { openApiSource } from '#machinery';
import type { JsonObject } from '#meta';
import type { StructType } from '#schema';
import type { ApiGroup, ApiKind, ApiVersion } from '../model.ts';
import { describedVersion } from './described-version.ts';
import type { GeneratedText, Generator, GeneratorOptions } from './generator.ts';

/** OpenAPI v3 and v2 of every version, as a server that serves the kinds publishes their schemas. */
export const openapi: Generator = (model, options) => ({
  files: model.groups.flatMap((group) => group.versions.flatMap((version) => ofVersion(group, version, options))),
  notes: [],
});

interface Served {
  readonly kind: ApiKind;
  readonly type: StructType;
  readonly name: string;
}

function ofVersion(group: ApiGroup, version: ApiVersion, options: GeneratorOptions): readonly GeneratedText[] {
  const { library } = describedVersion(group, version, options.read);
  const served = version.structs.flatMap(({ name, kind }): Served[] =>
    kind === undefined ? [] : [{ name, kind, type: library.type(name) }],
  );
  const schemas = schemasOf(served);
  const info = { title: `${group.name}/${version.name}`, version: version.name };
  const comment = "Made by 'pinnace gen openapi'. Change the types, not this.";
  const place = { group: group.name, version: version.name };
  const v3 = {
    openapi: '3.0.0',
    info: { ...info, description: comment },
    paths: pathsOf(served, place, (ref) => ({
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${ref}` } } },
    })),
    components: { schemas },
  };
  const v2 = {
    swagger: '2.0',
    info: { ...info, description: comment },
    paths: pathsOf(served, place, (ref) => ({ schema: { $ref: `#/definitions/${ref}` } })),
    definitions: inV2(schemas),
  };
  return [
    { path: `${version.folder}/openapi-v3.gen.json`, text: jsonText(v3) },
    { path: `${version.folder}/openapi-v2.gen.json`, text: jsonText(v2) },
  ];
}

function schemasOf(served: readonly Served[]): JsonObject {
  const schemas = new Map<string, () => JsonObject>();
  for (const { type, name } of served) {
    const source = openApiSource(type);
    source.addTo(schemas);
    schemas.set(`${type.name}List`, () => source.list(`${name}List`));
  }
  const sorted = [...schemas].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, make]) => [name, make()]));
}

type Content = (schema: string) => object;

/** Where objects are read and written. */
function pathsOf(
  served: readonly Served[],
  place: { readonly group: string; readonly version: string },
  content: Content,
): object {
  const paths = served.flatMap(({ kind, type, name }) => {
    const base = `/apis/${place.group}/${place.version}${kind.namespaced ? '/namespaces/{namespace}' : ''}/${kind.plural}`;
    const call = (operation: string, schema: string): object => ({
      operationId: `${operation}${name}`,
      responses: { 200: { description: 'OK', ...content(schema) } },
      'x-kubernetes-group-version-kind': { ...place, kind: name },
    });
    const list = `${type.name}List`;
    const one = { get: call('read', type.name), put: call('replace', type.name), patch: call('patch', type.name) };
    return [
      [base, { get: call('list', list), post: call('create', type.name) }],
      [`${base}/{name}`, { ...one, delete: call('delete', type.name) }],
      ...(kind.hasStatus ? [[`${base}/{name}/status`, one]] : []),
    ];
  });
  return Object.fromEntries(paths) as object;
}

/** References stand alone in v2, and defaults of them are not said. */
function inV2(schemas: JsonObject): unknown {
  return JSON.parse(
    JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/definitions/'),
    (_, value: unknown) => {
      if (typeof value !== 'object' || value === null || !('allOf' in value)) return value;
      const { allOf, default: _default, ...others } = value as { allOf: object[]; default?: unknown };
      return allOf.length === 1 ? { ...others, ...allOf[0] } : value;
    },
  );
}

const jsonText = (value: object): string =>
  `${JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner), 2)}\n`;
