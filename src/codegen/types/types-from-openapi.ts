import { isJsonObject, type Json } from '#meta';
import type { JsonSchema } from '#schema';
import type { GeneratedText } from '../generators/generator.ts';
import { capital } from '../print/typescript.ts';
import { metaImport, SchemaTypes } from './schema-types.ts';
import { type FromOptions, typesHead } from './types-from-definitions.ts';

/** The types of an OpenAPI v3 document of one group and version, as servers publish them. */
export function typesFromOpenApi(document: Json, place: string, { folder, header }: FromOptions): GeneratedText {
  const schemas = schemasOf(document);
  const names = shortNames([...schemas.keys()]);
  const writer = new SchemaTypes(
    { reference: (ref) => names.get(ref.slice(ref.lastIndexOf('/') + 1)) },
    names.values(),
  );
  for (const [full, schema] of schemas) writer.declare(names.get(full) as string, schema);
  return {
    path: `${folder}/${place}/types.ts`,
    text: `${typesHead('--openapi', header)}${metaImport(writer.used)}${writer.text()}`,
  };
}

function schemasOf(document: Json): ReadonlyMap<string, JsonSchema> {
  const { components } = (isJsonObject(document) ? document : {}) as { components?: { schemas?: object } };
  const entries = Object.entries(components?.schemas ?? {}) as [string, JsonSchema][];
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The last word of a name; where two have the same, the version and what stands before it too. */
function shortNames(full: readonly string[]): ReadonlyMap<string, string> {
  const last = (name: string, count: number): string => name.split('.').slice(-count).map(word).join('');
  const taken = new Map<string, number>();
  for (const name of full) taken.set(last(name, 1), (taken.get(last(name, 1)) ?? 0) + 1);
  const words = new Set(['Bytes', 'Double', 'Int32', 'Int64', 'IntOrString', 'Time']);
  return new Map(
    full.map((name) => {
      const short = last(name, 1);
      const isFree = taken.get(short) === 1 && !words.has(short);
      return [name, isFree ? short : last(name, 3)];
    }),
  );
}

const word = (part: string): string => capital(part.replaceAll(/[^A-Za-z0-9_]/g, ''));
