import { getOwn, isJsonObject, type Json, type JsonObject } from '#meta';
import type { JsonSchema } from '#schema';
import type { GeneratedText } from '../generators/generator.ts';
import type { ImportEnding } from '../print/typescript.ts';
import { metaImport, SchemaTypes } from './schema-types.ts';
import { typesClient } from './types-client.ts';

export interface FromOptions {
  /** The folder to write to. */
  readonly folder: string;
  readonly header: string;
  readonly importEnding: ImportEnding;
}

/** What a definition says about one version of a kind. */
interface DefinedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly served: boolean;
  readonly hasStatus: boolean;
  readonly schema: JsonSchema;
}

/** The types, and typed clients, of CustomResourceDefinitions: a file for each version of each group. What is no definition is passed over. */
export function typesFromDefinitions(documents: readonly Json[], options: FromOptions): readonly GeneratedText[] {
  const { folder, header } = options;
  const files = new Map<string, DefinedKind[]>();
  for (const defined of documents.flatMap(kindsIn)) {
    const path = `${folder}/${defined.group}/${defined.version}/types.ts`;
    // Of a definition that is given twice the later one counts.
    const others = (files.get(path) ?? []).filter(({ kind }) => kind !== defined.kind);
    files.set(path, [...others, defined]);
  }
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, all]) => {
      const kinds = [...all].sort((a, b) => (a.kind < b.kind ? -1 : 1));
      const types = { path, text: `${typesHead('--crd', header)}${moduleOf(kinds)}` };
      const served = kinds.filter((kind) => kind.served).map((kind) => ({ ...kind, object: kind.kind }));
      return [types, ...typesClient(types, served, { ...options, from: '--crd' })];
    });
}

export const typesHead = (from: string, header: string): string =>
  `${header === '' ? '' : `${header.trimEnd()}\n\n`}// Made by 'pinnace gen types ${from}'.\n`;

function moduleOf(kinds: readonly DefinedKind[]): string {
  const writer = new SchemaTypes({ reference: () => undefined }, [...kinds.map(({ kind }) => kind), ...reserved]);
  for (const { group, version, kind, schema } of kinds) {
    writer.kind(kind, schema, { apiVersion: `${group}/${version}`, kind });
  }
  return `${metaImport(writer.used)}${writer.text()}`;
}
const reserved = ['Bytes', 'Double', 'Int32', 'Int64', 'IntOrString', 'Json', 'MicroTime', 'ObjectMeta', 'Time'];

/** Also of lists, as `kubectl get crd -o yaml` gives them. */
function kindsIn(document: Json): readonly DefinedKind[] {
  if (!isJsonObject(document)) return [];
  const items = getOwn(document, 'items');
  if (Array.isArray(items)) return items.flatMap(kindsIn);
  const spec = getOwn(document, 'spec');
  if (getOwn(document, 'kind') !== 'CustomResourceDefinition' || !isJsonObject(spec ?? null)) return [];
  const { group, names, versions, validation, scope, subresources: ofAll } = spec as JsonObject;
  const { kind, plural } = (names ?? {}) as JsonObject;
  // A patch of a definition has no names.
  if (typeof group !== 'string' || typeof kind !== 'string') return [];
  return (Array.isArray(versions) ? versions : [])
    .filter(isJsonObject)
    .map(({ name, schema, served, subresources }) => {
      const { openAPIV3Schema } = (schema ?? validation ?? {}) as { openAPIV3Schema?: Json };
      return {
        group,
        version: String(name),
        kind,
        plural: typeof plural === 'string' ? plural : `${kind.toLowerCase()}s`,
        namespaced: scope !== 'Cluster',
        served: served !== false,
        hasStatus: 'status' in ((subresources ?? ofAll ?? {}) as JsonObject),
        schema: withoutNulls(openAPIV3Schema ?? {}) as JsonSchema,
      };
    });
}

/** Some write `properties: null` for none. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const there = Object.entries(value).filter(
    (entry): entry is [string, Json] => entry[1] !== null && entry[1] !== undefined,
  );
  return Object.fromEntries(there.map(([name, inner]) => [name, withoutNulls(inner)]));
}
