import { apiVersionOf, type GroupVersionKind, isJsonObject, type Json } from '#meta';
import type { JsonSchema } from '#schema';
import type { GeneratedText } from '../generators/generator.ts';
import { capital } from '../print/typescript.ts';
import { metaImport, SchemaTypes } from './schema-types.ts';
import { typesClient } from './types-client.ts';
import { type FromOptions, typesHead } from './types-from-definitions.ts';

/** The types, and a typed client, of an OpenAPI v3 document of one group and version, as servers publish them. */
export function typesFromOpenApi(document: Json, place: string, options: FromOptions): readonly GeneratedText[] {
  const { folder, header } = options;
  const schemas = schemasOf(document);
  const names = shortNames([...schemas.keys()]);
  const writer: SchemaTypes = new SchemaTypes(
    {
      reference: (ref) =>
        objectMeta.test(ref) ? writer.word('ObjectMeta') : names.get(ref.slice(ref.lastIndexOf('/') + 1)),
    },
    names.values(),
  );
  const kinds = listedKinds(document);
  const objects = new Map<string, string>();
  for (const [full, schema] of schemas) {
    const name = names.get(full) as string;
    const kind = kinds.find((one) => isOf(schema, one));
    if (kind === undefined) writer.declare(name, schema);
    else {
      objects.set(kind.kind, name);
      writer.kind(name, schema, { apiVersion: apiVersionOf(kind), kind: kind.kind });
    }
  }
  const types = {
    path: `${folder}/${place}/types.ts`,
    text: `${typesHead('--openapi', header)}${metaImport(writer.used)}${writer.text()}`,
  };
  const typed = kinds.flatMap((kind) => {
    const object = objects.get(kind.kind);
    return object === undefined ? [] : [{ ...kind, object }];
  });
  return [types, ...typesClient(types, typed, { ...options, from: '--openapi' })];
}

/** ObjectMeta is the type that clients have for it, not a generated one. */
const objectMeta = /\.meta\.v1\.ObjectMeta$/;

interface ListedKind extends GroupVersionKind {
  readonly plural: string;
  readonly namespaced: boolean;
  readonly hasStatus: boolean;
}

const GVK_WORD = 'x-kubernetes-group-version-kind';
interface Operation {
  readonly [GVK_WORD]?: GroupVersionKind;
  readonly 'x-kubernetes-action'?: string;
}

/** What can be listed, by its own path: of kinds in namespaces the one that names the namespace. */
function listedKinds(document: Json): readonly ListedKind[] {
  const { paths = {} } = (isJsonObject(document) ? document : {}) as {
    paths?: { [path: string]: { get?: Operation } };
  };
  const found = new Map<string, ListedKind>();
  for (const [path, { get }] of Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const kind = get?.[GVK_WORD];
    const parts = /^\/apis?\/(?:[^{}]*?\/)?v[^/]*\/(namespaces\/\{namespace\}\/)?([^/{}]+)$/.exec(path);
    if (get?.['x-kubernetes-action'] !== 'list' || kind === undefined || parts === null) continue;
    const [, inNamespace, plural = ''] = parts;
    const before = found.get(kind.kind);
    if (before?.namespaced === true) continue;
    found.set(kind.kind, {
      ...kind,
      plural,
      namespaced: inNamespace !== undefined,
      hasStatus: `${path}/{name}/status` in paths,
    });
  }
  return [...found.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

function isOf(schema: JsonSchema, { group, version, kind }: GroupVersionKind): boolean {
  return (schema[GVK_WORD] ?? []).some(
    (one) => isJsonObject(one) && one.group === group && one.version === version && one.kind === kind,
  );
}

function schemasOf(document: Json): ReadonlyMap<string, JsonSchema> {
  const { components } = (isJsonObject(document) ? document : {}) as { components?: { schemas?: object } };
  const entries = Object.entries(components?.schemas ?? {}) as [string, JsonSchema][];
  return new Map(entries.filter(([name]) => !objectMeta.test(name)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The last word of a name; where two have the same, the version and what stands before it too. */
function shortNames(full: readonly string[]): ReadonlyMap<string, string> {
  const last = (name: string, count: number): string => name.split('.').slice(-count).map(word).join('');
  const taken = new Map<string, number>();
  for (const name of full) taken.set(last(name, 1), (taken.get(last(name, 1)) ?? 0) + 1);
  const words = new Set([
    'Bytes',
    'Double',
    'Int32',
    'Int64',
    'IntOrString',
    'Json',
    'MicroTime',
    'ObjectMeta',
    'Time',
  ]);
  return new Map(
    full.map((name) => {
      const short = last(name, 1);
      const isFree = taken.get(short) === 1 && !words.has(short);
      return [name, isFree ? short : last(name, 3)];
    }),
  );
}

const word = (part: string): string => capital(part.replaceAll(/[^A-Za-z0-9_]/g, ''));
